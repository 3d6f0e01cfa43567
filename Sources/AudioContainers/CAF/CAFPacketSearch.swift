import AudioModel

/// A search for packets whose sizes or frames are known only from reading them.
enum CAFPacketSearch: Sendable {
  /// There is no packet table: packets state their lengths.
  case lengths(CAFScanner)
  /// The packet table has the sizes: packets state their frames.
  case table(CAFCountedPackets)

  /// Appends the packets that lie whole in the view, and moves the view after them.
  mutating func read(_ view: inout WindowView, into packets: inout [Packet]) -> CAFScanner.Outcome {
    switch self {
    case .lengths(var scanner):
      defer { self = .lengths(scanner) }
      return scanner.scan(&view, into: &packets)
    case .table(var counted):
      defer { self = .table(counted) }
      return counted.read(&view, into: &packets)
    }
  }

  /// Continues at or after `offset`.
  ///
  /// - Returns: The position to read next.
  mutating func move(to offset: UInt64, audioStart: UInt64) -> UInt64 {
    switch self {
    case .lengths(var scanner):
      scanner.isSynchronised = offset <= audioStart
      self = .lengths(scanner)
      return max(offset, audioStart)
    case .table(var counted):
      defer { self = .table(counted) }
      return counted.move(to: offset)
    }
  }

  /// Whether the end of the last packet is known; then chunks after it can be found.
  var knowsEnd: Bool { if case .table = self { true } else { false } }

  /// Maximum packet size in bytes, unless the table states it.
  var largestPacket: Int? {
    if case .lengths(let scanner) = self { scanner.framing.largestPacket } else { nil }
  }
}
