import AudioModel
import Testing

@testable import AudioContainers

/// MPEG audio and sound fields in WAVE files.
@Suite struct WAVFramesTests {
  private static let frames = MPEGStream().frames(5)

  private static func file(_ data: [UInt8], size: UInt32? = nil) -> [UInt8] {
    riff(
      formatChunk(tag: 0x55, channels: 2, bits: 0, extra: [UInt8](repeating: 0, count: 14)),
      chunk("fact", littleEndian(5760 as UInt32)), chunk("data", data, size: size),
      chunk("LIST", Array("INFO".utf8) + chunk("INAM", Array("Tune\0\0".utf8))))
  }

  @Test("frames are packets, up to the end of the data")
  func readsFrames() throws {
    let bytes = Self.file(Self.frames)
    let result = try readAll(bytes, with: DetectingReader())
    let info = try #require(result.info)
    #expect(result.error == nil)
    #expect(info.fileType == .wave)
    #expect(info.format.formatID == .mpegLayer3 && info.format.framesPerPacket == 1152)
    #expect(result.packets.count == 5)
    #expect(info.dataOffset == result.packets.first?.offset)
    #expect(result.packets.map(\.byteCount).reduce(0, +) == UInt32(Self.frames.count))
    #expect(info.chunks.map(\.type.description).contains("data"))
  }

  @Test("readers keep their contract")
  func keepsTheLaws() throws {
    let laws = ReaderLaws { WAVReader() }
    for bytes in [Self.file(Self.frames), Self.file(Self.frames, size: .max)] {
      try laws.checkCuts(bytes)
      try laws.checkPrefixes(bytes, step: 7)
    }
    try laws.checkByteValues(Array(Self.file(Self.frames).prefix(120)))
  }

  @Test(
    "data without frames has the format that the header states",
    arguments: [(0x55, 44_100, 1152), (0x55, 8000, 576), (0x50, 24_000, 1152)])
  func readsEmptyData(tag: UInt16, rate: UInt32, framesPerPacket: Int) throws {
    let format = formatChunk(
      tag: tag, channels: 2, bits: 0, rate: rate, extra: [UInt8](repeating: 0, count: 14))
    for after in [[], chunk("LIST", Array("INFO".utf8))] {
      let bytes = riff(format, chunk("data", []), after)
      let result = try readAll(bytes, with: DetectingReader())
      let info = try #require(result.info)
      #expect(result.error == nil && result.packets.isEmpty)
      #expect(info.fileType == .wave && info.format.sampleRate == Double(rate))
      #expect(info.format.formatID == (tag == 0x55 ? .mpegLayer3 : .mpegLayer2))
      #expect(info.format.framesPerPacket == framesPerPacket && info.format.channelCount == 2)
      try ReaderLaws { WAVReader() }.checkCuts(bytes)
    }
  }

  @Test("a frame truncated by the end of the data is dropped")
  func leavesOutHalfAFrame() throws {
    let result = try readAll(Self.file(Array(Self.frames.dropLast(50))), with: WAVReader())
    #expect(result.packets.count == 4)
    #expect(result.error == nil)
  }

  @Test("four-channel B-format has its own layout", arguments: [4, 3])
  func readsBFormat(channelCount: UInt16) throws {
    let guid: [UInt8] = [0x21, 0x07, 0xD3, 0x11, 0x86, 0x44, 0xC8, 0xC1, 0xCA, 0, 0, 0]
    let extra =
      littleEndian(22 as UInt16) + littleEndian(16 as UInt16) + littleEndian(0 as UInt32)
      + littleEndian(1 as UInt32) + guid
    let bytes = riff(
      formatChunk(tag: 0xFFFE, channels: channelCount, bits: 16, extra: extra),
      chunk("data", [UInt8](repeating: 1, count: 48)))
    let info = try #require(try readAll(bytes, with: WAVReader()).info)
    #expect(info.format.isLinearPCM && info.format.channelCount == Int(channelCount))
    #expect(info.channelLayout == (channelCount == 4 ? ChannelLayout(tag: 107 << 16 | 4) : nil))
  }
}
