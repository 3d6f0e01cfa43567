import AudioModel
import Testing

@testable import AudioSyntax

struct AudioSpecificConfigTests {
  private func parse(_ bytes: [UInt8]) -> AudioSpecificConfig? {
    AudioSpecificConfig(bytes.span)
  }

  @Test("a configuration survives its encoding to bytes")
  func roundTrip() throws {
    for rate in [96000, 44100, 24000, 8000, 12345] {
      for channels in [1, 2, 3, 4, 5, 6, 7, 11, 12, 14] {
        for replication in [nil, false, true] as [Bool?] {
          var config = AudioSpecificConfig(
            objectType: 2, sampleRate: rate, channelConfiguration: channels)
          config.framesPerPacket = channels == 3 ? 960 : 1024
          let read = try #require(parse(config.bytes(hasBandReplication: replication)))
          #expect(read.sampleRate == rate)
          #expect(read.channelConfiguration == channels)
          #expect(read.channelCount == config.channelCount)
          #expect(read.framesPerPacket == config.framesPerPacket)
          #expect(read.hasBandReplication == replication)
          #expect(read.extendedSampleRate == (replication == true ? rate * 2 : nil))
          #expect(!read.hasParametricStereo)
        }
      }
    }
  }

  @Test("parametric stereo survives its encoding to bytes")
  func parametricStereo() throws {
    var config = AudioSpecificConfig(objectType: 2, sampleRate: 22050, channelConfiguration: 1)
    config.hasParametricStereo = true
    config.extendedSampleRate = 44100
    let read = try #require(parse(config.bytes(hasBandReplication: true)))
    #expect(read.hasParametricStereo && read.extendedSampleRate == 44100)
  }

  /// Two front channels, two back channels, and a low-frequency channel, after their tag.
  private func program() -> [UInt8] {
    var writer = BitWriter()
    writer.append(0, bits: 4)
    writer.append(1, bits: 2)
    writer.append(4, bits: 4)
    for count in [1, 0, 1] { writer.append(count, bits: 4) }
    writer.append(1, bits: 2)
    writer.append(0, bits: 3 + 4)
    writer.append(0, bits: 3)
    for _ in 0..<2 { writer.append(0x10, bits: 5) }
    writer.append(0, bits: 4)
    return writer.bytes
  }

  @Test("a channel list survives its encoding, and a truncated one is refused")
  func listedChannels() throws {
    let element = program()
    var bits = BitCursor(element.span)
    let parsed = ProgramChannels(&bits)
    var config = AudioSpecificConfig(objectType: 2, sampleRate: 48000, channelConfiguration: 0)
    let program = try #require(parsed)
    config.program = program
    let bytes = config.bytes(hasBandReplication: nil)
    let read = try #require(parse(bytes))
    #expect(read.program == config.program)
    #expect(read.channelCount == 5)
    #expect(
      read.programLayout
        == ChannelLayout(labels: [.left, .right, .leftSurround, .rightSurround, .lowFrequency]))
    for end in bytes.indices {
      #expect(parse(Array(bytes[..<end])) == nil, "\(end) bytes")
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var objectType: Int
    var sampleRate: Int
    var channelCount: Int
    var framesPerPacket: Int
    var extendedSampleRate: Int?
    var hasParametricStereo = false
  }

  @Test(
    "configurations of each codec are read",
    arguments: [
      Case(
        testDescription: "AAC", bytes: [0x12, 0x10], objectType: 2, sampleRate: 44100,
        channelCount: 2, framesPerPacket: 1024),
      Case(
        testDescription: "AAC with short frames", bytes: [0x12, 0x14], objectType: 2,
        sampleRate: 44100, channelCount: 2, framesPerPacket: 960),
      Case(
        testDescription: "band replication, stated first", bytes: [0x2B, 0x92, 0x08, 0x00],
        objectType: 2, sampleRate: 22050, channelCount: 2, framesPerPacket: 1024,
        extendedSampleRate: 44100),
      Case(
        testDescription: "parametric stereo, stated first", bytes: [0xEB, 0x8A, 0x08, 0x00],
        objectType: 2, sampleRate: 22050, channelCount: 1, framesPerPacket: 1024,
        extendedSampleRate: 44100, hasParametricStereo: true),
      Case(
        testDescription: "low delay", bytes: [0xBA, 0x10, 0x00], objectType: 23, sampleRate: 44100,
        channelCount: 2, framesPerPacket: 512),
      Case(
        testDescription: "enhanced low delay", bytes: [0xF8, 0xE8, 0x50, 0x00], objectType: 39,
        sampleRate: 44100, channelCount: 2, framesPerPacket: 480),
      Case(
        testDescription: "MPEG audio", bytes: [0xF8, 0x48, 0x40], objectType: 34,
        sampleRate: 44100, channelCount: 2, framesPerPacket: 1152),
    ])
  func codecs(_ wanted: Case) throws {
    let config = try #require(parse(wanted.bytes))
    #expect(config.objectType == wanted.objectType)
    #expect(config.sampleRate == wanted.sampleRate)
    #expect(config.channelCount == wanted.channelCount)
    #expect(config.framesPerPacket == wanted.framesPerPacket)
    #expect(config.extendedSampleRate == wanted.extendedSampleRate)
    #expect(config.hasParametricStereo == wanted.hasParametricStereo)
    #expect(config.isAdvancedAudio == (wanted.objectType == 2))
  }

  @Test(
    "reserved and missing values are refused",
    arguments: [
      [], [0x12], [0x16, 0x90], [0x12, 0x48], [0x17, 0x80, 0x00, 0x00, 0x10],
    ] as [[UInt8]])
  func refused(_ bytes: [UInt8]) {
    #expect(parse(bytes) == nil)
  }
}
