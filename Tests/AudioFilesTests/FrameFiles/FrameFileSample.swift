import AudioContainers
import AudioModel
import AudioProcessing
import TestSupport
import Testing

@testable import AudioFiles

/// A container with a packet format, and files of it that the tests write.
struct FrameFileSample: Sendable, CustomTestStringConvertible {
  var fileType: FourCC
  var format: StreamFormat

  var testDescription: String { "\(format.formatID) in \(fileType)" }

  /// Float32 at 32,000 hertz in two channels.
  static let clientFormat = StreamFormat.interleavedFloats(
    like: StreamFormat(sampleRate: 32_000, formatID: .linearPCM, channelCount: 2))

  /// Float64 at the rate and with the channels of ``clientFormat``.
  static let doubles = StreamFormat(
    sampleRate: 32_000, formatID: .linearPCM,
    formatFlags: StreamFormat.PCMFlags([.float, .packed]).rawValue, bytesPerPacket: 16,
    framesPerPacket: 1, bytesPerFrame: 16, channelCount: 2, bitsPerChannel: 64)

  /// Formats that return the written frames exactly.
  static let lossless = [
    FrameFileSample(fileType: FourCC("W", "A", "V", "E"), format: pcm(16)),
    FrameFileSample(fileType: FourCC("c", "a", "f", "f"), format: pcm(32)),
    FrameFileSample(
      fileType: FourCC("A", "I", "F", "F"),
      format: pcm(16, flags: [.signedInteger, .packed, .bigEndian])),
    FrameFileSample(fileType: FourCC("c", "a", "f", "f"), format: codec(.appleLossless)),
    FrameFileSample(fileType: FourCC("m", "4", "a", "f"), format: codec(.appleLossless)),
  ]

  /// Formats that return different frames, but the same each time.
  static let lossy: [FrameFileSample] = {
    let samples = [
      FrameFileSample(fileType: FourCC("W", "A", "V", "E"), format: codec(.muLaw)),
      FrameFileSample(fileType: FourCC("c", "a", "f", "f"), format: codec(.appleIMA4)),
    ]
    #if LibAV
      return samples + [
        FrameFileSample(fileType: FourCC("m", "4", "a", "f"), format: codec(.mpeg4AAC))
      ]
    #else
      return samples
    #endif
  }()

  static let all = lossless + lossy

  private static func pcm(
    _ bits: Int, flags: StreamFormat.PCMFlags? = nil
  ) -> StreamFormat {
    let usual: StreamFormat.PCMFlags =
      bits == 32 ? [.float, .packed] : [.signedInteger, .packed]
    return StreamFormat(
      sampleRate: 32_000, formatID: .linearPCM, formatFlags: (flags ?? usual).rawValue,
      bytesPerPacket: bits / 4, framesPerPacket: 1, bytesPerFrame: bits / 4, channelCount: 2,
      bitsPerChannel: bits)
  }

  private static func codec(_ formatID: FourCC) -> StreamFormat {
    StreamFormat(sampleRate: 32_000, formatID: formatID, channelCount: 2)
  }

  /// Samples of two channels that are exact in 16 bits: a wave with noise.
  static func samples(_ frames: Range<Int>) -> [Float] {
    (2 * frames.lowerBound..<2 * frames.upperBound).map { index -> Float in
      let wave = abs(index % 800 - 400) * 50 - 10_000
      return Float(wave + index * 37 % 211) / 32768
    }
  }

  /// A writer to a sink.
  func makeWriter(
    _ sink: MemorySink, from client: StreamFormat = Self.clientFormat
  ) throws -> FrameFileWriter {
    let content = ContainerContent(fileType: fileType, format: format)
    let writer = try PacketFileWriter(content, WriterTable.writer(of: content), to: sink)
    return try FrameFileWriter(writer, from: client)
  }

  /// A file with a number of frames, written in steps.
  func file(frames: Int, step: Int = 4096) throws -> [UInt8] {
    let sink = MemorySink()
    let writer = try makeWriter(sink)
    for start in stride(from: 0, to: frames, by: step) {
      let count = min(step, frames - start)
      try writer.write(count, from: BytesInput(Self.samples(start..<start + count)))
    }
    try writer.close()
    return sink.bytes
  }
}

/// Bytes of samples in one buffer.
final class BytesInput: SampleInput {
  private let bytes: [UInt8]

  init(_ samples: [Float]) { bytes = LittleEndian.bytes(samples) }

  init(bytes: [UInt8]) { self.bytes = bytes }

  func read(_ range: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void) {
    let bytes = bytes
    body(bytes.span.extracting(range))
  }
}
