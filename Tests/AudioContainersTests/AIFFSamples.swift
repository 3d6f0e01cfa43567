import AudioModel
import Testing

@testable import AudioContainers

/// A file of constant packets and its contents.
struct ConstantSample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: [UInt8]
  var fileType: FourCC
  var format: StreamFormat
  var run: ReadResult.ConstantRun

  /// Linear PCM at 44.1 kHz.
  static func linear(
    _ channels: Int = 1, bits: Int, container: Int? = nil, _ flags: StreamFormat.PCMFlags
  ) -> StreamFormat {
    let frame = (container ?? bits / 8) * channels
    return StreamFormat(
      sampleRate: 44_100, formatID: .linearPCM, formatFlags: flags.rawValue, bytesPerPacket: frame,
      framesPerPacket: 1, bytesPerFrame: frame, channelCount: channels, bitsPerChannel: bits)
  }

  /// A-law or mu-law at 44.1 kHz.
  static func companded(_ codec: FourCC, _ channels: Int = 1) -> StreamFormat {
    StreamFormat(
      sampleRate: 44_100, formatID: codec, bytesPerPacket: channels, framesPerPacket: 1,
      bytesPerFrame: channels, channelCount: channels, bitsPerChannel: 8)
  }
}

/// AIFF and AIFF-C files.
enum AIFFSample {
  private static let signed: StreamFormat.PCMFlags = [.signedInteger, .packed, .bigEndian]
  private static let audio: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

  static let good: [ConstantSample] = plain + compressed + unusual

  static let plain: [ConstantSample] = [
    sample(
      "16-bit stereo", aiff(aiffCommon(channels: 2, frames: 2), aiffSound(audio)),
      ConstantSample.linear(2, bits: 16, signed), .init(offset: 54, byteCount: 8)),
    sample(
      "8 bits are signed", aiff(aiffCommon(frames: 3, bits: 8), aiffSound([1, 2, 3])),
      ConstantSample.linear(bits: 8, signed), .init(offset: 54, byteCount: 3)),
    sample(
      "12 bits stand at the high end of 2 bytes",
      aiff(aiffCommon(frames: 4, bits: 12), aiffSound(audio)),
      ConstantSample.linear(bits: 12, container: 2, [.signedInteger, .alignedHigh, .bigEndian]),
      .init(offset: 54, byteCount: 8)),
    sample(
      "24-bit", aiff(aiffCommon(frames: 2, bits: 24), aiffSound(Array(audio.prefix(6)))),
      ConstantSample.linear(bits: 24, signed), .init(offset: 54, byteCount: 6)),
    sample(
      "32-bit", aiff(aiffCommon(frames: 2, bits: 32), aiffSound(audio)),
      ConstantSample.linear(bits: 32, signed), .init(offset: 54, byteCount: 8)),
  ]

  static let compressed: [ConstantSample] = [
    ("NONE", 16, ConstantSample.linear(bits: 16, signed)),
    ("twos", 24, ConstantSample.linear(bits: 24, signed)),
    ("sowt", 16, ConstantSample.linear(bits: 16, [.signedInteger, .packed])),
    ("raw ", 8, ConstantSample.linear(bits: 8, [.packed, .bigEndian])),
    ("in24", 16, ConstantSample.linear(bits: 24, signed)),
    ("in32", 32, ConstantSample.linear(bits: 32, signed)),
    ("42ni", 24, ConstantSample.linear(bits: 24, [.signedInteger, .packed])),
    ("23ni", 32, ConstantSample.linear(bits: 32, [.signedInteger, .packed])),
    ("fl32", 32, ConstantSample.linear(bits: 32, [.float, .packed, .bigEndian])),
    ("FL32", 0, ConstantSample.linear(bits: 32, [.float, .packed, .bigEndian])),
    ("fl64", 64, ConstantSample.linear(bits: 64, [.float, .packed, .bigEndian])),
    ("FL64", 64, ConstantSample.linear(bits: 64, [.float, .packed, .bigEndian])),
    ("alaw", 16, ConstantSample.companded(.aLaw)),
    ("ALAW", 8, ConstantSample.companded(.aLaw)),
    ("ulaw", 16, ConstantSample.companded(.muLaw)),
    ("ULAW", 8, ConstantSample.companded(.muLaw)),
    (
      "ima4", 16,
      StreamFormat(
        sampleRate: 44_100, formatID: .appleIMA4, bytesPerPacket: 34, framesPerPacket: 64,
        channelCount: 1)
    ),
  ].map { compression, bits, format in
    sample(
      compression,
      aiff(
        aiffChunk("FVER", [0xA2, 0x80, 0x51, 0x40]),
        aiffCommon(frames: 2, bits: bits, compression: compression),
        aiffSound([UInt8](repeating: 3, count: 70)), type: "AIFC"),
      format, .init(offset: 72, byteCount: UInt64(format.bytesPerPacket * 2)), .aifc)
  }

  static let unusual: [ConstantSample] = [
    sample(
      "an offset, less audio than frames, odd chunks",
      aiff(
        aiffChunk("APPL", [1, 2, 3]), aiffCommon(frames: 100), aiffSound(audio, offset: 5),
        aiffChunk("XXXX", [9])),
      ConstantSample.linear(bits: 16, signed), .init(offset: 71, byteCount: 8)),
    sample(
      "the format behind the sound",
      aiff(aiffSound(audio), aiffCommon(frames: 3), aiffChunk("XXXX", [9])),
      ConstantSample.linear(bits: 16, signed), .init(offset: 28, byteCount: 6)),
    sample(
      "frames never filled in", aiff(aiffCommon(frames: 0), aiffSound(audio)),
      ConstantSample.linear(bits: 16, signed), .init(offset: 54, byteCount: 8)),
    sample(
      "size not known", aiff(aiffCommon(frames: 0), aiffSound(audio, size: .max), size: .max),
      ConstantSample.linear(bits: 16, signed), .init(offset: 54, byteCount: nil)),
    sample(
      "sizes never filled in", aiff(aiffCommon(frames: 0), aiffSound(audio, size: 0), size: 0),
      ConstantSample.linear(bits: 16, signed), .init(offset: 54, byteCount: nil)),
    sample(
      "no frames and no sound", aiff(aiffCommon(frames: 0)),
      ConstantSample.linear(bits: 16, signed), .init(offset: 38, byteCount: 0)),
    sample(
      "a second format, a second sound",
      aiff(
        aiffCommon(frames: 1), aiffCommon(channels: 2, frames: 1, bits: 8),
        aiffSound([1, 2]), aiffSound([3, 4])),
      ConstantSample.linear(bits: 16, signed), .init(offset: 80, byteCount: 2)),
  ]

  private static func sample(
    _ name: String, _ bytes: [UInt8], _ format: StreamFormat, _ run: ReadResult.ConstantRun,
    _ type: FourCC = .aiff
  ) -> ConstantSample {
    ConstantSample(
      testDescription: name, bytes: bytes, fileType: type, format: format, run: run)
  }

  static let bad: [BadSample] = [
    BadSample(testDescription: "nothing", bytes: [], error: ContainerError(.empty, at: 0)),
    BadSample(
      testDescription: "another form", bytes: aiff(type: "8SVX"),
      error: ContainerError(.unrecognised, at: 0)),
    BadSample(
      testDescription: "short format", bytes: aiff(aiffChunk("COMM", [0, 1])),
      error: ContainerError(.malformed, at: 12)),
    BadSample(
      testDescription: "AIFF-C without a compression",
      bytes: aiff(aiffCommon(frames: 1), type: "AIFC"),
      error: ContainerError(.malformed, at: 12)),
    BadSample(
      testDescription: "no channels", bytes: aiff(aiffCommon(channels: 0, frames: 1)),
      error: ContainerError(.malformed, at: 20)),
    BadSample(
      testDescription: "negative channels", bytes: aiff(aiffCommon(channels: -1, frames: 1)),
      error: ContainerError(.malformed, at: 20)),
    BadSample(
      testDescription: "no rate",
      bytes: aiff(aiffCommon(frames: 1, rate: [UInt8](repeating: 0, count: 10))),
      error: ContainerError(.malformed, at: 20)),
    BadSample(
      testDescription: "a negative rate",
      bytes: aiff(aiffCommon(frames: 1, rate: [0xC0] + aiffRate44100.dropFirst())),
      error: ContainerError(.malformed, at: 20)),
    BadSample(
      testDescription: "an infinite rate",
      bytes: aiff(aiffCommon(frames: 1, rate: [0x7F, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0])),
      error: ContainerError(.malformed, at: 20)),
    BadSample(
      testDescription: "no bits", bytes: aiff(aiffCommon(frames: 1, bits: 0)),
      error: ContainerError(.malformed, at: 20)),
    BadSample(
      testDescription: "40 bits", bytes: aiff(aiffCommon(frames: 1, bits: 40)),
      error: ContainerError(.unsupportedFormat, at: 20)),
    BadSample(
      testDescription: "MACE",
      bytes: aiff(aiffCommon(frames: 1, compression: "MAC3"), type: "AIFC"),
      error: ContainerError(.unsupportedFormat, at: 20)),
    BadSample(
      testDescription: "GSM", bytes: aiff(aiffCommon(frames: 1, compression: "GSM "), type: "AIFC"),
      error: ContainerError(.unsupportedFormat, at: 20)),
    BadSample(
      testDescription: "no sound", bytes: aiff(aiffCommon(frames: 1)),
      error: ContainerError(.truncated, at: 38)),
    BadSample(
      testDescription: "short sound", bytes: aiff(aiffCommon(frames: 1), aiffChunk("SSND", [1])),
      error: ContainerError(.malformed, at: 38)),
    BadSample(
      testDescription: "an offset behind the sound",
      bytes: aiff(aiffCommon(frames: 1), aiffSound([1, 2], offset: 3, size: 10)),
      error: ContainerError(.malformed, at: 46)),
    BadSample(
      testDescription: "sound of unknown size before the format",
      bytes: aiff(aiffSound([1, 2], size: .max), size: .max),
      error: ContainerError(.malformed, at: 20)),
  ]
}
