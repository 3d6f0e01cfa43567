import AudioModel
import Testing

@testable import AudioContainers
@testable import AudioSyntax

/// A file of LATM in LOAS and its packets.
struct LOASSample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: [UInt8]
  var packets: [[UInt8]]
  var dataOffset = 0

  private static let stream = LOASStream()
  private static let payloads: [[UInt8]] = (1...6).map { number in
    (0..<number * 7).map { UInt8(truncatingIfNeeded: number &* 41 &+ $0) }
  }

  private static func all(
    _ stream: LOASStream, payloads: [[UInt8]] = Self.payloads, configured: Set<Int> = [0, 3]
  ) -> [UInt8] {
    let count = Int(stream.payloadCount)
    return stride(from: 0, to: payloads.count, by: count).flatMap { index in
      stream.frame(
        Array(payloads[index..<index + count]), isConfigured: configured.contains(index))
    }
  }

  private static let long = [[UInt8]](
    repeating: (0..<600).map { UInt8(truncatingIfNeeded: $0 &* 7) }, count: 3)
  private static let even = [[UInt8]](repeating: [UInt8](repeating: 0x6A, count: 33), count: 4)

  static let all: [LOASSample] = [
    LOASSample(testDescription: "a configuration twice", bytes: all(stream), packets: payloads),
    LOASSample(
      testDescription: "lengths in the configuration", bytes: all(LOASStream(hasLengths: true)),
      packets: payloads),
    LOASSample(
      testDescription: "two payloads a frame",
      bytes: all(LOASStream(payloadCount: 2), configured: [0, 2, 4]), packets: payloads),
    LOASSample(testDescription: "long payloads", bytes: all(stream, payloads: long), packets: long),
    LOASSample(
      testDescription: "payloads of one length",
      bytes: all(LOASStream(constantByteCount: 33), payloads: even), packets: even),
    LOASSample(
      testDescription: "other data and a checksum",
      bytes: all(LOASStream(otherBits: 300, hasChecksum: true)), packets: payloads),
    LOASSample(
      testDescription: "other data, with lengths",
      bytes: all(LOASStream(hasLengths: true, otherBits: 300)), packets: payloads),
    LOASSample(
      testDescription: "frames in front of the configuration",
      bytes: all(stream, configured: [2]), packets: Array(payloads[2...]), dataOffset: 31),
    LOASSample(
      testDescription: "frames of another configuration",
      bytes: all(stream, configured: [0])
        + all(LOASStream(specific: LOASStream.highEfficiency), configured: [0])
        + all(stream, configured: [0]), packets: payloads + payloads),
    LOASSample(
      testDescription: "a payload that promises more than its frame, junk, a frame that is cut off",
      bytes: all(stream) + LOASStream.frame([0x80 | 0x7F, 0x80, 1, 2]) + [0x56, 0xE0, 0, 0x56]
        + all(stream) + stream.frame([payloads[3]]).dropLast(),
      packets: payloads + payloads),
    LOASSample(
      testDescription: "behind a tag",
      bytes: id3v2(id3Frame("TIT2", [3, 0x41])) + all(stream), packets: payloads, dataOffset: 22),
  ]
}

@Suite struct LOASReaderTests {
  let laws = ReaderLaws { DetectingReader() }

  @Test(arguments: LOASSample.all)
  func findsThePackets(sample: LOASSample) throws {
    let result = try readAll(sample.bytes, with: DetectingReader())
    #expect(result.error == nil)
    #expect(result.gathered ?? [] == sample.packets)
    #expect(result.packets.allSatisfy { $0.frameCount == 1024 })
    let info = try #require(result.info)
    #expect(info.fileType.description == "loas")
    #expect(Int(info.dataOffset) == sample.dataOffset)
    #expect(
      info.format
        == StreamFormat(
          sampleRate: 44_100, formatID: .mpeg4AAC, framesPerPacket: 1024, channelCount: 2))
    #expect(info.channelLayout == .stereo)
  }

  @Test(arguments: LOASSample.all)
  func keepsTheReaderContract(sample: LOASSample) throws {
    try laws.checkCuts(sample.bytes)
    guard sample.bytes.count < 1000 else { return }
    try laws.checkPrefixes(sample.bytes)
    try laws.checkByteValues(sample.bytes)
  }

  @Test func makesACookie() throws {
    let bytes = LOASSample.all[0].bytes
    let info = try #require(try readAll(bytes, with: DetectingReader()).info)
    let adts = try #require(try readAll(ADTSStream().frames(3), with: DetectingReader()).info)
    #expect(info.magicCookie == adts.magicCookie)
  }

  @Test(arguments: [false, true])
  func reportsLayers(hasLengths: Bool) throws {
    let stream = LOASStream(specific: LOASStream.highEfficiency, hasLengths: hasLengths)
    let file = (0..<3).flatMap { _ in stream.frame([[1, 2, 3]]) }
    let result = try readAll(file, with: DetectingReader())
    let info = try #require(result.info)
    #expect(info.format.sampleRate == 22_050)
    #expect(
      info.layeredFormats.map(\.format.formatID) == [.mpeg4AACHighEfficiency, .mpeg4AAC])
    #expect(info.layeredFormats.first?.format.sampleRate == 44_100)
    #expect(info.magicCookie.contains([0x2B, 0x92, 0x08]))
    #expect(result.gathered == [[1, 2, 3], [1, 2, 3], [1, 2, 3]])
  }

  /// A configuration with its own channels and a comment of 255 bytes.
  @Test func keepsAConfigurationWithAChannelList() throws {
    let specific: LOASStream.Fields =
      [(2, 5), (4, 4), (0, 4), (0, 3)]
      + [(0, 4), (1, 2), (4, 4), (2, 4), (0, 4), (0, 4), (0, 2), (0, 3), (0, 4), (0, 3)]
      + [(1, 1), (0, 4), (0, 1), (1, 4), (0, 4), (255, 8)]
      + (0..<255).map { _ in (0x33, 8) }
    let stream = LOASStream(specific: specific)
    let file = (0..<3).flatMap { _ in stream.frame([[1, 2, 3]]) }
    let result = try readAll(file, with: DetectingReader())
    let info = try #require(result.info)
    #expect(info.format.channelCount == 3)
    #expect(result.gathered?.count == 3)
    let stated = ElementaryStreamDescriptor(info.magicCookie.span)
    let descriptor = try #require(stated)
    #expect(descriptor.configuration.count > 260)
    let config = AudioSpecificConfig(
      info.magicCookie.span.extracting(descriptor.configuration))
    #expect(config?.channelCount == 3)
  }

  static let unsupported: [LOASStream] = [
    LOASStream(programs: 2), LOASStream(layers: 2), LOASStream(isSameTiming: false),
    LOASStream(lengthType: 3), LOASStream(specific: [(8, 5), (4, 4), (2, 4), (0, 16)]),
    // Low delay, whose end is unknown.
    LOASStream(specific: [(31, 5), (7, 6), (4, 4), (2, 4), (0, 16)]),
  ]

  @Test(arguments: unsupported)
  func refusesOtherStreams(stream: LOASStream) throws {
    let bytes = (0..<3).flatMap { _ in stream.frame([[1, 2, 3]]) }
    #expect(
      try readAll(bytes, with: DetectingReader()).error
        == ContainerError(.unsupportedFormat, at: 0))
  }

  @Test func refusesAStreamWithoutConfiguration() throws {
    let bytes = (0..<3).flatMap { _ in LOASStream().frame([[1, 2, 3]], isConfigured: false) }
    #expect(
      try readAll(bytes, with: DetectingReader()).error == ContainerError(.malformed, at: 0))
  }

  @Test(arguments: [(0, 0), (1, 1), (17, 1), (18, 2), (36, 2)])
  func resynchronisesToAFrame(offset: Int, packet: Int) throws {
    let bytes = LOASSample.all[0].bytes
    let whole = try readAll(bytes, with: DetectingReader())
    var reader = DetectingReader()
    var packets: [Packet] = []
    _ = try reader.next(bytes.span, isEnd: true, into: &packets)
    reader.resynchronise(at: UInt64(offset))
    _ = try reader.next(bytes.span.extracting(offset...), isEnd: true, into: &packets)
    #expect(packets == Array(whole.packets[packet...]))
  }
}
