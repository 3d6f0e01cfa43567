package import AudioFiles
package import AudioCodecs
package import AudioModel
internal import AudioProcessing

/// A short sound that is completely decoded.
///
/// Its samples are interleaved Float32, and never change.
package final class DecodedSound: PlaybackBuffer {
  /// The reason why a file cannot be a sound.
  package enum Failure: Error, Equatable, Sendable {
    /// The file cannot be read or decoded.
    case file(FrameFileError)
    /// The file exceeds the time or the memory of a sound.
    case tooLong
  }

  /// The largest number of samples: half a minute of eight channels at 48 kHz.
  package static let greatestSampleCount = 8 * 48_000 * 30
  private static let pieceFrames = 16_384

  package let format: StreamFormat
  private let bytes: [UInt8]

  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - file: The packets.
  ///   - longest: The longest allowed duration, in seconds.
  /// - Throws: ``Failure``.
  package init(_ file: PacketFile, longest: Double) throws(Failure) {
    do throws(FrameFileError) {
      let reader = try FrameFileReader(file)
      try reader.setClientFormat(.interleavedFloats(like: reader.fileFormat))
      format = reader.clientFormat
      bytes = try Self.read(reader, longest: longest)
    } catch {
      throw .file(error)
    }
    let seconds = Double(frameCount) / max(1, format.sampleRate)
    guard seconds <= longest, bytes.count <= 4 * Self.greatestSampleCount else { throw .tooLong }
  }

  /// The bytes of all frames.
  ///
  /// Reading stops after the piece that passes the limit.
  private static func read(
    _ reader: FrameFileReader, longest: Double
  ) throws(FrameFileError) -> [UInt8] {
    let format = reader.clientFormat
    let byteLimit = min(
      4 * Double(greatestSampleCount),
      longest * format.sampleRate * Double(format.bytesPerFrame))
    var bytes: [UInt8] = []
    while Double(bytes.count) <= byteLimit {
      let piece = ScratchOutput(format, frameCount: pieceFrames)
      let frames = try reader.read(pieceFrames, into: piece)
      guard frames > 0 else { break }
      bytes += piece.buffers[0].prefix(frames * format.bytesPerFrame)
    }
    return bytes
  }

  /// Frames of the sound.
  package var frameCount: Int { bytes.count / max(1, format.bytesPerFrame) }

  package func withBytes(
    _ range: Range<Int>, _ body: (Span<UInt8>) throws(CodecError) -> Void
  ) throws(CodecError) {
    let bytes = bytes
    let span = bytes.span
    try body(span.extracting(range))
  }
}
