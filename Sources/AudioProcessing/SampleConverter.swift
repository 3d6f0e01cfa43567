package import AudioModel

/// Converts samples between two layouts and channel counts, at the same rate.
///
/// Conversions between integers stay in integers. The same applies to fixed point of the same type.
/// All other conversions use Float32. They use Float64 if one side is Float64, or if only one of
/// two integer sides is fixed point.
package final class SampleConverter {
  private enum Path {
    case integers(SamplePath<Int32>)
    case floats(SamplePath<Float>)
    case doubles(SamplePath<Double>)
  }

  private let input: PCMLayout
  private let inputChannelCount: Int
  private let outputChannelCount: Int
  private let path: Path
  private let hasOneLayout: Bool
  private let direct: DirectPath?
  private var isIdentity: Bool

  /// The single-step conversion, if it exists and the channels stay unchanged.
  package var directPath: DirectPath? { isIdentity ? direct : nil }

  /// Whether samples are converted between the layouts without intermediate memory.
  package var isOneStep: Bool { isIdentity && (hasOneLayout || direct != nil) }

  /// The input channel for each output channel, or `nil` for silence.
  ///
  /// - Precondition: One valid input channel or `nil` for each output channel.
  package var channelMap: [Int?] {
    didSet {
      precondition(
        channelMap.count == outputChannelCount,
        "the channel map needs one entry for each output channel")
      isIdentity = channelMap == (0..<inputChannelCount).map { $0 }
    }
  }

  /// Creates a converter between two linear PCM formats.
  ///
  /// Fails if ``PCMLayout`` does not support one of them.
  ///
  /// - Parameters:
  ///   - source: The input format.
  ///   - destination: The output format.
  ///   - roundsIntegers: Whether to round integers to fewer bits, instead of truncating them.
  package init?(
    from source: StreamFormat, to destination: StreamFormat, roundsIntegers: Bool = false
  ) {
    guard let input = PCMLayout(source), let output = PCMLayout(destination) else { return nil }
    self.input = input
    inputChannelCount = source.channelCount
    outputChannelCount = destination.channelCount
    hasOneLayout = input == output
    direct = DirectPath(
      from: input, to: output, channelCount: source.channelCount, roundsIntegers: roundsIntegers)
    channelMap = Self.firstToFirst(source.channelCount, destination.channelCount)
    isIdentity = source.channelCount == destination.channelCount
    let from = (layout: input, channelCount: source.channelCount)
    let to = (layout: output, channelCount: destination.channelCount)
    switch (input.encoding, output.encoding) {
    case (.integer(let one), .integer(let other))
    where one.headroomBitCount == other.headroomBitCount:
      path = .integers(
        roundsIntegers
          ? SamplePath(
            from: from, to: to, read: PCMReading.integers, write: PCMWriting.roundedIntegers)
          : SamplePath(from: from, to: to, read: PCMReading.integers, write: PCMWriting.integers))
    case (.float64, _), (.integer, .float64), (.integer, .integer), (.integer64, _),
      (_, .integer64):
      path = .doubles(
        SamplePath(from: from, to: to, read: PCMReading.doubles, write: PCMWriting.doubles))
    case (.float32, _), (.integer, .float32):
      path = .floats(
        SamplePath(from: from, to: to, read: PCMReading.floats, write: PCMWriting.floats))
    }
  }

  /// Returns the map by channel number, with silence for missing input channels.
  package static func firstToFirst(_ inputCount: Int, _ outputCount: Int) -> [Int?] {
    (0..<outputCount).map { $0 < inputCount ? $0 : nil }
  }

  /// Converts frames.
  ///
  /// - Parameters:
  ///   - frameCount: The number of frames to convert.
  ///   - source: The memory of the input frames.
  ///   - inputFrame: The first frame to read.
  ///   - destination: The memory for the output frames.
  ///   - outputFrame: The first frame to write.
  package func convert(
    _ frameCount: Int, from source: any SampleInput, at inputFrame: Int,
    into destination: any SampleOutput, at outputFrame: Int
  ) {
    if hasOneLayout, isIdentity {
      copy(frameCount, from: source, at: inputFrame, into: destination, at: outputFrame)
      return
    }
    if let directPath {
      directPath.convert(
        frameCount, from: source, at: inputFrame, into: destination, at: outputFrame)
      return
    }
    switch path {
    case .integers(let path):
      path.convert(
        frameCount, from: source, at: inputFrame, into: destination, at: outputFrame,
        map: channelMap, isIdentity: isIdentity)
    case .floats(let path):
      path.convert(
        frameCount, from: source, at: inputFrame, into: destination, at: outputFrame,
        map: channelMap, isIdentity: isIdentity)
    case .doubles(let path):
      path.convert(
        frameCount, from: source, at: inputFrame, into: destination, at: outputFrame,
        map: channelMap, isIdentity: isIdentity)
    }
  }

  /// Converts interleaved Float32 samples, for example from a decoder.
  ///
  /// - Precondition: The input format is native interleaved Float32, and the output is not Float64.
  package func convert(
    _ frameCount: Int, from samples: [Float], at inputFrame: Int,
    into destination: any SampleOutput, at outputFrame: Int
  ) {
    guard case .floats(let path) = path else {
      preconditionFailure("the conversion does not go through Float32")
    }
    path.emit(
      samples, at: inputFrame, frameCount, into: destination, at: outputFrame, map: channelMap,
      isIdentity: isIdentity)
  }

  /// Converts interleaved integers in the top bits of 32, for example from a lossless decoder.
  ///
  /// - Precondition: The input format is native interleaved 32-bit integers, and the output is
  ///   integers.
  package func convert(
    _ frameCount: Int, from samples: [Int32], at inputFrame: Int,
    into destination: any SampleOutput, at outputFrame: Int
  ) {
    guard case .integers(let path) = path else {
      preconditionFailure("the conversion does not go through integers")
    }
    path.emit(
      samples, at: inputFrame, frameCount, into: destination, at: outputFrame, map: channelMap,
      isIdentity: isIdentity)
  }

  private func copy(
    _ frameCount: Int, from source: any SampleInput, at inputFrame: Int,
    into destination: any SampleOutput, at outputFrame: Int
  ) {
    let width = input.bytesPerSample * (input.isInterleaved ? inputChannelCount : 1)
    for buffer in 0..<(input.isInterleaved ? 1 : inputChannelCount) {
      let from = inputFrame * width
      let to = outputFrame * width
      let byteCount = frameCount * width
      source.read(from..<from + byteCount, ofBuffer: buffer) { bytes in
        destination.write(to..<to + byteCount, ofBuffer: buffer) { room in room.copy(bytes) }
      }
    }
  }
}
