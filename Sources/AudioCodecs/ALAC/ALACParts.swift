/// The input of prediction for one or two channels.
///
/// It is either the samples without their low bits, or the mean and difference of two channels.
/// Mean and difference are used if they vary less than the samples.
///
/// Source: the Apple Lossless format specification, "Channel Decorrelation".
struct ALACParts {
  /// The left or only channel, or the mean.
  private(set) var first: [Int32]
  /// The right channel, or the difference.
  private(set) var second: [Int32]

  /// Allocates memory for `frameCount` frames.
  init(frameCount: Int) {
    first = Array(repeating: 0, count: frameCount)
    second = first
  }

  /// Sets the samples of one channel, without the low bits.
  mutating func take(_ samples: Span<Int32>, withoutLowBits lowBitCount: Int32) {
    var part = first.mutableSpan
    precondition(samples.count <= part.count, "the destination has too few frames for the samples")
    for frame in 0..<samples.count { part[frame] = samples[frame] &>> lowBitCount }
  }

  /// Sets the samples of two channels, without the low bits.
  ///
  /// - Returns: Whether the parts are mean and difference.
  mutating func take(
    _ left: Span<Int32>, _ right: Span<Int32>, withoutLowBits lowBitCount: Int32
  ) -> Bool {
    let isMixed = Self.mixes(left, right, lowBitCount)
    Self.take(left, right, lowBitCount, isMixed: isMixed, into: &first, &second)
    return isMixed
  }

  private static func take(
    _ left: Span<Int32>, _ right: Span<Int32>, _ lowBitCount: Int32, isMixed: Bool,
    into first: inout [Int32], _ second: inout [Int32]
  ) {
    var one = first.mutableSpan
    var other = second.mutableSpan
    precondition(
      left.count <= min(right.count, one.count, other.count),
      "the right channel or the destination has too few frames for the left samples")
    for frame in 0..<left.count {
      let (left, right) = (left[frame] &>> lowBitCount, right[frame] &>> lowBitCount)
      // The mean is rounded down.
      one[frame] = isMixed ? (left &+ right) >> 1 : left
      other[frame] = isMixed ? left &- right : right
    }
  }

  /// Returns whether mean and difference vary less than left and right.
  private static func mixes(
    _ left: Span<Int32>, _ right: Span<Int32>, _ lowBitCount: Int32
  ) -> Bool {
    var (apart, together) = (0, 0)
    for frame in stride(from: 2, to: left.count, by: 4) {
      let one = bend(left, frame, lowBitCount)
      let other = bend(right, frame, lowBitCount)
      apart += Int(abs(one)) + Int(abs(other))
      together += Int(abs(one &+ other)) / 2 + Int(abs(one &- other))
    }
    return together < apart
  }

  /// Returns the deviation of a sample from the line through the two previous samples.
  @inline(__always)
  private static func bend(_ samples: Span<Int32>, _ frame: Int, _ lowBitCount: Int32) -> Int32 {
    let before = (samples[frame &- 2] &>> lowBitCount, samples[frame &- 1] &>> lowBitCount)
    return (samples[frame] &>> lowBitCount) &- 2 &* before.1 &+ before.0
  }
}
