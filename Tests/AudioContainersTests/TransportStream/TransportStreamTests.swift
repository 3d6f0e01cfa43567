import Testing

@testable import AudioContainers

/// Transport streams that the tests write packet by packet.
@Suite struct TransportStreamTests {
  /// A packet with a payload, filled up by an adaptation field.
  static func packet(_ identifier: Int, _ payload: [UInt8], isStart: Bool = true) -> [UInt8] {
    let room = 184 - payload.count
    let high = UInt8(identifier >> 8) | (isStart ? 0x40 : 0)
    let head = [0x47, high, UInt8(identifier & 0xFF)]
    guard room > 0 else { return head + [0x10] + payload }
    let stuffing = room == 1 ? [] : [0] + [UInt8](repeating: 0xFF, count: room - 2)
    return head + [0x30, UInt8(room - 1)] + stuffing + payload
  }

  static func section(_ table: UInt8, _ body: [UInt8]) -> [UInt8] {
    // A pointer, the header, and a checksum that is not checked.
    let count = body.count + 9
    return [0, table, 0xB0 | UInt8(count >> 8), UInt8(count & 0xFF), 0, 1, 0xC1, 0, 0] + body
      + [0, 0, 0, 0]
  }

  static let programs = packet(0, section(0, [0, 1, 0xE1, 0x00]))

  /// A map of streams: type, identifier, descriptors.
  static func map(_ streams: [(type: UInt8, identifier: Int, descriptors: [UInt8])]) -> [UInt8] {
    let entries = streams.flatMap { stream -> [UInt8] in
      [stream.type, 0xE0 | UInt8(stream.identifier >> 8), UInt8(stream.identifier & 0xFF)]
        + [0xF0, UInt8(stream.descriptors.count)] + stream.descriptors
    }
    return packet(0x100, section(2, [0xE1, 0x01, 0xF0, 0] + entries))
  }

  /// The header of a PES packet with a timestamp.
  static func header(_ time: UInt64) -> [UInt8] {
    let parts: [UInt8] = [
      UInt8(0x21 | (time >> 29 & 0xE)), UInt8(time >> 22 & 0xFF), UInt8(time >> 14 & 0xFE | 1),
      UInt8(time >> 7 & 0xFF), UInt8(time << 1 & 0xFE | 1),
    ]
    return [0, 0, 1, 0xC0, 0, 0, 0x80, 0x80, 5] + parts
  }

  static let time: UInt64 = 0x1_2345_6789
  static let sound = Array(repeating: UInt8(0xAB), count: 300)
  static let start = programs + map([(0x1B, 0x102, []), (0x0F, 0x101, [])])
  static let stream =
    start + packet(0x102, header(5) + [1, 2, 3])
    + packet(0x101, header(time) + sound[..<170])
    + packet(0x101, Array(sound[170...]), isStart: false)

  @Test("the sound of the first program is extracted", arguments: [1, 7, 188, 5000])
  func sound(pieceByteCount: Int) {
    var filter = TransportStreamAudio()
    var frames: [UInt8] = []
    for start in stride(from: 0, to: Self.stream.count, by: pieceByteCount) {
      let end = min(start + pieceByteCount, Self.stream.count)
      filter.read(Self.stream.span.extracting(start..<end), into: &frames)
    }
    #expect(frames == Self.sound)
    #expect(filter.sound?.codec == .adts)
    #expect(filter.firstTimestamp == Self.time)
  }

  @Test(
    "stream types and descriptors name the codec",
    arguments: [
      (0x03, [], .mpegAudio), (0x04, [], .mpegAudio), (0x11, [], .latm), (0x81, [], .ac3),
      (0x87, [], .enhancedAC3), (0x06, [0x6A, 1, 0], .ac3),
      (0x06, [0x0A, 1, 0, 0x7A, 0], .enhancedAC3),
      (0x06, [0x05, 4] + Array("AC-3".utf8), .ac3), (0xCF, [], .encrypted), (0x06, [0x05, 9], nil),
      (0x24, [], nil),
    ] as [(UInt8, [UInt8], TransportStreamSound.Codec?)])
  func codecs(type: UInt8, descriptors: [UInt8], codec: TransportStreamSound.Codec?) {
    var filter = TransportStreamAudio()
    var frames: [UInt8] = []
    let bytes = Self.programs + Self.map([(type, 0x101, descriptors)])
    filter.read(bytes.span, into: &frames)
    #expect(filter.sound?.codec == codec)
    #expect(filter.lacksSound == (codec == nil))
  }

  @Test("a unit without a start, a damaged packet and other bytes are skipped")
  func damage() {
    var filter = TransportStreamAudio()
    var frames: [UInt8] = []
    var failed = Self.packet(0x101, [1, 2, 3], isStart: false)
    failed[1] |= 0x80
    let middle = Self.packet(0x101, [9, 9, 9], isStart: false)
    let bytes = Self.start + middle + [1, 2, 3] + Self.packet(0x101, Self.header(1) + [7]) + failed
    filter.read(bytes.span, into: &frames)
    #expect(frames == [7])
    filter.beginSegment()
    #expect(filter.firstTimestamp == nil)
    filter.read(Self.packet(0x101, [8], isStart: false).span, into: &frames)
    #expect(frames == [7, 8] && filter.firstTimestamp == nil)
  }

  @Test("no byte of a stream makes the filter trap")
  func anyByte() {
    for index in Self.stream.indices {
      for value: UInt8 in [0, 0x47, 0x7F, 0xFF] {
        var bytes = Self.stream
        bytes[index] = value
        var filter = TransportStreamAudio()
        var frames: [UInt8] = []
        filter.read(bytes.span, into: &frames)
        #expect(frames.count <= bytes.count)
      }
    }
  }
}
