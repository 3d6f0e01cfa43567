import AudioModel
import Testing

@testable import AudioContainers

/// A file of AMR and the positions of its packets.
struct AMRSample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: [UInt8]
  var isWide = false
  /// The offset and bytes of each packet.
  var packets: [[Int]]

  /// The line of text at the start of a file.
  static let narrow = Array("#!AMR\n".utf8)
  static let wide = Array("#!AMR-WB\n".utf8)

  /// Returns a frame of a type with bytes of speech that do not start a frame.
  static func frame(_ type: UInt8, _ byteCount: Int, padding: UInt8 = 0) -> [UInt8] {
    [type << 3 | 4 | padding] + [UInt8](repeating: 0x83, count: byteCount)
  }

  /// Returns narrowband frames of `types`, in turn.
  static func frames(_ types: ClosedRange<UInt8>) -> [UInt8] {
    let sizes = [12, 13, 15, 17, 19, 20, 26, 31, 5]
    return types.flatMap { frame($0, sizes[Int($0)]) }
  }

  static let all: [AMRSample] = [
    AMRSample(testDescription: "no frame", bytes: narrow, packets: []),
    AMRSample(
      testDescription: "every type", bytes: narrow + frames(0...8) + frame(15, 0),
      packets: [
        [6, 13], [19, 14], [33, 16], [49, 18], [67, 20], [87, 21], [108, 27], [135, 32], [167, 6],
        [173, 1],
      ]),
    AMRSample(
      testDescription: "every type of the wide band",
      bytes: wide
        + [17, 23, 32, 36, 40, 46, 50, 58, 60, 5].enumerated().flatMap {
          frame(UInt8($0.offset), $0.element)
        } + frame(14, 0) + frame(15, 0), isWide: true,
      packets: [
        [9, 18], [27, 24], [51, 33], [84, 37], [121, 41], [162, 47], [209, 51], [260, 59],
        [319, 61], [380, 6], [386, 1], [387, 1],
      ]),
    AMRSample(
      testDescription: "a last frame that is cut off",
      bytes: narrow + frame(0, 12) + frame(7, 30), packets: [[6, 13]]),
    AMRSample(
      testDescription: "something in the padding",
      bytes: narrow + frame(0, 12, padding: 0x83) + frame(0, 12), packets: [[6, 13], [19, 13]]),
    AMRSample(
      testDescription: "a type that is none, and eight frames behind it",
      bytes: narrow + frame(0, 12) + frame(9, 5) + frames(0...7),
      packets: [
        [6, 13], [25, 13], [38, 14], [52, 16], [68, 18], [86, 20], [106, 21], [127, 27], [154, 32],
      ]),
    AMRSample(
      testDescription: "a type that is none, and two frames to the end",
      bytes: narrow + frame(12, 5) + frames(0...1), packets: [[12, 13], [25, 14]]),
    AMRSample(
      testDescription: "a type that is none, and two frames that do not end where the file does",
      bytes: narrow + frame(0, 12) + frame(12, 5) + frames(0...1) + [0x84], packets: [[6, 13]]),
    AMRSample(
      testDescription: "behind a tag",
      bytes: id3v2(id3Frame("TIT2", [3, 0x41])) + narrow + frame(0, 12), packets: [[28, 13]]),
  ]
}

@Suite struct AMRReaderTests {
  let laws = ReaderLaws { DetectingReader() }

  @Test(arguments: AMRSample.all)
  func findsThePackets(sample: AMRSample) throws {
    let result = try readAll(sample.bytes, with: DetectingReader())
    #expect(result.error == nil)
    #expect(result.packets.map { [Int($0.offset), Int($0.byteCount)] } == sample.packets)
    #expect(result.packets.allSatisfy { $0.frameCount == (sample.isWide ? 320 : 160) })
    let info = try #require(result.info)
    #expect(info.fileType.description == "amrf")
    #expect(
      info.format
        == StreamFormat(
          sampleRate: sample.isWide ? 16_000 : 8000,
          formatID: sample.isWide ? .amrWideBand : .amrNarrowBand,
          framesPerPacket: sample.isWide ? 320 : 160, channelCount: 1))
    #expect(info.packetSizeUpperBound == (sample.isWide ? 61 : 32))
    #expect(info.channelLayout == .mono)
    if let first = sample.packets.first, !sample.testDescription.contains("none") {
      #expect(Int(info.dataOffset) == first[0])
    }
  }

  @Test(arguments: AMRSample.all)
  func keepsTheReaderContract(sample: AMRSample) throws {
    try laws.checkCuts(sample.bytes)
    try laws.checkPrefixes(sample.bytes)
    try laws.checkByteValues(sample.bytes)
  }

  @Test func keepsTheTagsBeforeTheHeader() throws {
    let bytes = id3v2(id3Frame("TIT2", [3, 0x41])) + AMRSample.narrow
    #expect(try readAll(bytes, with: DetectingReader()).info?.tags.values == ["title": "A"])
  }

  @Test(arguments: [
    ("#!AMR_MC1.0\n", ContainerError.Reason.unsupportedFormat),
    ("#!AMR-WB_MC1.0\n", .unsupportedFormat),
    ("#!AMR", .unrecognised), ("#!AMR-W", .unrecognised), ("#!AMR-NB\n", .unrecognised),
  ])
  func refusesOtherHeaderLines(text: String, reason: ContainerError.Reason) throws {
    let lines = Array(text.utf8)
    #expect(try readAll(lines, with: DetectingReader()).error == ContainerError(reason, at: 0))
    let longer = lines + [0, 0, 0, 2] + AMRSample.frames(0...8)
    #expect(try readAll(longer, with: DetectingReader()).error == ContainerError(reason, at: 0))
  }

  @Test(arguments: [(0, 6), (6, 6), (7, 19), (19, 19), (172, 172), (9000, nil)] as [(Int, Int?)])
  func resynchronisesToAFrame(offset: Int, packet: Int?) throws {
    let bytes = AMRSample.narrow + AMRSample.frames(0...8) + AMRSample.frame(8, 5)
    var reader = DetectingReader()
    var packets: [Packet] = []
    _ = try reader.next(bytes.span, isEnd: true, into: &packets)
    reader.resynchronise(at: UInt64(offset))
    let start = min(Int(reader.position), bytes.count)
    _ = try reader.next(bytes.span.extracting(start...), isEnd: true, into: &packets)
    #expect(packets.first.map { Int($0.offset) } == (offset == 172 ? 173 : packet))
  }
}
