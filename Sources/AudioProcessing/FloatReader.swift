package import AudioModel

/// Turns samples of any layout into interleaved Float32.
package final class FloatReader {
  private let path: SamplePath<Float>
  private let channelCount: Int

  /// Frames that are read at once, so that the working memory stays in the cache.
  private static let blockFrameCount = 512

  /// Makes a reader of a format of linear PCM.
  ///
  /// - Returns: `nil` where ``PCMLayout`` does not take it.
  package init?(_ format: StreamFormat) {
    guard let layout = PCMLayout(format) else { return nil }
    channelCount = format.channelCount
    let side = (layout: layout, channelCount: format.channelCount)
    path = SamplePath(
      from: side, to: side, blockFrameCount: Self.blockFrameCount, read: PCMReading.floats,
      write: PCMWriting.floats)
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
    let isIdentity = map == (0..<channelCount).map { $0 }
    var done = 0
    while done < frameCount {
      let count = min(frameCount - done, Self.blockFrameCount)
      path.append(
        count, from: source, at: inputFrame + done, to: &samples, map: map, isIdentity: isIdentity)
      done += count
    }
  }
}
