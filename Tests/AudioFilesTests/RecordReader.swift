import AudioContainers
import AudioModel
import Testing

/// A test format with packets of any size: `RECS`, then records, then an optional tag.
///
/// A record is `0xA5`, a size of two bytes (high byte first), and the packet; it is complete after
/// the next byte or the end. `0x54` and 16 bytes of text are a tag. The reader skips other bytes.
struct RecordReader: ContainerReader {
  private(set) var position: UInt64 = 0
  private var hasHeader = false
  private var hasEnded = false

  static let framesPerPacket: UInt32 = 100

  mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    guard hasHeader else { return try readHeader(window, isEnd: isEnd) }
    var index = 0
    let start = position
    defer { position = start + UInt64(index) }
    var hasFound = false
    while !hasEnded {
      var needed = 1
      if index < window.count {
        switch window[index] {
        case 0xA5:
          needed = 3
          if index + 3 <= window.count {
            let size = Int(window[index + 1]) << 8 | Int(window[index + 2])
            let end = index + 3 + size
            needed = 3 + size + 1
            if end < window.count || (isEnd && end == window.count) {
              packets.append(
                Packet(
                  offset: start + UInt64(index + 3), byteCount: UInt32(size),
                  frameCount: Self.framesPerPacket))
              hasFound = true
              index = end
              continue
            }
          }
        case 0x54:
          needed = 17
          if index + 17 <= window.count {
            if hasFound { return .packets }
            var tags = Tags()
            let text = (1...16).map { window[index + $0] }
            tags.values["title"] = String(decoding: text, as: UTF8.self)
            index += 17
            return .tags(tags)
          }
        case 0xEE:
          if hasFound { return .packets }
          throw ContainerError(.malformed, at: start + UInt64(index))
        default:
          index += 1
          continue
        }
      }
      if hasFound { return .packets }
      guard isEnd else { return .needs(needed) }
      hasEnded = true
    }
    return .end
  }

  private mutating func readHeader(
    _ window: Span<UInt8>, isEnd: Bool
  ) throws(ContainerError) -> ReaderStep {
    guard window.count >= 4 else {
      guard !isEnd else { throw ContainerError(.truncated, at: UInt64(window.count)) }
      return .needs(4)
    }
    for (index, byte) in "RECS".utf8.enumerated() where window[index] != byte {
      throw ContainerError(.unrecognised, at: 0)
    }
    hasHeader = true
    position = 4
    return .info(
      ContainerInfo(
        fileType: FourCC("R", "E", "C", "S"),
        format: StreamFormat(
          sampleRate: 8000, formatID: FourCC("r", "e", "c", "s"),
          framesPerPacket: Int(Self.framesPerPacket), channelCount: 1),
        dataOffset: 4, packetSizeUpperBound: 65535))
  }

  mutating func resynchronise(at offset: UInt64) {
    position = offset
    hasEnded = false
  }
}

/// Files of the test format.
struct RecordFile: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var bytes: [UInt8]
  var packets: [[UInt8]]

  init(_ name: String, sizes: [Int], junkEvery: Int = .max, tail: [UInt8] = []) {
    testDescription = name
    bytes = Array("RECS".utf8)
    packets = []
    for (index, size) in sizes.enumerated() {
      // No byte of a packet looks like a record, so a search finds a real one.
      let packet = (0..<size).map { UInt8(1 + (index + $0) % 80) & 0x3F }
      packets.append(packet)
      if index % junkEvery == junkEvery - 1 { bytes += [0, 0] }
      bytes += [0xA5, UInt8(size >> 8), UInt8(size & 0xFF)] + packet
    }
    bytes += tail
  }

  static let tag: [UInt8] = [0x54] + Array("0123456789ABCDEF".utf8)

  static let all = [
    RecordFile("no packet", sizes: []),
    RecordFile("one packet", sizes: [5]),
    RecordFile("an empty packet", sizes: [0, 3, 0]),
    RecordFile("differing sizes", sizes: (0..<700).map { 20 + $0 * 37 % 90 }, tail: tag),
    RecordFile("junk between", sizes: (0..<300).map { 10 + $0 % 7 }, junkEvery: 5, tail: tag),
    RecordFile("large packets", sizes: [60000, 3, 65535, 40000, 2], tail: tag),
    RecordFile("more than a block", sizes: (0..<3000).map { 100 + $0 * 7919 % 400 }),
  ]
}
