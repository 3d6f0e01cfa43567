package import AudioModel

/// Turns whole numbers of any layout into interleaved ones that are the top bits of 32.
package final class IntegerReader {
  private let path: SamplePath<Int32>
  private let channelCount: Int

  /// Frames that are read at once, so that the working memory stays in the cache.
  private static let blockFrameCount = 512

  /// Makes a reader of a format of linear PCM.
  ///
  /// - Returns: `nil` where ``PCMLayout`` does not take it, or its samples are no whole numbers.
  package init?(_ format: StreamFormat) {
    guard let layout = PCMLayout(format), layout.integerBitCount != nil else { return nil }
    channelCount = format.channelCount
    let side = (layout: layout, channelCount: format.channelCount)
    path = SamplePath(
      from: side, to: side, blockFrameCount: Self.blockFrameCount, read: PCMReading.integers,
      write: PCMWriting.integers)
  }

  /// Appends frames; the parameters are those of ``FloatReader/append(_:from:at:to:map:)``.
  package func append(
    _ frameCount: Int, from source: any SampleInput, at inputFrame: Int,
    to samples: inout [Int32], map: [Int?]
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

extension PCMLayout {
  /// Bits of a sample, where it is a whole number.
  package var integerBitCount: Int? {
    guard case .integer(let encoding) = encoding else { return nil }
    return encoding.bitCount
  }
}
