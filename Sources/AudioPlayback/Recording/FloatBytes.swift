internal import AudioProcessing

/// Samples as bytes, for conversions that read only bytes.
final class FloatBytes: SampleInput {
  private var bytes: [UInt8] = []

  init(_ samples: ArraySlice<Float>) {
    bytes.reserveCapacity(samples.count * 4)
    for sample in samples {
      for shift: UInt32 in [0, 8, 16, 24] {
        bytes.append(UInt8(truncatingIfNeeded: sample.bitPattern >> shift))
      }
    }
  }

  func read(_ range: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void) {
    let all = bytes
    body(all.span.extracting(range))
  }
}
