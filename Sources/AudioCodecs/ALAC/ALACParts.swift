/// What is predicted of one or two channels: the samples without their low bits, or the mean and the difference of
/// two channels where these move less.
///
/// Source: the Apple Lossless format specification, "Channel Decorrelation".
struct ALACParts {
  /// Of the left or only channel, or the mean.
  private(set) var first: [Int32]
  /// Of the right channel, or the difference.
  private(set) var second: [Int32]

  /// With room for so many frames.
  init(frameCount: Int) {
    first = Array(repeating: 0, count: frameCount)
    second = first
  }

  /// Takes the samples of one channel, without so many low bits.
  mutating func take(_ samples: Span<Int32>, withoutLowBits lowBitCount: Int32) {
    var part = first.mutableSpan
    precondition(samples.count <= part.count, "room")
    for frame in 0..<samples.count { part[frame] = samples[frame] &>> lowBitCount }
  }

  /// Takes the samples of two channels, without so many low bits.
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
    precondition(left.count <= min(right.count, one.count, other.count), "room")
    for frame in 0..<left.count {
      let (left, right) = (left[frame] &>> lowBitCount, right[frame] &>> lowBitCount)
      // The mean is rounded down.
      one[frame] = isMixed ? (left &+ right) >> 1 : left
      other[frame] = isMixed ? left &- right : right
    }
  }

  /// Whether mean and difference move less than left and right.
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

  /// How far a sample is off the line through the two before it.
  @inline(__always)
  private static func bend(_ samples: Span<Int32>, _ frame: Int, _ lowBitCount: Int32) -> Int32 {
    let before = (samples[frame &- 2] &>> lowBitCount, samples[frame &- 1] &>> lowBitCount)
    return (samples[frame] &>> lowBitCount) &- 2 &* before.1 &+ before.0
  }
}
