import AudioModel
import Testing

@testable import AudioContainers

@Suite struct W64ReaderTests {
  private static let form: [UInt8] = [
    0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0, 0,
  ]
  private static let inside: [UInt8] = [
    0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A,
  ]
  private static let audio: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
  private static let format = ConstantSample.linear(2, bits: 16, [.signedInteger, .packed])

  private static func w64(_ chunks: [UInt8]..., size: UInt64 = 0) -> [UInt8] {
    Array("riff".utf8) + form + littleEndian(size) + Array("wave".utf8) + inside + chunks.joined()
  }

  private static func chunk(_ name: String, _ body: [UInt8], size: UInt64? = nil) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: (8 - body.count % 8) % 8)
    return Array(name.utf8) + inside + littleEndian(size ?? UInt64(24 + body.count)) + body
      + padding
  }

  /// 16-bit stereo.
  private static let formatBody = Array(formatChunk(tag: 1, channels: 2, bits: 16).dropFirst(8))

  private static let good: [ConstantSample] = [
    sample(
      "plain", w64(chunk("fmt ", formatBody), chunk("data", audio)),
      .init(offset: 104, byteCount: 8)),
    sample(
      "chunks before, odd sizes, a second format",
      w64(
        chunk("fact", [1]), chunk("fmt ", formatBody + [0, 0, 0]), chunk("fmt ", [1]),
        chunk("data", audio + [9, 9]), chunk("list", [1])),
      .init(offset: 176, byteCount: 8)),
    sample(
      "size 0", w64(chunk("fmt ", formatBody), chunk("data", audio, size: 0)),
      .init(offset: 104, byteCount: nil)),
    sample(
      "the largest size", w64(chunk("fmt ", formatBody), chunk("data", audio, size: .max)),
      .init(offset: 104, byteCount: nil)),
    sample(
      "a size of 2 EB", w64(chunk("fmt ", formatBody), chunk("data", audio, size: 1 << 61)),
      .init(offset: 104, byteCount: (1 << 61 - 24) / 4 * 4)),
  ]

  private static func sample(
    _ name: String, _ bytes: [UInt8], _ run: ReadResult.ConstantRun
  ) -> ConstantSample {
    ConstantSample(
      testDescription: name, bytes: bytes, fileType: .wave64, format: format, run: run)
  }

  private static let bad: [BadSample] = [
    BadSample(testDescription: "nothing", bytes: [], error: ContainerError(.empty, at: 0)),
    BadSample(
      testDescription: "not Wave64", bytes: [UInt8](repeating: 0x72, count: 40),
      error: ContainerError(.unrecognised, at: 0)),
    BadSample(
      testDescription: "short format", bytes: w64(chunk("fmt ", [1])),
      error: ContainerError(.malformed, at: 40)),
    BadSample(
      testDescription: "a chunk without size", bytes: w64(chunk("fact", [], size: 23)),
      error: ContainerError(.malformed, at: 40)),
    BadSample(
      testDescription: "audio first", bytes: w64(chunk("data", audio)),
      error: ContainerError(.malformed, at: 40)),
    BadSample(
      testDescription: "no audio", bytes: w64(chunk("fmt ", formatBody)),
      error: ContainerError(.truncated, at: 80)),
  ]

  @Test(arguments: good)
  func readsFormatAndAudio(sample: ConstantSample) throws {
    try check(sample, with: W64Reader())
  }

  @Test(arguments: bad)
  func reportsErrorsWithTheirOffsets(sample: BadSample) throws {
    #expect(try readAll(sample.bytes, with: W64Reader()).error == sample.error)
  }

  @Test(arguments: good)
  func keepsTheReaderContract(sample: ConstantSample) throws {
    let laws = ReaderLaws { W64Reader() }
    try laws.checkCuts(sample.bytes)
    try laws.checkPrefixes(sample.bytes)
    try laws.checkByteValues(sample.bytes)
  }

  @Test(
    arguments: [(104, 104, 8), (105, 108, 4), (111, 112, 0), (0, 104, 8)]
      as [(UInt64, UInt64, UInt64?)])
  func resynchronisesToAFrame(offset: UInt64, start: UInt64, byteCount: UInt64?) throws {
    try checkResynchronising(
      W64Reader(), Self.good[0].bytes, at: offset, startsAt: start, giving: byteCount)
  }
}
