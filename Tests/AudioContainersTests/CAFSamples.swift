import AudioModel
import Testing

@testable import AudioContainers

/// A CAF file and its contents.
struct CAFSample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: [UInt8]
  var format: StreamFormat
  var dataOffset: UInt64
  /// The run of constant packets, if any.
  var run: ReadResult.ConstantRun?
  /// The bytes and frames of each packet in the table or found by reading.
  var table: [[UInt32]]?
  var scanned: [[UInt32]] = []
  var trim: FrameTrim?

  static let good: [CAFSample] = linear + tables + counted + recovered

  static let linear: [CAFSample] = [
    CAFSample(
      testDescription: "16-bit big-endian",
      bytes: caf(
        cafDescription("lpcm", bytes: 4, frames: 1, channels: 2, bits: 16),
        cafData([1, 2, 3, 4, 5, 6, 7, 8])),
      format: pcm(2, bits: 16, [.signedInteger, .packed, .bigEndian]), dataOffset: 68,
      run: .init(offset: 68, byteCount: 8)),
    CAFSample(
      testDescription: "16-bit little-endian, the file's flags unknown, an odd byte too many",
      bytes: caf(
        cafDescription("lpcm", flags: 2, bytes: 2, frames: 1, bits: 16),
        cafChunk("free", [9, 9, 9]), cafData([1, 2, 3, 4, 5]), flags: 0xFFFF),
      format: pcm(1, bits: 16, [.signedInteger, .packed]), dataOffset: 83,
      run: .init(offset: 83, byteCount: 4)),
    CAFSample(
      testDescription: "8 bits are signed",
      bytes: caf(cafDescription("lpcm", bytes: 1, frames: 1, bits: 8), cafData([1, 2, 3])),
      format: pcm(1, bits: 8, [.signedInteger, .packed, .bigEndian]), dataOffset: 68,
      run: .init(offset: 68, byteCount: 3)),
    CAFSample(
      testDescription: "24 bits in 4 bytes, size not known",
      bytes: caf(
        cafDescription("lpcm", bytes: 4, frames: 1, bits: 24), cafData([1, 2, 3, 0, 5], size: -1)),
      format: pcm(1, bits: 24, container: 4, [.signedInteger, .alignedHigh, .bigEndian]),
      dataOffset: 68, run: .init(offset: 68, byteCount: nil)),
    CAFSample(
      testDescription: "float, little-endian",
      bytes: caf(
        cafDescription("lpcm", flags: 3, bytes: 4, frames: 1, bits: 32), cafData([0, 0, 0, 0])),
      format: pcm(1, bits: 32, [.float, .packed]), dataOffset: 68,
      run: .init(offset: 68, byteCount: 4)),
    CAFSample(
      testDescription: "double",
      bytes: caf(cafDescription("lpcm", flags: 1, bytes: 8, frames: 1, bits: 64), cafData([])),
      format: pcm(1, bits: 64, [.float, .packed, .bigEndian]), dataOffset: 68,
      run: .init(offset: 68, byteCount: 0)),
    CAFSample(
      testDescription: "mu-law, sizes left out",
      bytes: caf(cafDescription("ulaw", channels: 2), cafData([1, 2, 3])),
      format: StreamFormat(
        sampleRate: 44_100, formatID: .muLaw, bytesPerPacket: 2, framesPerPacket: 1,
        bytesPerFrame: 2, channelCount: 2, bitsPerChannel: 8), dataOffset: 68,
      run: .init(offset: 68, byteCount: 2)),
    CAFSample(
      testDescription: "IMA4, a packet table with remainder behind the audio",
      bytes: caf(
        cafDescription("ima4", bytes: 34, frames: 64),
        cafData([UInt8](repeating: 5, count: 70)),
        cafTable([], packets: 2, valid: 100, remainder: 28)
      ),
      format: StreamFormat(
        sampleRate: 44_100, formatID: .appleIMA4, bytesPerPacket: 34, framesPerPacket: 64,
        channelCount: 1), dataOffset: 68, run: .init(offset: 68, byteCount: 68),
      trim: FrameTrim(primingFrames: 0, validFrames: 100, remainderFrames: 28)),
    CAFSample(
      testDescription: "iLBC of 30 ms that says 20",
      bytes: caf(
        cafDescription("ilbc", rate: 8000, bytes: 50, frames: 160),
        cafData([UInt8](repeating: 1, count: 100))),
      format: StreamFormat(
        sampleRate: 8000, formatID: .iLBC, bytesPerPacket: 50, framesPerPacket: 240,
        channelCount: 1), dataOffset: 68, run: .init(offset: 68, byteCount: 100)),
    CAFSample(
      testDescription: "iLBC, a second audio chunk",
      bytes: caf(
        cafDescription("ilbc", rate: 8000, bytes: 2, frames: 160), cafData([1, 2, 3, 4]),
        cafData([5, 6])),
      format: StreamFormat(
        sampleRate: 8000, formatID: .iLBC, bytesPerPacket: 2, framesPerPacket: 160, channelCount: 1),
      dataOffset: 68, run: .init(offset: 68, byteCount: 4)),
  ]

  static let tables: [CAFSample] = [
    CAFSample(
      testDescription: "AAC, table before the audio",
      bytes: caf(
        cafDescription("aac ", frames: 1024, channels: 2),
        cafTable([3, 1, 4], packets: 3, valid: 900, priming: 2112, remainder: 60),
        cafData([1, 2, 3, 4, 5, 6, 7, 8]), cafChunk("free", [0])),
      format: aac, dataOffset: 107, table: [[3, 1024], [1, 1024], [4, 1024]],
      trim: FrameTrim(primingFrames: 2112, validFrames: 900, remainderFrames: 60)),
    CAFSample(
      testDescription: "AAC, table behind the audio",
      bytes: caf(
        cafDescription("aac ", frames: 1024, channels: 2), cafData([1, 2, 3, 4]),
        cafTable([3, 0x80, 1], packets: 2)),
      format: aac, dataOffset: 68, table: [[3, 1024], [1, 1024]]),
    CAFSample(
      testDescription: "AAC, table before audio of unknown size",
      bytes: caf(
        cafDescription("aac ", frames: 1024, channels: 2), cafTable([2, 2], packets: 2),
        cafData([1, 2, 3, 4], size: -1)),
      format: aac, dataOffset: 106, table: [[2, 1024], [2, 1024]]),
    CAFSample(
      testDescription: "a table with more packets than there is audio",
      bytes: caf(
        cafDescription("aac ", frames: 1024, channels: 2), cafTable([2, 2, 9, 1], packets: 4),
        cafData([1, 2, 3, 4, 5])),
      format: aac, dataOffset: 108, table: [[2, 1024], [2, 1024]]),
    CAFSample(
      testDescription: "a table that states more packets than it has",
      bytes: caf(
        cafDescription("aac ", frames: 1024, channels: 2),
        cafTable([2, 1, 0x81], packets: Int64.max), cafData([1, 2, 3, 4, 5])),
      format: aac, dataOffset: 107, table: [[2, 1024], [1, 1024]]),
    CAFSample(
      testDescription: "frames vary, bytes do not",
      bytes: caf(
        cafDescription("abcd", bytes: 2), cafTable([5, 0x88, 0], packets: 2),
        cafData([1, 2, 3, 4])),
      format: StreamFormat(
        sampleRate: 44_100, formatID: FourCC("a", "b", "c", "d"), bytesPerPacket: 2, channelCount: 1
      ),
      dataOffset: 107, table: [[2, 5], [2, 1024]]),
    CAFSample(
      testDescription: "bytes and frames vary",
      bytes: caf(
        cafDescription("opus"), cafTable([3, 10, 1, 20, 7], packets: 2), cafData([1, 2, 3, 4])),
      format: StreamFormat(sampleRate: 44_100, formatID: .opus, channelCount: 1), dataOffset: 109,
      table: [[3, 10], [1, 20]]),
    CAFSample(
      testDescription: "a table of no packets, no audio",
      bytes: caf(
        cafDescription("alac", flags: 1, frames: 4096), cafData([]), cafTable([], packets: 0)),
      format: StreamFormat(
        sampleRate: 44_100, formatID: .appleLossless, formatFlags: 1, framesPerPacket: 4096,
        channelCount: 1), dataOffset: 68, table: []),
  ]

  static let recovered: [CAFSample] = [
    CAFSample(
      testDescription: "AMR without a table, size not known, the last packet cut off",
      bytes: caf(
        cafDescription("samr", rate: 8000, frames: 160),
        cafData(amrPackets + [0x04, 1, 2], size: -1)),
      format: amr, dataOffset: 68, scanned: [[13, 160], [1, 160], [6, 160]]),
    CAFSample(
      testDescription: "AMR without a table, size stated",
      bytes: caf(
        cafDescription("samr", rate: 8000, frames: 160), cafData(amrPackets),
        cafInformation([("title", "T")])),
      format: amr, dataOffset: 68, scanned: [[13, 160], [1, 160], [6, 160]]),
    CAFSample(
      testDescription: "AC-3 without a table",
      bytes: caf(
        cafDescription("ac-3", frames: 1536, channels: 2), cafData(ac3Packet + ac3Packet, size: -1)),
      format: StreamFormat(
        sampleRate: 44_100, formatID: .ac3, framesPerPacket: 1536, channelCount: 2), dataOffset: 68,
      scanned: [[138, 1536], [138, 1536]]),
    CAFSample(
      testDescription: "MP3 without a table, another layer behind",
      bytes: caf(
        cafDescription(".mp3", rate: 44_100, frames: 1152, channels: 2),
        cafData(mp3Packet + mp3Packet + [0xFF, 0xFD, 0x10, 0], size: -1)),
      format: StreamFormat(
        sampleRate: 44_100, formatID: .mpegLayer3, framesPerPacket: 1152, channelCount: 2),
      dataOffset: 68, scanned: [[104, 1152], [104, 1152]]),
  ]

  /// A speech packet, one without data, and one of comfort noise.
  private static let amrPackets: [UInt8] =
    [0x04] + [UInt8](repeating: 1, count: 12) + [0x7C] + [0x44] + [UInt8](repeating: 2, count: 5)
  /// 44.1 kHz, 32 kbit/s: 69 words.
  private static let ac3Packet: [UInt8] =
    [0x0B, 0x77, 0, 0, 0x40, 0x40] + [UInt8](repeating: 0, count: 132)
  /// MPEG-1, layer III, 44.1 kHz, 32 kbit/s.
  private static let mp3Packet: [UInt8] =
    [0xFF, 0xFB, 0x10, 0] + [UInt8](repeating: 0, count: 100)
  static let aac = StreamFormat(
    sampleRate: 44_100, formatID: .mpeg4AAC, framesPerPacket: 1024, channelCount: 2)
  private static let amr = StreamFormat(
    sampleRate: 8000, formatID: .amrNarrowBand, framesPerPacket: 160, channelCount: 1)

  private static func pcm(
    _ channels: Int, bits: Int, container: Int? = nil, _ flags: StreamFormat.PCMFlags
  ) -> StreamFormat {
    let frame = (container ?? bits / 8) * channels
    return StreamFormat(
      sampleRate: 44_100, formatID: .linearPCM, formatFlags: flags.rawValue, bytesPerPacket: frame,
      framesPerPacket: 1, bytesPerFrame: frame, channelCount: channels, bitsPerChannel: bits)
  }
}

extension CAFSample {
  static let bad: [BadSample] = [
    BadSample(testDescription: "nothing", bytes: [], error: ContainerError(.empty, at: 0)),
    BadSample(
      testDescription: "not CAF", bytes: Array("FORM0000".utf8),
      error: ContainerError(.unrecognised, at: 0)),
    BadSample(
      testDescription: "another version", bytes: caf(version: 2),
      error: ContainerError(.unsupportedFormat, at: 0)),
    BadSample(
      testDescription: "short description", bytes: caf(cafChunk("desc", [1, 2, 3])),
      error: ContainerError(.malformed, at: 8)),
    BadSample(
      testDescription: "no rate", bytes: caf(cafDescription("lpcm", rate: 0, bytes: 2, frames: 1)),
      error: ContainerError(.malformed, at: 20)),
    BadSample(
      testDescription: "a rate that is no number",
      bytes: caf(cafDescription("aac ", rate: .nan, frames: 1024)),
      error: ContainerError(.malformed, at: 20)),
    BadSample(
      testDescription: "no channels", bytes: caf(cafDescription("aac ", channels: 0)),
      error: ContainerError(.malformed, at: 20)),
    BadSample(
      testDescription: "4 billion channels", bytes: caf(cafDescription("aac ", channels: .max)),
      error: ContainerError(.malformed, at: 20)),
    BadSample(
      testDescription: "a frame that channels do not divide",
      bytes: caf(cafDescription("lpcm", bytes: 5, frames: 1, channels: 2, bits: 16)),
      error: ContainerError(.malformed, at: 20)),
    BadSample(
      testDescription: "more bits than bytes",
      bytes: caf(cafDescription("lpcm", bytes: 2, frames: 1, bits: 24)),
      error: ContainerError(.malformed, at: 20)),
    BadSample(
      testDescription: "64-bit integers",
      bytes: caf(cafDescription("lpcm", bytes: 8, frames: 1, bits: 64)),
      error: ContainerError(.unsupportedFormat, at: 20)),
    BadSample(
      testDescription: "16-bit float",
      bytes: caf(cafDescription("lpcm", flags: 1, bytes: 2, frames: 1, bits: 16)),
      error: ContainerError(.unsupportedFormat, at: 20)),
    BadSample(
      testDescription: "IMA4 in packets of another size",
      bytes: caf(cafDescription("ima4", bytes: 36, frames: 64)),
      error: ContainerError(.malformed, at: 20)),
    BadSample(
      testDescription: "audio first", bytes: caf(cafData([1])),
      error: ContainerError(.malformed, at: 20)),
    BadSample(
      testDescription: "no audio", bytes: caf(cafDescription("ulaw")),
      error: ContainerError(.truncated, at: 52)),
    BadSample(
      testDescription: "a negative size",
      bytes: caf(cafDescription("ulaw"), cafChunk("free", [], size: -1)),
      error: ContainerError(.malformed, at: 52)),
    BadSample(
      testDescription: "audio too small for its edit count",
      bytes: caf(cafDescription("ulaw"), cafChunk("data", [0, 0, 0])),
      error: ContainerError(.malformed, at: 52)),
    BadSample(
      testDescription: "AAC without a table",
      bytes: caf(cafDescription("aac ", frames: 1024), cafData([1, 2, 3])),
      error: ContainerError(.malformed, at: 68)),
    BadSample(
      testDescription: "AAC without a table, size not known",
      bytes: caf(cafDescription("aac ", frames: 1024), cafData([1, 2, 3], size: -1)),
      error: ContainerError(.malformed, at: 68)),
    BadSample(
      testDescription: "a short table",
      bytes: caf(cafDescription("aac ", frames: 1024), cafChunk("pakt", [1])),
      error: ContainerError(.malformed, at: 52)),
    BadSample(
      testDescription: "a negative number of packets",
      bytes: caf(cafDescription("aac ", frames: 1024), cafTable([], packets: -1)),
      error: ContainerError(.malformed, at: 64)),
    BadSample(
      testDescription: "an integer of 35 bits",
      bytes: caf(
        cafDescription("aac ", frames: 1024), cafTable([0xFF, 0xFF, 0xFF, 0xFF, 0x7F], packets: 1)),
      error: ContainerError(.malformed, at: 92)),
    BadSample(
      testDescription: "an integer that does not end",
      bytes: caf(
        cafDescription("aac ", frames: 1024), cafTable([0x80, 0x80, 0x80, 0x80, 0x80], packets: 1)),
      error: ContainerError(.malformed, at: 92)),
    BadSample(
      testDescription: "a table before the format", bytes: caf(cafTable([], packets: 0)),
      error: ContainerError(.malformed, at: 20)),
  ]
}
