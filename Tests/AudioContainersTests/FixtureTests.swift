import AudioModel
import Testing

@testable import AudioContainers
@testable import AudioSyntax

/// A file made by an encoder, and the results of FFmpeg or the encoder's own decoder.
struct FixtureCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var fileType: String
  var format: String
  var sampleRate: Double
  var channelCount: Int
  var packetCount: Int
  /// The frames that the encoder received, if its header states them.
  var validFrames: UInt64?
  var seekTableByteCount = 0
  /// The bytes of a tag after the audio.
  var tagByteCount = 0
}

extension FixtureCase {
  static let all: [FixtureCase] = [
    FixtureCase(
      testDescription: "cbr.mp3", fileType: "MPG3", format: ".mp3", sampleRate: 44_100,
      channelCount: 2, packetCount: 13, validFrames: 13_230, seekTableByteCount: 100),
    FixtureCase(
      testDescription: "vbr.mp3", fileType: "MPG3", format: ".mp3", sampleRate: 44_100,
      channelCount: 2, packetCount: 13, validFrames: 13_230, seekTableByteCount: 100,
      tagByteCount: 128),
    FixtureCase(
      testDescription: "checksum.mp3", fileType: "MPG3", format: ".mp3", sampleRate: 44_100,
      channelCount: 2, packetCount: 13),
    FixtureCase(
      testDescription: "mpeg2.mp3", fileType: "MPG3", format: ".mp3", sampleRate: 24_000,
      channelCount: 1, packetCount: 15, validFrames: 7200, seekTableByteCount: 100),
    FixtureCase(
      testDescription: "mpeg2-16k.mp3", fileType: "MPG3", format: ".mp3", sampleRate: 16_000,
      channelCount: 1, packetCount: 11),
    FixtureCase(
      testDescription: "mpeg25.mp3", fileType: "MPG3", format: ".mp3", sampleRate: 8000,
      channelCount: 1, packetCount: 7),
    FixtureCase(
      testDescription: "free.mp3", fileType: "MPG3", format: ".mp3", sampleRate: 44_100,
      channelCount: 2, packetCount: 13, validFrames: 13_230, seekTableByteCount: 100),
    FixtureCase(
      testDescription: "layer2.mp2", fileType: "MPG2", format: ".mp2", sampleRate: 48_000,
      channelCount: 2, packetCount: 13),
    FixtureCase(
      testDescription: "layer2-24k.mp2", fileType: "MPG2", format: ".mp2", sampleRate: 24_000,
      channelCount: 2, packetCount: 7),
    FixtureCase(
      testDescription: "aac.adts", fileType: "adts", format: "aac ", sampleRate: 44_100,
      channelCount: 2, packetCount: 14),
    FixtureCase(
      testDescription: "aac-16k.adts", fileType: "adts", format: "aac ", sampleRate: 16_000,
      channelCount: 1, packetCount: 6),
    wave("a-law.wav", "alaw", 2), wave("mu-law.wav", "ulaw", 1), wave("wav24.wav", "lpcm", 1),
    wave("wav8.wav", "lpcm", 1), wave("float.wav", "lpcm", 2), wave("live.wav", "lpcm", 2),
    wave("rf64.wav", "lpcm", 2, fileType: "RF64"),
  ]

  /// 0.3 s at 8 kHz.
  private static func wave(
    _ name: String, _ format: String, _ channelCount: Int, fileType: String = "WAVE"
  ) -> FixtureCase {
    FixtureCase(
      testDescription: name, fileType: fileType, format: format, sampleRate: 8000,
      channelCount: channelCount, packetCount: 2400)
  }
}

@Suite struct FixtureTests {
  @Test(arguments: FixtureCase.all)
  func readsEncodersFiles(file: FixtureCase) throws {
    let bytes = try Fixture.bytes(file.testDescription)
    let result = try readAll(bytes, with: DetectingReader())
    #expect(result.error == nil)
    let info = try #require(result.info)
    #expect(info.fileType.description == file.fileType)
    #expect(info.format.formatID.description == file.format)
    #expect(info.format.sampleRate == file.sampleRate)
    #expect(info.format.channelCount == file.channelCount)
    #expect(info.trim?.validFrames == file.validFrames)
    #expect(info.seekTable.count == file.seekTableByteCount)
    if let run = result.constant {
      let left = UInt64(bytes.count) - run.offset
      #expect(Int(run.byteCount ?? left) == file.packetCount * info.format.bytesPerPacket)
    } else {
      #expect(result.packets.count == file.packetCount)
      let last = try #require(result.packets.last)
      let end = UInt64(bytes.count - file.tagByteCount)
      #expect(last.offset + UInt64(last.byteCount) == end)
      if let stated = info.statedPacketCount { #expect(stated == UInt64(file.packetCount)) }
      if let stated = info.statedDataByteCount {
        #expect(stated == end - info.dataOffset)
      }
    }
  }

  @Test(arguments: FixtureCase.all)
  func keepsTheReaderContract(file: FixtureCase) throws {
    let bytes = try Fixture.bytes(file.testDescription)
    let laws = ReaderLaws { DetectingReader() }
    try laws.checkCuts(bytes, sizes: [1, 7, 100, 1000])
    try laws.checkPrefixes(bytes, step: 37)
  }

  @Test func readsLAMETags() throws {
    let result = try readAll(Fixture.bytes("vbr.mp3"), with: DetectingReader())
    let tags = try #require(result.info?.tags.values)
    #expect(tags["title"] == "Two tones")
    #expect(tags["artist"] == "Nobody")
  }
}
