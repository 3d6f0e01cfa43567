import AudioModel
import Testing

@testable import AudioContainers
@testable import AudioSyntax

/// A file of ADTS and the positions of its packets.
struct ADTSSample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: [UInt8]
  /// The offset, bytes and frames of each packet.
  var packets: [[Int]]
  var laterTags: [String: String] = [:]

  private static let aac = ADTSStream()

  static let all: [ADTSSample] = [
    ADTSSample(
      testDescription: "three frames", bytes: aac.frames(3),
      packets: [[7, 20, 1024], [34, 20, 1024], [61, 20, 1024]]),
    ADTSSample(
      testDescription: "one frame", bytes: aac.frame([5]), packets: [[7, 5, 1024]]),
    ADTSSample(
      testDescription: "checksums",
      bytes: aac.frame([5], hasChecksum: true) + aac.frame([6], hasChecksum: true) + aac.frame([7]),
      packets: [[9, 5, 1024], [23, 6, 1024], [36, 7, 1024]]),
    ADTSSample(
      testDescription: "several blocks, with checksums",
      bytes: aac.frame([5, 6, 7], hasChecksum: true) + aac.frames(2),
      packets: [[13, 5, 1024], [20, 6, 1024], [28, 7, 1024], [44, 20, 1024], [71, 20, 1024]]),
    ADTSSample(
      testDescription: "several blocks, without",
      bytes: aac.frame([5, 6]) + aac.frames(2),
      packets: [[7, 11, 2048], [25, 20, 1024], [52, 20, 1024]]),
    ADTSSample(
      testDescription: "several blocks whose table is wrong",
      bytes: wrongTable + aac.frames(2),
      packets: [[11, 15, 2048], [33, 20, 1024], [60, 20, 1024]]),
    ADTSSample(
      testDescription: "tags around",
      bytes: id3v2(id3Frame("TIT2", [3, 0x41])) + aac.frames(2) + id3v1(title: "B"),
      packets: [[29, 20, 1024], [56, 20, 1024]], laterTags: ["title": "B"]),
    ADTSSample(
      testDescription: "junk in front, in the middle and behind, last frame cut off",
      bytes: [0xFF, 0xF1, 0x50] + aac.frames(3) + [0xFF, 0xF1, 0, 0xFF] + aac.frames(2)
        + aac.frame().dropLast(),
      packets: [
        [10, 20, 1024], [37, 20, 1024], [64, 20, 1024], [95, 20, 1024], [122, 20, 1024],
      ]),
    ADTSSample(
      testDescription: "the longest frame",
      bytes: aac.frame([8184]) + aac.frames(2),
      packets: [[7, 8184, 1024], [8198, 20, 1024], [8225, 20, 1024]]),
  ]

  /// A frame of two blocks whose second block would start after the frame.
  private static var wrongTable: [UInt8] {
    var bytes = aac.frame([5, 6], hasChecksum: true)
    bytes[7] = 0x70
    return bytes
  }
}

@Suite struct ADTSReaderTests {
  let laws = ReaderLaws { DetectingReader() }

  @Test(arguments: ADTSSample.all)
  func findsThePackets(sample: ADTSSample) throws {
    let result = try readAll(sample.bytes, with: DetectingReader())
    #expect(result.error == nil)
    let packets = result.packets.map { [Int($0.offset), Int($0.byteCount), Int($0.frameCount)] }
    #expect(packets == sample.packets)
    #expect(result.laterTags.values == sample.laterTags)
    #expect(result.packets.allSatisfy { $0.byteCount <= 8184 })
    #expect(result.info?.packetSizeUpperBound == 8184)
  }

  @Test(arguments: ADTSSample.all)
  func keepsTheReaderContract(sample: ADTSSample) throws {
    try laws.checkCuts(sample.bytes)
    guard sample.bytes.count < 1000 else { return }
    try laws.checkPrefixes(sample.bytes)
    try laws.checkByteValues(sample.bytes)
  }

  @Test(arguments: Array(AudioSpecificConfig.sampleRates.enumerated()), [false, true])
  func findsTheFormat(rate: (offset: Int, element: Int), isMPEG2: Bool) throws {
    let stream = ADTSStream(rate: UInt32(rate.offset), channels: 6, isMPEG2: isMPEG2)
    let info = try #require(try readAll(stream.frames(3), with: DetectingReader()).info)
    #expect(info.fileType.description == "adts")
    #expect(
      info.format
        == StreamFormat(
          sampleRate: Double(rate.element), formatID: .mpeg4AAC, framesPerPacket: 1024,
          channelCount: 6))
    #expect(info.channelLayout == ChannelLayout(tag: 124 << 16 | 6))
  }

  @Test func makesACookie() throws {
    let stream = ADTSStream(profile: 1, rate: 4, channels: 2)
    let info = try #require(try readAll(stream.frames(3), with: DetectingReader()).info)
    let expected: [UInt8] =
      [0x03, 0x80, 0x80, 0x80, 34, 0, 0, 0]
      + [0x04, 0x80, 0x80, 0x80, 20, 0x40, 0x15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      // Low complexity, 44,100 Hz, two channels.
      + [0x05, 0x80, 0x80, 0x80, 2, 0x12, 0x10]
      + [0x06, 0x80, 0x80, 0x80, 1, 2]
    #expect(info.magicCookie == expected)
  }

  /// Two front channels, one rear and one low, 44,100 Hz, with a comment that is dropped.
  private static let program = bits(
    (5, 3), (0, 4), (1, 2), (4, 4), (1, 4), (0, 4), (1, 4), (1, 2), (0, 3), (0, 4), (0, 1), (0, 1),
    (1, 1), (5, 3), (1, 1), (0, 4), (0, 1), (1, 4), (0, 4))

  @Test func readsChannelsInTheStream() throws {
    let stream = ADTSStream(channels: 0)
    var first = stream.frame([40])
    first.replaceSubrange(7..<7 + Self.program.count, with: Self.program)
    first[7 + Self.program.count] = 2
    let bytes = first + stream.frames(3)
    let result = try readAll(bytes, with: DetectingReader())
    let info = try #require(result.info)
    #expect(info.format.channelCount == 4)
    #expect(info.format.sampleRate == 44_100)
    // Left, right, center surround, low frequencies.
    #expect(info.channelLayout == ChannelLayout(tag: 153 << 16 | 4))
    #expect(result.packets.count == 4)
    // Low complexity, 44,100 Hz, explicit channels: the element from its second field on, padded
    // to a whole byte.
    let element = bits(
      (0, 4), (1, 2), (4, 4), (1, 4), (0, 4), (1, 4), (1, 2), (0, 3), (0, 4), (0, 1), (0, 1),
      (1, 1), (5, 3), (1, 1), (0, 4), (0, 1), (1, 4), (0, 4))
    let configuration = [0x12, 0x00] + element + [0]
    #expect(Array(info.magicCookie[31...].prefix(configuration.count)) == configuration)
    #expect(info.magicCookie[30] == UInt8(configuration.count))
    #expect(AudioSpecificConfig(configuration.span)?.channelCount == 4)
    try laws.checkCuts(bytes)
    try laws.checkPrefixes(bytes)
    try laws.checkByteValues(bytes)
  }

  @Test func refusesUnsupportedChannelsInTheStream() throws {
    let result = try readAll(ADTSStream(channels: 0).frames(3), with: DetectingReader())
    #expect(result.error == ContainerError(.unsupportedFormat, at: 0))
  }

  @Test func refusesReservedRates() throws {
    for rate in 13...15 as ClosedRange<UInt32> {
      let result = try readAll(ADTSStream(rate: rate).frames(3), with: DetectingReader())
      #expect(result.error == ContainerError(.unrecognised, at: 0))
    }
  }

  @Test(arguments: [(0, 7), (1, 34), (54, 61)])
  func resynchronisesToAFrame(offset: Int, packet: UInt64) throws {
    let bytes = ADTSStream().frames(3)
    var reader = DetectingReader()
    var packets: [Packet] = []
    _ = try reader.next(bytes.span, isEnd: true, into: &packets)
    reader.resynchronise(at: UInt64(offset))
    _ = try reader.next(bytes.span.extracting(offset...), isEnd: true, into: &packets)
    #expect(packets.first?.offset == packet)
  }
}
