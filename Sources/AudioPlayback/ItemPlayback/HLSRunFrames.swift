internal import AudioFiles
internal import AudioModel
internal import AudioProcessing

/// The frames of a run, in the channels of its stream.
///
/// If the run has more channels than the stream, they are mixed down. A single channel is copied to
/// the first two.
struct HLSRunFrames {
  let run: HLSRun
  private var frames: FloatFrames
  private let channelCount: Int
  private var mono: [Float] = []

  /// Prepares an open run for a rate and a number of channels.
  init(
    _ run: HLSRun, _ reader: FrameFileReader, sampleRate: Double, channelCount: Int
  ) throws(FrameFileError) {
    self.run = run
    self.channelCount = channelCount
    let isMono = reader.fileFormat.channelCount == 1
    let format = StreamFormat(
      sampleRate: sampleRate, formatID: .linearPCM, channelCount: isMono ? 1 : channelCount)
    frames = try FloatFrames(reader, format: format)
    guard reader.fileFormat.channelCount > channelCount else { return }
    reader.converter.arrangement.mixesDown = true
    reader.converterHasChanged()
  }

  var reader: FrameFileReader { frames.reader }

  /// Appends up to `count` frames.
  ///
  /// - Returns: The number of frames, which is 0 only at the end.
  mutating func read(_ count: Int, into samples: inout [Float]) throws(FrameFileError) -> Int {
    guard frames.reader.clientFormat.channelCount != channelCount else {
      return try frames.read(count, into: &samples)
    }
    mono.removeAll(keepingCapacity: true)
    let read = try frames.read(count, into: &mono)
    for sample in mono {
      samples.append(sample)
      samples.append(sample)
      for _ in 2..<channelCount { samples.append(0) }
    }
    return read
  }
}
