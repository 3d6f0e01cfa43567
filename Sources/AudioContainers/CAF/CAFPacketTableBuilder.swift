import AudioModel
import AudioSyntax

/// Builds a packet table from the body of a Packet Table chunk, which may arrive in any pieces.
///
/// Memory grows with the bytes received, whatever packet count the header states.
struct CAFPacketTableBuilder: Sendable {
  /// Bytes of the header before the entries.
  static let headerByteCount = 24

  private(set) var table: CAFPacketTable
  /// Packets that the header states.
  private(set) var statedPacketCount: UInt64
  /// Priming and remainder, if the header states a nonzero count.
  private(set) var trim: FrameTrim?

  private var entry = Entry()

  /// The packet whose entry is being read.
  private struct Entry: Sendable {
    /// Start of the entry.
    var start = 0
    /// The partial integer, and the number of its bytes read so far.
    var value: UInt64 = 0
    var digitCount = 0
    /// Bytes of the packet, once known.
    var packetByteCount: UInt32?
    /// The totals of the packets before this one.
    var totals = CAFPacketTable.Totals()

    /// Takes a complete integer.
    ///
    /// - Returns: The packet's bytes and frames, once both are known.
    mutating func take(
      _ integer: UInt32, of table: borrowing CAFPacketTable
    ) -> (byteCount: UInt32, frameCount: UInt32)? {
      value = 0
      digitCount = 0
      if table.bytesPerPacket == 0, packetByteCount == nil {
        guard table.framesPerPacket == 0 else { return (integer, table.framesPerPacket) }
        packetByteCount = integer
        return nil
      }
      defer { packetByteCount = nil }
      return (packetByteCount ?? table.bytesPerPacket, integer)
    }
  }

  /// Maximum encoded length in bytes of a 32-bit size or frame count.
  private static let mostDigits = 5

  /// Reads the header of a `pakt` chunk.
  ///
  /// - Parameters:
  ///   - header: ``headerByteCount`` bytes.
  ///   - format: The file's format.
  ///   - offset: Position of the header in the file, for the error.
  /// - Throws: ``ContainerError`` if a count is negative.
  init(
    header: Span<UInt8>, format: StreamFormat, at offset: UInt64
  ) throws(ContainerError) {
    statedPacketCount = header.bigEndian64(at: 0)
    let valid = header.bigEndian64(at: 8)
    let priming = Int32(bitPattern: header.bigEndian32(at: 16))
    let remainder = Int32(bitPattern: header.bigEndian32(at: 20))
    guard statedPacketCount <= UInt64(Int64.max), valid <= UInt64(Int64.max), priming >= 0,
      remainder >= 0
    else { throw ContainerError(.malformed, at: offset) }
    if valid > 0 || priming > 0 || remainder > 0 {
      trim = FrameTrim(
        primingFrames: Int(priming), validFrames: valid, remainderFrames: Int(remainder))
    }
    table = CAFPacketTable(format)
  }

  /// Whether all packets that the header states have been read.
  var isComplete: Bool { UInt64(entry.totals.count) >= statedPacketCount }

  /// Takes entries until the table is complete.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that follow the previous bytes.
  ///   - position: Position of `bytes` in the file, for the error.
  /// - Throws: ``ContainerError`` if an integer has more bits than a size can have.
  mutating func append(_ bytes: Span<UInt8>, at position: UInt64) throws(ContainerError) {
    grow(by: bytes.count)
    let entriesBefore = table.entries.count
    // A local copy, because mutating a nested field costs more than the change itself.
    var entry = entry
    var index = 0
    while index < bytes.count, UInt64(entry.totals.count) < statedPacketCount {
      let byte = bytes[index]
      index += 1
      entry.value = entry.value << 7 | UInt64(byte & 0x7F)
      entry.digitCount += 1
      guard byte & 0x80 == 0 else {
        guard entry.digitCount < Self.mostDigits else {
          throw ContainerError(.malformed, at: position.clampedAdding(UInt64(index - 1)))
        }
        continue
      }
      guard let integer = UInt32(exactly: entry.value) else {
        throw ContainerError(.malformed, at: position.clampedAdding(UInt64(index - 1)))
      }
      guard let (byteCount, frameCount) = entry.take(integer, of: table) else { continue }
      if entry.totals.count.isMultiple(of: CAFPacketTable.blockLength) {
        table.blocks.append(
          CAFPacketTable.Block(
            place: entry.start, offset: entry.totals.byteCount, frame: entry.totals.frameCount))
      }
      entry.totals.add(byteCount, frameCount)
      entry.start = entriesBefore + index
    }
    table.entries.append(bytes, 0..<index)
    table.totals = entry.totals
    self.entry = entry
  }

  /// Replaces the format's frame count for all packets.
  mutating func setFramesPerPacket(_ frames: UInt32) {
    table.setFramesPerPacket(frames)
  }

  /// Returns the table, without an incomplete last entry.
  consuming func finished() -> CAFPacketTable {
    table.entries.removeLast(table.entries.count - entry.start)
    return table
  }

  /// Reserves capacity in small steps, because doubling would hold twice the memory needed.
  private mutating func grow(by count: Int) {
    let needed = table.entries.count + count
    guard needed > table.entries.capacity else { return }
    table.entries.reserveCapacity(needed + needed / 8)
  }
}
