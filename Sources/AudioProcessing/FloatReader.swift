package import AudioModel

/// Converts samples of any layout to interleaved Float32.
package final class FloatReader {
  private let path: SamplePath<Float>

  /// Creates a reader of a linear PCM format.
  ///
  /// - Returns: `nil` if ``PCMLayout`` does not support the format.
  package init?(_ format: StreamFormat) {
    guard let layout = PCMLayout(format) else { return nil }
    let side = (layout: layout, channelCount: format.channelCount)
    path = SamplePath(
      from: side, to: side, read: PCMReading.floats, write: PCMWriting.floats)
  }

  /// Appends frames.
  ///
  /// - Parameters:
  ///   - frameCount: The number of frames to read.
  ///   - source: The memory of the frames.
  ///   - inputFrame: The first frame to read.
  ///   - samples: Receives the interleaved samples. It is not cleared first.
  ///   - map: The input channel for each output channel, or `nil` for silence.
  package func append(
    _ frameCount: Int, from source: any SampleInput, at inputFrame: Int,
    to samples: inout [Float], map: [Int?]
  ) {
    path.append(frameCount, from: source, at: inputFrame, to: &samples, map: map)
  }
}
