import AudioModel
import Testing

@testable import AudioContainers

/// A WAVE file and its contents.
struct WAVSample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: [UInt8]
  var format: StreamFormat
  var layout: ChannelLayout?
  var fileType = FourCC.wave
  var run: ReadResult.ConstantRun
  var laterTags: [String: String] = [:]
  var tags: [String: String] = [:]

  static let good: [WAVSample] = plain + extended + unusual

  static let plain: [WAVSample] = [
    WAVSample(
      testDescription: "16-bit stereo",
      bytes: riff(
        formatChunk(tag: 1, channels: 2, bits: 16), chunk("data", [1, 2, 3, 4, 5, 6, 7, 8])),
      format: linear(2, bits: 16, [.signedInteger, .packed]), layout: .stereo,
      run: ReadResult.ConstantRun(offset: 44, byteCount: 8)),
    WAVSample(
      testDescription: "8 bits are unsigned",
      bytes: riff(formatChunk(tag: 1, channels: 1, bits: 8), chunk("data", [1, 2, 3])),
      format: linear(1, bits: 8, [.packed]), layout: .mono,
      run: ReadResult.ConstantRun(offset: 44, byteCount: 3)),
    WAVSample(
      testDescription: "24-bit, three channels",
      bytes: riff(
        formatChunk(tag: 1, channels: 3, bits: 24), chunk("data", [UInt8](repeating: 7, count: 20))
      ),
      format: linear(3, bits: 24, [.signedInteger, .packed]),
      run: ReadResult.ConstantRun(offset: 44, byteCount: 18)),
    WAVSample(
      testDescription: "32-bit",
      bytes: riff(formatChunk(tag: 1, channels: 1, bits: 32), chunk("data", [1, 2, 3, 4])),
      format: linear(1, bits: 32, [.signedInteger, .packed]), layout: .mono,
      run: ReadResult.ConstantRun(offset: 44, byteCount: 4)),
    WAVSample(
      testDescription: "20 bits in 3 bytes",
      bytes: riff(formatChunk(tag: 1, channels: 1, bits: 20), chunk("data", [1, 2, 3])),
      format: linear(1, bits: 20, container: 3, [.signedInteger, .alignedHigh]), layout: .mono,
      run: ReadResult.ConstantRun(offset: 44, byteCount: 3)),
    WAVSample(
      testDescription: "float",
      bytes: riff(formatChunk(tag: 3, channels: 1, bits: 32), chunk("data", [1, 2, 3, 4])),
      format: linear(1, bits: 32, [.float, .packed]), layout: .mono,
      run: ReadResult.ConstantRun(offset: 44, byteCount: 4)),
    WAVSample(
      testDescription: "double",
      bytes: riff(formatChunk(tag: 3, channels: 1, bits: 64), chunk("data", [])),
      format: linear(1, bits: 64, [.float, .packed]), layout: .mono,
      run: ReadResult.ConstantRun(offset: 44, byteCount: nil)),
    WAVSample(
      testDescription: "A-law",
      bytes: riff(formatChunk(tag: 6, channels: 2, bits: 8), chunk("data", [1, 2])),
      format: companded(.aLaw, 2), layout: .stereo,
      run: ReadResult.ConstantRun(offset: 44, byteCount: 2)),
    WAVSample(
      testDescription: "mu-law",
      bytes: riff(formatChunk(tag: 7, channels: 1, bits: 8), chunk("data", [1, 2])),
      format: companded(.muLaw, 1), layout: .mono,
      run: ReadResult.ConstantRun(offset: 44, byteCount: 2)),
    WAVSample(
      testDescription: "Microsoft ADPCM",
      bytes: riff(
        formatChunk(tag: 2, channels: 2, bits: 4, container: 16),
        chunk("data", [UInt8](repeating: 1, count: 70))),
      format: StreamFormat(
        sampleRate: 44_100, formatID: .microsoftADPCM, bytesPerPacket: 32, framesPerPacket: 20,
        channelCount: 2),
      layout: .stereo, run: ReadResult.ConstantRun(offset: 44, byteCount: 64)),
    WAVSample(
      testDescription: "DVI ADPCM",
      bytes: riff(
        formatChunk(tag: 0x11, channels: 1, bits: 4, container: 36),
        chunk("data", [UInt8](repeating: 1, count: 36))),
      format: StreamFormat(
        sampleRate: 44_100, formatID: .intelIMA, bytesPerPacket: 36, framesPerPacket: 65,
        channelCount: 1),
      layout: .mono, run: ReadResult.ConstantRun(offset: 44, byteCount: 36)),
    WAVSample(
      testDescription: "Microsoft GSM",
      bytes: riff(
        formatChunk(tag: 0x31, channels: 1, bits: 0, container: 65, rate: 8000),
        chunk("data", [UInt8](repeating: 1, count: 65))),
      format: StreamFormat(
        sampleRate: 8_000, formatID: .microsoftGSM, bytesPerPacket: 65, framesPerPacket: 320,
        channelCount: 1),
      layout: .mono, run: ReadResult.ConstantRun(offset: 44, byteCount: 65)),
  ]

  static let extended: [WAVSample] = [
    WAVSample(
      testDescription: "extensible, 24 bits in 4 bytes, 5.1",
      bytes: riff(
        formatChunk(
          tag: 0xFFFE, channels: 6, bits: 32, extra: extensible(tag: 1, validBits: 24, mask: 0x3F)),
        chunk("data", [UInt8](repeating: 1, count: 24))),
      format: linear(6, bits: 24, container: 4, [.signedInteger, .alignedHigh]),
      layout: .bitmap(0x3F), run: ReadResult.ConstantRun(offset: 68, byteCount: 24)),
    WAVSample(
      testDescription: "extensible, mask with too few speakers, valid bits not stated",
      bytes: riff(
        formatChunk(
          tag: 0xFFFE, channels: 3, bits: 16, extra: extensible(tag: 1, validBits: 0, mask: 3)),
        chunk("data", [1, 2, 3, 4, 5, 6])),
      format: linear(3, bits: 16, [.signedInteger, .packed]),
      run: ReadResult.ConstantRun(offset: 68, byteCount: 6)),
    WAVSample(
      testDescription: "RF64",
      bytes: riff(
        chunk(
          "ds64", littleEndian(80 as UInt64) + littleEndian(4 as UInt64) + littleEndian(2 as UInt64)
        ),
        formatChunk(tag: 1, channels: 1, bits: 16), chunk("data", [1, 2, 3, 4], size: .max),
        chunk("LIST", Array("adtl".utf8)), form: "RF64", size: .max),
      format: linear(1, bits: 16, [.signedInteger, .packed]), layout: .mono, fileType: .rf64,
      run: ReadResult.ConstantRun(offset: 76, byteCount: 4)),
    WAVSample(
      testDescription: "BW64 with a small data chunk of its own size",
      bytes: riff(
        chunk("ds64", [UInt8](repeating: 0, count: 28)), formatChunk(tag: 1, channels: 1, bits: 16),
        chunk("data", [1, 2]), form: "BW64"),
      format: linear(1, bits: 16, [.signedInteger, .packed]), layout: .mono, fileType: .bw64,
      run: ReadResult.ConstantRun(offset: 80, byteCount: 2)),
  ]

  static let unusual: [WAVSample] = [
    WAVSample(
      testDescription: "size not known",
      bytes: riff(
        formatChunk(tag: 1, channels: 1, bits: 16), chunk("data", [1, 2, 3, 4, 5], size: .max),
        size: .max),
      format: linear(1, bits: 16, [.signedInteger, .packed]), layout: .mono,
      run: ReadResult.ConstantRun(offset: 44, byteCount: nil)),
    WAVSample(
      testDescription: "sizes never filled in",
      bytes: riff(
        formatChunk(tag: 1, channels: 1, bits: 16), chunk("data", [1, 2, 3, 4], size: 0), size: 0),
      format: linear(1, bits: 16, [.signedInteger, .packed]), layout: .mono,
      run: ReadResult.ConstantRun(offset: 44, byteCount: nil)),
    WAVSample(
      testDescription: "sizes of the moment when recording began",
      bytes: riff(
        formatChunk(tag: 1, channels: 1, bits: 16), chunk("data", [1, 2, 3, 4], size: 0), size: 36),
      format: linear(1, bits: 16, [.signedInteger, .packed]), layout: .mono,
      run: ReadResult.ConstantRun(offset: 44, byteCount: nil)),
    WAVSample(
      testDescription: "no audio, chunks behind",
      bytes: riff(
        formatChunk(tag: 1, channels: 1, bits: 16), chunk("data", []), chunk("JUNK", [1, 2])),
      format: linear(1, bits: 16, [.signedInteger, .packed]), layout: .mono,
      run: ReadResult.ConstantRun(offset: 44, byteCount: 0)),
    WAVSample(
      testDescription: "odd chunks, a second format, a second data chunk",
      bytes: riff(
        chunk("JUNK", [9, 9, 9]), formatChunk(tag: 1, channels: 1, bits: 8, extra: [0, 0, 0]),
        formatChunk(tag: 3, channels: 2, bits: 32), chunk("data", [1, 2, 3]), chunk("data", [1])),
      format: linear(1, bits: 8, [.packed]), layout: .mono,
      run: ReadResult.ConstantRun(offset: 84, byteCount: 3)),
    WAVSample(
      testDescription: "data that promises 4 GB",
      bytes: riff(
        formatChunk(tag: 1, channels: 1, bits: 8), chunk("data", [1, 2, 3], size: 0xFFFF_FFF0)),
      format: linear(1, bits: 8, [.packed]), layout: .mono,
      run: ReadResult.ConstantRun(offset: 44, byteCount: 0xFFFF_FFF0)),
  ]

  private static func linear(
    _ channels: Int, bits: Int, container: Int? = nil, _ flags: StreamFormat.PCMFlags
  ) -> StreamFormat {
    let frame = (container ?? bits / 8) * channels
    return StreamFormat(
      sampleRate: 44_100, formatID: .linearPCM, formatFlags: flags.rawValue, bytesPerPacket: frame,
      framesPerPacket: 1, bytesPerFrame: frame, channelCount: channels, bitsPerChannel: bits)
  }

  private static func companded(_ codec: FourCC, _ channels: Int) -> StreamFormat {
    StreamFormat(
      sampleRate: 44_100, formatID: codec, bytesPerPacket: channels, framesPerPacket: 1,
      bytesPerFrame: channels, channelCount: channels, bitsPerChannel: 8)
  }
}

/// An invalid file and its expected error.
struct BadSample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: [UInt8]
  var error: ContainerError
}

extension WAVSample {
  static let bad: [BadSample] = [
    BadSample(
      testDescription: "not RIFF", bytes: Array("FORM0000AIFF".utf8),
      error: ContainerError(.unrecognised, at: 0)),
    BadSample(
      testDescription: "short format", bytes: riff(chunk("fmt ", [1, 0])),
      error: ContainerError(.malformed, at: 12)),
    BadSample(
      testDescription: "no channels", bytes: riff(formatChunk(tag: 1, channels: 0, bits: 16)),
      error: ContainerError(.malformed, at: 20)),
    BadSample(
      testDescription: "no rate", bytes: riff(formatChunk(tag: 1, channels: 1, bits: 16, rate: 0)),
      error: ContainerError(.malformed, at: 20)),
    BadSample(
      testDescription: "12-bit samples in 1-byte frames",
      bytes: riff(formatChunk(tag: 1, channels: 1, bits: 12, container: 1)),
      error: ContainerError(.malformed, at: 20)),
    BadSample(
      testDescription: "ADPCM without room for a header",
      bytes: riff(formatChunk(tag: 2, channels: 1, bits: 4)),
      error: ContainerError(.needsLibrary(.waveform), at: 0)),
    BadSample(
      testDescription: "MP3 that begins with no frame",
      bytes: riff(formatChunk(tag: 0x55, channels: 2, bits: 0), chunk("data", [0, 1, 2, 3, 4, 5])),
      error: ContainerError(.needsLibrary(.waveform), at: 0)),
    BadSample(
      testDescription: "60-bit integers", bytes: riff(formatChunk(tag: 1, channels: 1, bits: 60)),
      error: ContainerError(.needsLibrary(.waveform), at: 0)),
    BadSample(
      testDescription: "16-bit float", bytes: riff(formatChunk(tag: 3, channels: 1, bits: 16)),
      error: ContainerError(.needsLibrary(.waveform), at: 0)),
    BadSample(
      testDescription: "data first", bytes: riff(chunk("data", [0])),
      error: ContainerError(.malformed, at: 12)),
    BadSample(
      testDescription: "no data", bytes: riff(formatChunk(tag: 1, channels: 1, bits: 8)),
      error: ContainerError(.truncated, at: 36)),
    BadSample(
      testDescription: "huge format", bytes: riff(chunk("fmt ", [1], size: .max)),
      error: ContainerError(.truncated, at: 21)),
    BadSample(testDescription: "nothing", bytes: [], error: ContainerError(.empty, at: 0)),
  ]
}
