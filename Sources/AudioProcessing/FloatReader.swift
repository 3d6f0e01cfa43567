package import AudioModel

/// Turns samples of any layout into interleaved Float32.
package final class FloatReader {
  private let path: SamplePath<Float>

  /// Makes a reader of a format of linear PCM.
  ///
  /// - Returns: `nil` where ``PCMLayout`` does not take it.
  package init?(_ format: StreamFormat) {
    guard let layout = PCMLayout(format) else { return nil }
    let side = (layout: layout, channelCount: format.channelCount)
    path = SamplePath(
      from: side, to: side, read: PCMReading.floats, write: PCMWriting.floats)
  }

  /// Appends frames.
  ///
  /// - Parameters:
  ///   - frameCount: Frames to read.
  ///   - source: Where they are.
  ///   - inputFrame: The first of them.
  ///   - samples: Takes the interleaved samples; not cleared first.
  ///   - map: For each channel out the channel in, or `nil` for silence.
  package func append(
    _ frameCount: Int, from source: any SampleInput, at inputFrame: Int,
    to samples: inout [Float], map: [Int?]
  ) {
    path.append(frameCount, from: source, at: inputFrame, to: &samples, map: map)
  }
}
