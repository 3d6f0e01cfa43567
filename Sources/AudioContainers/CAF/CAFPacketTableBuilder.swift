import AudioModel

/// Makes a packet table of the body of a Packet Table chunk, whose bytes may come in any pieces.
///
/// Memory grows with the bytes that have come, whatever number of packets the header states.
struct CAFPacketTableBuilder: Sendable {
  /// Bytes of the header before the entries.
  static let headerByteCount = 24

  private(set) var table: CAFPacketTable
  /// Packets that the header states.
  private(set) var statedPacketCount: UInt64
  /// Priming and remainder, where the header states any or the valid frames.
  private(set) var trim: FrameTrim?

  /// Where the packet's entry starts that is being read.
  private var entryStart = 0
  /// The integer that is being read, and how many of its bytes have been.
  private var value: UInt64 = 0
  private var digitCount = 0
  /// Bytes of the packet, once they have been read.
  private var packetByteCount: UInt32?

  /// Bytes of the longest integer that a size or frame count of 32 bits can be written in.
  private static let mostDigits = 5

  /// Reads the header of a `pakt` chunk.
  ///
  /// - Parameters:
  ///   - header: ``headerByteCount`` bytes.
  ///   - format: The file's format.
  ///   - offset: Position of the header in the file, for the error.
  /// - Throws: ``ContainerError`` where a count is negative.
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
  var isComplete: Bool { UInt64(table.count) >= statedPacketCount }

  /// Takes entries until the table is complete.
  ///
  /// - Parameters:
  ///   - bytes: Those that follow the ones before.
  ///   - position: Where `bytes` stand in the file, for the error.
  /// - Throws: ``ContainerError`` where an integer has more bits than a size can have.
  mutating func append(_ bytes: Span<UInt8>, at position: UInt64) throws(ContainerError) {
    grow(by: bytes.count)
    for index in bytes.indices {
      guard !isComplete else { return }
      let byte = bytes[index]
      table.entries.append(byte)
      value = value << 7 | UInt64(byte & 0x7F)
      digitCount += 1
      guard byte & 0x80 == 0 else {
        guard digitCount < Self.mostDigits else {
          throw ContainerError(.malformed, at: position.clampedAdding(UInt64(index)))
        }
        continue
      }
      guard let integer = UInt32(exactly: value) else {
        throw ContainerError(.malformed, at: position.clampedAdding(UInt64(index)))
      }
      value = 0
      digitCount = 0
      take(integer)
    }
  }

  /// Gives the table, without what is left of an entry that was cut off.
  consuming func finished() -> CAFPacketTable {
    table.entries.removeLast(table.entries.count - entryStart)
    return table
  }

  /// Makes room in small steps, since doubling would hold twice what is needed.
  private mutating func grow(by count: Int) {
    let needed = table.entries.count + count
    guard needed > table.entries.capacity else { return }
    table.entries.reserveCapacity(needed + needed / 8)
  }

  private mutating func take(_ integer: UInt32) {
    if table.bytesPerPacket == 0, packetByteCount == nil {
      guard table.framesPerPacket == 0 else { return add(integer, table.framesPerPacket) }
      packetByteCount = integer
      return
    }
    add(packetByteCount ?? table.bytesPerPacket, integer)
  }

  private mutating func add(_ bytes: UInt32, _ frames: UInt32) {
    if table.count.isMultiple(of: CAFPacketTable.blockLength) {
      table.blocks.append(
        CAFPacketTable.Block(
          place: entryStart, offset: table.byteCount, frame: table.frameCount))
    }
    table.count += 1
    table.byteCount += UInt64(bytes)
    table.frameCount += UInt64(frames)
    table.maximumPacketSize = max(table.maximumPacketSize, Int(bytes))
    packetByteCount = nil
    entryStart = table.entries.count
  }
}
