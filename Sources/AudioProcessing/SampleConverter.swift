package import AudioModel

/// Turns samples of one layout and channel count into those of another, at the same rate.
///
/// Integers stay integers on the way to integers, fixed point on the way to the same; all else goes through Float32, or through Float64
/// where either side has that, or one of two integers is fixed point.
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

  /// The way in one step, where the channels stay as they are and there is one.
  package var directPath: DirectPath? { isIdentity ? direct : nil }

  /// Whether samples go from the one layout to the other without memory in between.
  package var isOneStep: Bool { isIdentity && (hasOneLayout || direct != nil) }

  /// For each channel out, the channel in that it takes, or `nil` for silence.
  ///
  /// - Precondition: As many as channels out, each a channel in.
  package var channelMap: [Int?] {
    didSet {
      precondition(channelMap.count == outputChannelCount, "an entry for each channel out")
      isIdentity = channelMap == (0..<inputChannelCount).map { $0 }
    }
  }

  /// Makes a converter between two formats of linear PCM, or `nil` where ``PCMLayout`` takes one of them not.
  ///
  /// - Parameters:
  ///   - source: What is read.
  ///   - destination: What is written.
  ///   - roundsIntegers: Whether integers that get narrower are rounded, rather than cut.
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

  /// The map that gives channel *n* out channel *n* in, and silence where there is none.
  package static func firstToFirst(_ inputCount: Int, _ outputCount: Int) -> [Int?] {
    (0..<outputCount).map { $0 < inputCount ? $0 : nil }
  }

  /// Converts frames.
  ///
  /// - Parameters:
  ///   - frameCount: Frames to convert.
  ///   - source: Where they are.
  ///   - inputFrame: The first frame to read.
  ///   - destination: Where they go.
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

  /// Converts interleaved Float32 samples, such as a decoder gives.
  ///
  /// - Precondition: The input format is native interleaved Float32, and the output's no Float64.
  package func convert(
    _ frameCount: Int, from samples: [Float], at inputFrame: Int,
    into destination: any SampleOutput, at outputFrame: Int
  ) {
    guard case .floats(let path) = path else { preconditionFailure("input is not Float32") }
    path.emit(
      samples, at: inputFrame, frameCount, into: destination, at: outputFrame, map: channelMap,
      isIdentity: isIdentity)
  }

  /// Converts interleaved whole numbers that are the top bits of 32, such as a lossless decoder gives.
  ///
  /// - Precondition: The input format is native interleaved whole numbers of 32 bits, and the output's are whole numbers.
  package func convert(
    _ frameCount: Int, from samples: [Int32], at inputFrame: Int,
    into destination: any SampleOutput, at outputFrame: Int
  ) {
    guard case .integers(let path) = path else { preconditionFailure("not whole numbers") }
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
