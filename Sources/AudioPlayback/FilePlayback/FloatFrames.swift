internal import AudioCodecs
internal import AudioFiles
internal import AudioModel

/// Reads the frames of a file as interleaved Float32.
struct FloatFrames {
  let reader: FrameFileReader
  private let decoder: any PacketDecoder
  private var scratch: ScratchOutput
  private var scratchFrames = 0

  /// Takes over a reader, whose output becomes interleaved Float32.
  ///
  /// - Throws: ``FrameFileError`` if the file cannot be decoded to the format's rate and channels.
  init(_ reader: FrameFileReader, format: StreamFormat) throws(FrameFileError) {
    let format = StreamFormat.interleavedFloats(like: format)
    try reader.setClientFormat(format)
    self.reader = reader
    do {
      decoder = try DecoderFactory.makeDecoder(format: format)
    } catch {
      throw .codec(error)
    }
    scratch = ScratchOutput(format, frameCount: 0)
  }

  /// Appends up to `count` frames.
  ///
  /// - Returns: The number of frames, which is 0 only at the end.
  mutating func read(_ count: Int, into samples: inout [Float]) throws(FrameFileError) -> Int {
    let format = reader.clientFormat
    if scratchFrames < count {
      scratch = ScratchOutput(format, frameCount: count)
      scratchFrames = count
    }
    let read = try reader.read(count, into: scratch)
    guard read > 0 else { return 0 }
    let bytes = scratch.buffers[0]
    do throws(CodecError) {
      let span = bytes.span
      try decoder.decode(span.extracting(0..<read * format.bytesPerFrame), into: &samples)
    } catch {
      throw .codec(error)
    }
    return read
  }
}
