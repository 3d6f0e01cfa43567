import AudioModel
import Testing

@testable import AudioContainers

@Suite struct AUReaderTests {
  private static let signed: StreamFormat.PCMFlags = [.signedInteger, .packed, .bigEndian]
  private static let audio: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

  private static let good: [ConstantSample] =
    ([
      ("mu-law", 1, ConstantSample.companded(.muLaw, 2)),
      ("8-bit", 2, ConstantSample.linear(2, bits: 8, signed)),
      ("16-bit", 3, ConstantSample.linear(2, bits: 16, signed)),
      ("24-bit", 4, ConstantSample.linear(2, bits: 24, signed)),
      ("32-bit", 5, ConstantSample.linear(2, bits: 32, signed)),
      ("float", 6, ConstantSample.linear(2, bits: 32, [.float, .packed, .bigEndian])),
      ("double", 7, ConstantSample.linear(2, bits: 64, [.float, .packed, .bigEndian])),
      ("A-law", 27, ConstantSample.companded(.aLaw, 2)),
    ] as [(String, UInt32, StreamFormat)]).map { name, encoding, format in
      let frame = UInt64(format.bytesPerPacket)
      return ConstantSample(
        testDescription: name, bytes: au(audio, encoding: encoding, channels: 2), fileType: .au,
        format: format, run: .init(offset: 24, byteCount: 8 / frame * frame))
    } + [
      ConstantSample(
        testDescription: "size not known, a text",
        bytes: au(audio, size: .max, text: Array("info\0\0\0\0".utf8)), fileType: .au,
        format: ConstantSample.linear(bits: 16, signed), run: .init(offset: 32, byteCount: nil)),
      ConstantSample(
        testDescription: "no audio", bytes: au([]), fileType: .au,
        format: ConstantSample.linear(bits: 16, signed), run: .init(offset: 24, byteCount: nil)),
    ]

  private static let bad: [BadSample] =
    [
      BadSample(testDescription: "nothing", bytes: [], error: ContainerError(.empty, at: 0)),
      BadSample(
        testDescription: "not AU", bytes: [UInt8](repeating: 0x2E, count: 24),
        error: ContainerError(.unrecognised, at: 0)),
      BadSample(
        testDescription: "an offset inside the header", bytes: au(audio, offset: 23),
        error: ContainerError(.malformed, at: 0)),
      BadSample(
        testDescription: "an offset behind the end", bytes: au(audio, offset: 3 << 30),
        error: ContainerError(.truncated, at: 32)),
      BadSample(
        testDescription: "no rate", bytes: au(audio, rate: 0),
        error: ContainerError(.malformed, at: 0)),
      BadSample(
        testDescription: "no channels", bytes: au(audio, channels: 0),
        error: ContainerError(.malformed, at: 0)),
      BadSample(
        testDescription: "4 billion channels", bytes: au(audio, channels: .max),
        error: ContainerError(.malformed, at: 0)),
    ]
    + ([0, 8, 10, 18, 23, 24, 25, 26, 28] as [UInt32]).map {
      BadSample(
        testDescription: "encoding \($0)", bytes: au(audio, encoding: $0),
        error: ContainerError(.unsupportedFormat, at: 0))
    }

  /// Returns the bytes of an AU file; by default mono at 16 bits.
  private static func au(
    _ audio: [UInt8], encoding: UInt32 = 3, rate: UInt32 = 44_100, channels: UInt32 = 1,
    offset: UInt32? = nil, size: UInt32? = nil, text: [UInt8] = []
  ) -> [UInt8] {
    let start = offset ?? UInt32(24 + text.count)
    return Array(".snd".utf8) + bigEndian(start) + bigEndian(size ?? UInt32(audio.count))
      + bigEndian(encoding) + bigEndian(rate) + bigEndian(channels) + text + audio
  }

  @Test(arguments: good)
  func readsFormatAndAudio(sample: ConstantSample) throws {
    try check(sample, with: AUReader())
  }

  @Test func readsTheText() throws {
    let bytes = Self.au(Self.audio, text: Array("Grüße\0\0".utf8) + [9])
    let info = try readAll(bytes, with: AUReader()).info
    #expect(info?.tags.values == ["comments": "Grüße"])
    #expect(info?.dataOffset == 34)
  }

  @Test func longTextsAreTruncated() throws {
    let bytes = Self.au(Self.audio, text: [UInt8](repeating: 0x61, count: 100_000))
    let info = try readAll(bytes, inPiecesOf: 1000, with: AUReader()).info
    #expect(info?.tags.values["comments"]?.utf8.count == Tags.longestText)
    #expect(info?.dataOffset == 100_024)
  }

  @Test(arguments: bad)
  func reportsErrorsWithTheirOffsets(sample: BadSample) throws {
    #expect(try readAll(sample.bytes, with: AUReader()).error == sample.error)
  }

  @Test(arguments: good)
  func keepsTheReaderContract(sample: ConstantSample) throws {
    let laws = ReaderLaws { AUReader() }
    try laws.checkCuts(sample.bytes)
    try laws.checkPrefixes(sample.bytes)
    try laws.checkByteValues(sample.bytes)
  }

  @Test(
    arguments: [(24, 24, 8), (25, 26, 6), (31, 32, 0), (0, 24, 8), (33, 33, nil)]
      as [(UInt64, UInt64, UInt64?)])
  func resynchronisesToAFrame(offset: UInt64, start: UInt64, byteCount: UInt64?) throws {
    let bytes = Self.au(Self.audio) + [0]
    try checkResynchronising(
      AUReader(), bytes, at: offset, startsAt: start, giving: byteCount)
  }
}
