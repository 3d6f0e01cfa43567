internal import AudioModel
internal import AudioProcessing

/// Converts through interleaved Float32, from input samples to samples at the output's rate.
final class FloatConversion {
  let rate: RateConverter
  private let reader: FloatReader?
  private let writer: SampleConverter?
  /// Whether both the input and the output are interleaved Float32 in native byte order.
  let keepsLayout: Bool
  private let inputChannelCount: Int
  private let outputChannelCount: Int
  /// Frames that were read and not yet absorbed.
  private var block: [Float] = []
  private(set) var isFinished = false

  /// Creates a conversion from linear PCM to the rate and channels of `output`.
  ///
  /// If `output` is linear PCM, the conversion also applies its sample layout.
  init?(from input: StreamFormat, to output: StreamFormat) {
    guard let reader = FloatReader(input) else { return nil }
    self.reader = reader
    writer = SampleConverter(from: .interleavedFloats(like: output), to: output)
    let floats = PCMLayout(.interleavedFloats(like: input))
    keepsLayout =
      PCMLayout(input) == floats && PCMLayout(output) == floats
      && input.channelCount == output.channelCount
    inputChannelCount = input.channelCount
    outputChannelCount = output.channelCount
    rate = RateConverter(
      from: input.sampleRate, to: output.sampleRate, channelCount: output.channelCount,
      RateSettings())
  }

  func reset(_ settings: RateSettings) {
    rate.reset(settings)
    block.removeAll(keepingCapacity: true)
    isFinished = false
  }

  /// Input frames to read next: the missing frames of a request, or else an estimate.
  func inputFrames(for frameCount: Int) -> Int {
    let missing = rate.missingFrames
    return missing > 0 ? missing : rate.inputFrames(for: frameCount)
  }

  /// Starts a block.
  func begin() {
    block.removeAll(keepingCapacity: true)
  }

  /// Reads frames of linear PCM into the block.
  func read(_ count: Int, from source: any SampleInput, at frame: Int, map: [Int?]) {
    reader?.append(count, from: source, at: frame, to: &block, map: map)
  }

  /// Reads decoded frames into the block.
  func read(_ count: Int, from samples: [Float], at frame: Int, map: [Int?]) {
    let range = frame * inputChannelCount..<(frame + count) * inputChannelCount
    Remapping.append(
      samples.span.extracting(range), of: inputChannelCount, by: map, to: &block)
  }

  /// Mixes the block and converts its rate.
  func absorb(_ mixer: ChannelMixer?) throws(RateError) {
    if let mixer { block = mixer.mix(block) }
    let frames = block
    try rate.feed(frames.span)
  }

  /// Converts the rate of frames directly.
  ///
  /// Requires that ``keepsLayout`` is true and the channels stay the same.
  ///
  /// - Parameters:
  ///   - frames: The frames of `source` to take at most.
  ///   - source: The memory of the input frames.
  ///   - limit: The maximum number of frames to make, at least 1.
  ///   - destination: The memory for the output frames.
  ///   - outputFrame: The first frame to write.
  /// - Returns: The frames taken and made, or `nil` if they must be read into the block instead.
  /// - Throws: ``RateError`` if the library fails.
  func convert(
    _ frames: Range<Int>, from source: any SampleInput, upTo limit: Int,
    into destination: any SampleOutput, at outputFrame: Int
  ) throws(RateError) -> (taken: Int, made: Int)? {
    let width = 4 * outputChannelCount
    var result: Result<(taken: Int, made: Int)?, RateError> = .success(nil)
    source.read(frames.lowerBound * width..<frames.upperBound * width, ofBuffer: 0) { bytes in
      destination.write(outputFrame * width..<(outputFrame + limit) * width, ofBuffer: 0) { room in
        result = Result { () throws(RateError) in try rate.convert(bytes, into: &room) }
      }
    }
    return try result.get()
  }

  /// Converts the remaining frames at the end of the input.
  func finish() throws(RateError) {
    isFinished = true
    try rate.finish()
  }

  /// Writes converted frames.
  ///
  /// - Returns: The number of frames written.
  func write(
    _ limit: Int, into destination: any SampleOutput, at frame: Int, _ dither: Dither?
  ) -> Int {
    let count = min(limit, rate.readyCount)
    guard count > 0, let writer else { return 0 }
    if let dither {
      let width = outputChannelCount
      var frames = Array(rate.ready[rate.firstReady * width..<(rate.firstReady + count) * width])
      dither.apply(&frames)
      writer.convert(count, from: frames, at: 0, into: destination, at: frame)
    } else {
      writer.convert(count, from: rate.ready, at: rate.firstReady, into: destination, at: frame)
    }
    rate.take(count)
    return count
  }
}
