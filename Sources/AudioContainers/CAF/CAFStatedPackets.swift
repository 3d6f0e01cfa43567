import AudioModel
import AudioSyntax

/// The packets of a file according to its description and its packet table.
struct CAFStatedPackets: Sendable {
  var format: StreamFormat?
  /// The packet table, until its packets are returned.
  var builder: CAFPacketTableBuilder?
  /// The packet table's fields other than the packets.
  private(set) var trim: FrameTrim?
  private(set) var packetCount: UInt64?
  /// Whether frame counts are known only from reading the packets.
  private(set) var countsPackets = false

  /// Reads the header of the packet table.
  ///
  /// Packets of one size need no ``builder``.
  ///
  /// - Throws: ``ContainerError`` if the format is missing or a count is negative.
  mutating func readTableHeader(
    _ header: Span<UInt8>, at position: UInt64
  ) throws(ContainerError) {
    guard let format else { throw ContainerError(.malformed, at: position) }
    let builder = try CAFPacketTableBuilder(header: header, format: format, at: position)
    trim = builder.trim
    packetCount = builder.statedPacketCount
    self.builder = format.hasConstantPackets ? nil : builder
  }

  /// Maximum packet size in bytes.
  func packetSizeUpperBound(_ search: CAFPacketSearch?) -> Int {
    if let format, format.bytesPerPacket > 0 { return format.bytesPerPacket }
    return search?.largestPacket ?? max(builder?.table.maximumPacketSize ?? 0, 1)
  }

  /// Whether the first packets state their frames more reliably than the format.
  var needsLook: Bool {
    guard let format, format.framesPerPacket > 0 else { return false }
    return CAFCountedPackets.canCount(format) && byteCountOfFirstPackets > 0
  }

  /// Bytes of the first packets to examine; 0 if there are no packets, or they are too large.
  var byteCountOfFirstPackets: Int {
    let count =
      builder.map { CAFCountedPackets.byteCountLookedAt($0.table) } ?? format?.bytesPerPacket ?? 0
    return count <= CAFCountedPackets.bytesLookedAt ? count : 0
  }

  /// Takes the packet lengths in frames from the packets, because some writers invent an average.
  ///
  /// A common length is accepted if the first packets have it. Opus writers may change the length
  /// at any time. For Opus, the stated priming, recording, and remainder must therefore also add up
  /// to that length for all packets. Otherwise each packet is read.
  ///
  /// - Parameter window: The bytes from the start of the audio.
  mutating func correctFrames(from window: Span<UInt8>) {
    guard var format else { return }
    let lengths: [UInt32]
    if let table = builder?.table {
      lengths = CAFCountedPackets.firstFrameCounts(table, window, format)
    } else {
      let packet = window.extracting(first: min(format.bytesPerPacket, window.count))
      lengths = CAFCountedPackets.frameCount(packet, format).map { [$0] } ?? []
    }
    guard let length = lengths.first else { return }
    let isOne = lengths.allSatisfy { $0 == length }
    format.framesPerPacket = isOne ? Int(length) : 0
    self.format = format
    let isBelieved = isOne && (format.formatID != .opus || trimAddsUp(to: length))
    countsPackets = builder != nil && !isBelieved
    if isBelieved { builder?.setFramesPerPacket(length) }
  }

  /// Whether the stated priming, recording, and remainder match the packet count at this packet
  /// length.
  private func trimAddsUp(to framesPerPacket: UInt32) -> Bool {
    guard let trim, trim.primingFrames > 0 || trim.remainderFrames > 0 else { return false }
    let (frames, overflow) = (packetCount ?? 0)
      .multipliedReportingOverflow(by: UInt64(framesPerPacket))
    let sum = trim.validFrames.clampedAdding(UInt64(trim.primingFrames))
      .clampedAdding(UInt64(trim.remainderFrames))
    return !overflow && sum == frames
  }
}
