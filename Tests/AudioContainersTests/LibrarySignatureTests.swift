import AudioModel
import Testing

@testable import AudioContainers

/// Signatures that need more than a name, and similar bytes.
@Suite struct LibrarySignatureTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var format: LibraryFormat?

    /// A header, followed by silence.
    init(_ description: String, _ bytes: [UInt8], _ format: LibraryFormat? = nil) {
      testDescription = description
      self.bytes = bytes + [UInt8](repeating: 0, count: 600)
      self.format = format
    }
  }

  static let cases =
    voices + lossless + theaters
    + [
      Case("SPHERE", Array("NIST_1A\n   1024\n".utf8), .sphere),
      Case("SPHERE without its size", Array("NIST_1A\n   x024\n".utf8)),
      Case("SPHERE without its line", Array("NIST_1A    1024\n".utf8)),
    ]

  private static func voice(_ version: UInt16, check: UInt16) -> [UInt8] {
    Array("Creative Voice File\u{1A}".utf8) + littleEndian(26 as UInt16) + littleEndian(version)
      + littleEndian(check)
  }

  private static let voices = [
    Case("VOC 1.10", voice(0x010A, check: 0x1129), .creativeVoice),
    Case("VOC with a wrong check", voice(0x010A, check: 0x1128)),
    Case("VOC without its mark", Array("Creative Voice File ".utf8) + voice(0x010A, check: 0x1129)),
  ]

  private static func block(_ version: UInt16, _ byteCount: UInt32) -> [UInt8] {
    Array("wvpk".utf8) + littleEndian(byteCount) + littleEndian(version)
  }

  private static func trueAudio(_ kind: UInt16, bits: UInt16) -> [UInt8] {
    Array("TTA1".utf8) + littleEndian(kind) + littleEndian(2 as UInt16) + littleEndian(bits)
      + littleEndian(44_100 as UInt32)
  }

  private static let lossless = [
    Case("WavPack 4", block(0x407, 100), .wavPack),
    Case("WavPack 3", block(0x300, 100)),
    Case("WavPack of no bytes", block(0x407, 0)),
    Case("TTA", trueAudio(1, bits: 16), .trueAudio),
    Case("encrypted TTA", trueAudio(2, bits: 16)),
    Case("TTA of 32 bits", trueAudio(1, bits: 32)),
    Case(
      "TrueHD", [0x10, 0x40, 0, 0, 0xF8, 0x72, 0x6F, 0xBA, 0, 0, 0, 0, 0xB7, 0x52, 0, 0], .trueHD),
    Case(
      "TrueHD without its signature",
      [0x10, 0x40, 0, 0, 0xF8, 0x72, 0x6F, 0xBA, 0, 0, 0, 0, 0xB7, 0x53, 0, 0]),
    Case(
      "IRCAM",
      littleEndian(0x0001_A364 as UInt32) + littleEndian(Float(8000).bitPattern)
        + littleEndian(1 as UInt32) + littleEndian(2 as UInt32), .ircam),
    Case(
      "IRCAM of the other order",
      bigEndian(0x64A3_0200 as UInt32)
        + bigEndian(
          Float(44_100).bitPattern) + bigEndian(2 as UInt32) + bigEndian(4 as UInt32), .ircam),
    Case(
      "IRCAM of no channel",
      littleEndian(0x0001_A364 as UInt32)
        + littleEndian(Float(8000).bitPattern) + littleEndian(0 as UInt32)
        + littleEndian(2 as UInt32)),
    Case(
      "IRCAM of no encoding",
      littleEndian(0x0001_A364 as UInt32)
        + littleEndian(Float(8000).bitPattern) + littleEndian(1 as UInt32)
        + littleEndian(9 as UInt32)),
  ]

  /// A core frame of 96 bytes: 16 blocks, rate 13 (48 kHz).
  private static func theater(blocks: UInt64 = 16, bytes: UInt64 = 96, rate: UInt64 = 13)
    -> [UInt8]
  {
    let fields =
      1 << 63 | 31 << 58 | (blocks - 1) << 50 | (bytes - 1) << 36 | 2 << 30 | rate << 26
    return [0x7F, 0xFE, 0x80, 0x01] + bigEndian(fields as UInt64)
      + [UInt8](repeating: 0x55, count: Int(bytes) - 12)
  }

  private static let theaters = [
    Case("DTS", theater() + theater(), .digitalTheater),
    Case("DTS with an extension", theater() + [0x64, 0x58, 0x20, 0x25], .digitalTheater),
    Case("one frame of DTS", theater()),
    Case("DTS of 3 blocks", theater(blocks: 3) + theater(blocks: 3)),
    Case("DTS of no rate", theater(rate: 0) + theater(rate: 0)),
  ]

  @Test("a partial signature does not match", arguments: cases)
  func isWhole(item: Case) throws {
    let result = try readAll(item.bytes, with: DetectingReader())
    #expect(result.error?.reason == (item.format.map { .needsLibrary($0) } ?? .unrecognised))
    try ReaderLaws { DetectingReader() }.checkCuts(item.bytes)
  }

  @Test("a single DTS frame at the end of the file is enough")
  func endsWithTheFile() throws {
    let result = try readAll(Self.theater(), with: DetectingReader())
    #expect(result.error?.reason == .needsLibrary(.digitalTheater))
  }
}
