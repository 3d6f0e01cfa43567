package import AudioModel

/// Converts integers of any layout to interleaved 32-bit integers, with the sample in the top bits.
package final class IntegerReader {
  private let path: SamplePath<Int32>

  /// Creates a reader of a linear PCM format.
  ///
  /// - Returns: `nil` if ``PCMLayout`` does not support the format, or its samples are not
  ///   integers.
  package init?(_ format: StreamFormat) {
    guard let layout = PCMLayout(format), layout.integerBitCount != nil else { return nil }
    let side = (layout: layout, channelCount: format.channelCount)
    path = SamplePath(
      from: side, to: side, read: PCMReading.integers, write: PCMWriting.integers)
  }

  /// Appends frames.
  ///
  /// The parameters are those of ``FloatReader/append(_:from:at:to:map:)``.
  package func append(
    _ frameCount: Int, from source: any SampleInput, at inputFrame: Int,
    to samples: inout [Int32], map: [Int?]
  ) {
    path.append(frameCount, from: source, at: inputFrame, to: &samples, map: map)
  }
}

extension PCMLayout {
  /// Bits per sample, if samples are integers.
  package var integerBitCount: Int? {
    guard case .integer(let encoding) = encoding, encoding.headroomBitCount == 0 else {
      return nil
    }
    return encoding.bitCount
  }
}
