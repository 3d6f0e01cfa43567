import AudioModel
import Testing

@testable import AudioContainers

/// A file of AC-3 and the positions of its packets.
struct AC3Sample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: [UInt8]
  /// The offset, bytes and frames of each packet.
  var packets: [[Int]]
  var formatID: FourCC = .ac3
  var laterTags: [String: String] = [:]

  private static let plain = AC3Stream()
  private static let main = EnhancedAC3Stream()
  private static let dependent = EnhancedAC3Stream(type: 1, byteCount: 20, places: 0x0200)
  private static let programme = EnhancedAC3Stream(identifier: 1, byteCount: 30)

  static let all: [AC3Sample] = [
    AC3Sample(
      testDescription: "three frames", bytes: plain.frames(3),
      packets: [[0, 128, 1536], [128, 128, 1536], [256, 128, 1536]]),
    AC3Sample(testDescription: "one frame", bytes: plain.frame(), packets: [[0, 128, 1536]]),
    AC3Sample(
      testDescription: "sizes that differ at 44.1 kHz",
      bytes: AC3Stream(rate: 1).frame() + AC3Stream(rate: 1, size: 1).frame()
        + AC3Stream(rate: 1).frame(),
      packets: [[0, 138, 1536], [138, 140, 1536], [278, 138, 1536]]),
    AC3Sample(
      testDescription: "tags around",
      bytes: id3v2(id3Frame("TIT2", [3, 0x41])) + plain.frames(2) + id3v1(title: "B"),
      packets: [[22, 128, 1536], [150, 128, 1536]], laterTags: ["title": "B"]),
    AC3Sample(
      testDescription: "junk in front, in the middle and behind, last frame cut off",
      bytes: [0x0B, 0x77, 0, 0, 0] + plain.frames(3) + [0x0B, 0x77, 0, 0x0B] + plain.frames(2)
        + plain.frame().dropLast(),
      packets: [
        [5, 128, 1536], [133, 128, 1536], [261, 128, 1536], [393, 128, 1536], [521, 128, 1536],
      ]),
    AC3Sample(
      testDescription: "another rate in the middle",
      bytes: plain.frames(3) + AC3Stream(rate: 2).frame() + plain.frames(2),
      packets: [
        [0, 128, 1536], [128, 128, 1536], [256, 128, 1536], [576, 128, 1536], [704, 128, 1536],
      ]),
    AC3Sample(
      testDescription: "enhanced, of fewer blocks now and then",
      bytes: main.frame() + EnhancedAC3Stream(byteCount: 16, second: 0).frame()
        + EnhancedAC3Stream(type: 2, byteCount: 18, second: 1).frame() + main.frame(),
      packets: [[0, 40, 1536], [40, 16, 256], [56, 18, 512], [74, 40, 1536]],
      formatID: .enhancedAC3),
    AC3Sample(
      testDescription: "dependent substreams and a further programme",
      bytes: (0..<3).flatMap { _ in main.frame() + dependent.frame() + programme.frame() },
      packets: [[0, 90, 1536], [90, 90, 1536], [180, 90, 1536]], formatID: .enhancedAC3),
    AC3Sample(
      testDescription: "a dependent frame in front, and one that is cut off",
      bytes: dependent.frame() + main.frame() + dependent.frame() + main.frame()
        + dependent.frame().dropLast(),
      packets: [[20, 60, 1536], [80, 40, 1536]], formatID: .enhancedAC3),
    AC3Sample(
      testDescription: "AC-3 with a dependent substream",
      bytes: plain.frame() + dependent.frame() + plain.frame() + dependent.frame(),
      packets: [[0, 148, 1536], [148, 148, 1536]], formatID: .enhancedAC3),
    AC3Sample(
      testDescription: "AC-3, with a dependent substream later",
      bytes: plain.frames(2) + dependent.frame() + plain.frames(2),
      packets: [[0, 128, 1536], [128, 128, 1536], [276, 128, 1536], [404, 128, 1536]]),
    AC3Sample(
      testDescription: "more dependent frames than a packet may have",
      bytes: main.frame() + (0..<17).flatMap { _ in dependent.frame() } + main.frame()
        + main.frame(),
      packets: [[0, 340, 1536], [380, 40, 1536], [420, 40, 1536]], formatID: .enhancedAC3),
  ]
}

@Suite struct AC3ReaderTests {
  let laws = ReaderLaws { DetectingReader() }

  @Test(arguments: AC3Sample.all)
  func findsThePackets(sample: AC3Sample) throws {
    let result = try readAll(sample.bytes, with: DetectingReader())
    #expect(result.error == nil)
    let packets = result.packets.map { [Int($0.offset), Int($0.byteCount), Int($0.frameCount)] }
    #expect(packets == sample.packets)
    #expect(result.laterTags.values == sample.laterTags)
    let info = try #require(result.info)
    #expect(info.format.formatID == sample.formatID)
    #expect(info.fileType.description == "ac-3")
    #expect(info.packetSizeUpperBound == (sample.formatID == .ac3 ? 3840 : 65_536))
  }

  @Test(arguments: AC3Sample.all)
  func keepsTheReaderContract(sample: AC3Sample) throws {
    try laws.checkCuts(sample.bytes)
    try laws.checkPrefixes(sample.bytes)
    try laws.checkByteValues(sample.bytes)
  }

  @Test(
    arguments: [
      (0, nil, 2), (1, 100 << 16 | 1, 1), (2, 101 << 16 | 2, 2), (3, 150 << 16 | 3, 3),
      (4, 131 << 16 | 3, 3), (5, 151 << 16 | 4, 4), (6, 132 << 16 | 4, 4), (7, 119 << 16 | 5, 5),
    ] as [(UInt32, UInt32?, Int)])
  func findsTheSpeakers(mode: UInt32, tag: UInt32?, channels: Int) throws {
    for file in [
      AC3Stream(mode: mode).frames(3),
      (0..<3).flatMap { _ in EnhancedAC3Stream(mode: mode).frame() },
    ] {
      let info = try #require(try readAll(file, with: DetectingReader()).info)
      #expect(info.channelLayout == tag.map { ChannelLayout(tag: $0) })
      #expect(info.format.channelCount == channels)
    }
    for file in [
      AC3Stream(mode: mode, hasLowFrequency: true).frames(3),
      (0..<3).flatMap { _ in EnhancedAC3Stream(mode: mode, hasLowFrequency: true).frame() },
    ] {
      let info = try #require(try readAll(file, with: DetectingReader()).info)
      #expect(info.channelLayout.map { Int($0.tag & 0xFFFF) } ?? channels + 1 == channels + 1)
      #expect(info.format.channelCount == channels + 1)
    }
  }

  @Test(
    arguments: [
      (0, 8, 48_000, 32_000), (1, 6, 44_100, 32_000), (2, 8, 32_000, 32_000),
      (0, 9, 24_000, 16_000),
      (1, 10, 11_025, 8000),
    ] as [(UInt32, UInt32, Double, Int)])
  func findsTheRates(rate: UInt32, version: UInt32, hertz: Double, bits: Int) throws {
    let stream = AC3Stream(rate: rate, version: version)
    let info = try #require(try readAll(stream.frames(3), with: DetectingReader()).info)
    #expect(
      info.format
        == StreamFormat(
          sampleRate: hertz, formatID: .ac3, framesPerPacket: 1536, channelCount: 2))
    #expect(info.statedBitRate == bits)
  }

  @Test(
    arguments: [
      (0, 0, 48_000, 256), (1, 1, 44_100, 512), (2, 2, 32_000, 768), (0, 3, 48_000, 1536),
      (3, 0, 24_000, 1536), (3, 1, 22_050, 1536), (3, 2, 16_000, 1536),
    ] as [(UInt32, UInt32, Double, Int)])
  func findsTheRatesOfEnhancedFrames(
    rate: UInt32, second: UInt32, hertz: Double, frames: Int
  ) throws {
    let stream = EnhancedAC3Stream(rate: rate, second: second)
    let file = (0..<3).flatMap { _ in stream.frame() }
    let info = try #require(try readAll(file, with: DetectingReader()).info)
    #expect(
      info.format
        == StreamFormat(
          sampleRate: hertz, formatID: .enhancedAC3, framesPerPacket: frames, channelCount: 2))
    #expect(info.statedBitRate == nil)
  }

  /// The channels that a dependent substream adds to five channels and one of low frequencies.
  @Test(
    arguments: [
      (0x0200, 160 << 16 | 8, 8, false), (0x0100, 157 << 16 | 7, 7, true),
      // A channel in both counts once.
      (0x9A00, 160 << 16 | 8, 8, false), (0x0180, 165 << 16 | 8, 8, true),
      (0x0008, 159 << 16 | 7, 7, false), (0x0010, 164 << 16 | 8, 8, true),
      (0x0006, nil, 9, false), (nil, 123 << 16 | 6, 6, true),
    ] as [(UInt32?, UInt32?, Int, Bool)])
  func addsTheSpeakersOfDependentSubstreams(
    places: UInt32?, tag: UInt32?, channels: Int, isCompressed: Bool
  ) throws {
    let main = EnhancedAC3Stream(mode: 7, hasLowFrequency: true)
    for mode in [0, 2] as [UInt32] {
      let added = EnhancedAC3Stream(
        type: 1, mode: mode, isCompressed: isCompressed, places: places)
      let file = (0..<3).flatMap { _ in main.frame() + added.frame() }
      let info = try #require(try readAll(file, with: DetectingReader()).info)
      #expect(info.format.channelCount == channels)
      #expect(info.channelLayout == tag.map { ChannelLayout(tag: $0) })
    }
  }

  @Test(arguments: [
    AC3Stream(rate: 3), AC3Stream(size: 38), AC3Stream(version: 17), AC3Stream(version: 31),
  ])
  func refusesReservedValues(stream: AC3Stream) throws {
    let bytes = (0..<3).flatMap { _ in stream.frame(128) }
    #expect(
      try readAll(bytes, with: DetectingReader()).error == ContainerError(.unrecognised, at: 0))
  }

  @Test(arguments: [EnhancedAC3Stream(type: 3), EnhancedAC3Stream(rate: 3, second: 3)])
  func refusesReservedValuesInEnhancedFrames(stream: EnhancedAC3Stream) throws {
    let bytes = (0..<3).flatMap { _ in stream.frame() }
    #expect(
      try readAll(bytes, with: DetectingReader()).error == ContainerError(.unrecognised, at: 0))
  }

  @Test(arguments: [(0, 0), (1, 60), (40, 60), (60, 60), (100, 120)])
  func resynchronisesToAPacket(offset: Int, packet: UInt64) throws {
    let one = EnhancedAC3Stream().frame() + EnhancedAC3Stream(type: 1, byteCount: 20).frame()
    let bytes = one + one + one
    var reader = DetectingReader()
    var packets: [Packet] = []
    _ = try reader.next(bytes.span, isEnd: true, into: &packets)
    reader.resynchronise(at: UInt64(offset))
    _ = try reader.next(bytes.span.extracting(offset...), isEnd: true, into: &packets)
    #expect(packets.first?.offset == packet)
    #expect(packets.first?.byteCount == 60)
  }
}
