package import AudioModel

/// Turns whole numbers of any layout into interleaved ones that are the top bits of 32.
package final class IntegerReader {
  private let path: SamplePath<Int32>

  /// Makes a reader of a format of linear PCM.
  ///
  /// - Returns: `nil` where ``PCMLayout`` does not take it, or its samples are no whole numbers.
  package init?(_ format: StreamFormat) {
    guard let layout = PCMLayout(format), layout.integerBitCount != nil else { return nil }
    let side = (layout: layout, channelCount: format.channelCount)
    path = SamplePath(
      from: side, to: side, read: PCMReading.integers, write: PCMWriting.integers)
  }

  /// Appends frames; the parameters are those of ``FloatReader/append(_:from:at:to:map:)``.
  package func append(
    _ frameCount: Int, from source: any SampleInput, at inputFrame: Int,
    to samples: inout [Int32], map: [Int?]
  ) {
    path.append(frameCount, from: source, at: inputFrame, to: &samples, map: map)
  }
}

extension PCMLayout {
  /// Bits of a sample, where it is a whole number.
  package var integerBitCount: Int? {
    guard case .integer(let encoding) = encoding, encoding.headroomBitCount == 0 else {
      return nil
    }
    return encoding.bitCount
  }
}
