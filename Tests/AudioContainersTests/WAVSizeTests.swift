import AudioModel
import Testing

@testable import AudioContainers

/// Unknown sizes, missing pads, and big-endian forms.
@Suite struct WAVSizeTests {
  private static let audio = (0..<64).map { UInt8(truncatingIfNeeded: $0 * 37 + 3) }
  private static let format = formatChunk(tag: 1, channels: 1, bits: 16)

  private func form(_ size: UInt32, dataSize: UInt32) -> [UInt8] {
    let body = Array("WAVE".utf8) + Self.format + chunk("data", Self.audio, size: dataSize)
    return Array("RIFF".utf8) + littleEndian(size) + body
  }

  @Test(
    "audio of unknown size is read to the end of the file",
    arguments: [0, 0x7FFF_FFFF, 0x7FFF_FFDB, 0x8000_0000, 0x7FFF_F000, .max] as [UInt32])
  func readsToTheEnd(dataSize: UInt32) throws {
    for size in [100, 36, 44, 52, 0, .max] as [UInt32] {
      let file = form(size, dataSize: dataSize)
      let result = try readAll(file, with: WAVReader())
      #expect(result.constant == ReadResult.ConstantRun(offset: 44, byteCount: nil), "\(size)")
      #expect(result.info?.statedDataByteCount == nil)
    }
  }

  @Test("an empty recording before other chunks stays empty")
  func emptyStaysEmpty() throws {
    let list = chunk("LIST", Array("INFO".utf8) + chunk("INAM", Array("Name".utf8)))
    let result = try readAll(
      riff(Self.format, chunk("data", []), list), with: WAVReader())
    #expect(result.constant?.byteCount == 0)
  }

  @Test("a missing pad byte hides no chunk")
  func missingPad() throws {
    let odd =
      Array("LIST".utf8) + littleEndian(17 as UInt32) + Array("INFOISFT".utf8)
      + littleEndian(5 as UInt32) + Array("Test\0".utf8)
    let result = try readAll(
      riff(Self.format, odd, chunk("data", Self.audio)), with: WAVReader())
    #expect(result.info?.dataOffset == UInt64(12 + Self.format.count + odd.count + 8))
    #expect(result.info?.tags.values["encoding application"] == "Test")
    let padded = try readAll(
      riff(Self.format, odd + [0], chunk("data", Self.audio)), with: WAVReader())
    #expect(padded.info?.dataOffset == UInt64(12 + Self.format.count + odd.count + 9))
  }

  @Test("a big-endian form has big-endian samples")
  func readsBigEndianForms() throws {
    let fields =
      bigEndian(1 as UInt16) + bigEndian(1 as UInt16) + bigEndian(16_000 as UInt32)
      + bigEndian(32_000 as UInt32) + bigEndian(2 as UInt16) + bigEndian(16 as UInt16)
    let body =
      Array("WAVEfmt ".utf8) + bigEndian(16 as UInt32) + fields + Array("data".utf8)
      + bigEndian(64 as UInt32) + Self.audio
    let file = Array("RIFX".utf8) + bigEndian(UInt32(body.count)) + body
    let result = try readAll(file, with: DetectingReader())
    let info = try #require(result.info)
    #expect(info.format.sampleRate == 16_000)
    #expect(info.format.pcmFlags == [.bigEndian, .signedInteger, .packed])
    #expect(result.constant == ReadResult.ConstantRun(offset: 44, byteCount: 64))
    #expect(!info.canBeChanged)
  }
}
