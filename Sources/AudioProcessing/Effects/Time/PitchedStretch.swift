internal import Glibc

/// Plays frames faster or slower, and higher or lower, each by its own amount.
///
/// Frames are stretched first, and the result is played at the speed that gives the pitch. At rate
/// 1 and pitch 0, frames pass unchanged.
package struct PitchedStretch: Sendable {
  /// The lowest and the highest rate.
  package static let rates: ClosedRange<Float> = 1 / 32...32
  /// The lowest and the highest pitch, in cents.
  package static let pitches: ClosedRange<Float> = -2_400...2_400

  private let channelCount: Int
  private var stretch: TimeStretch
  private var speed: Varispeed
  /// The end of the stretched frames.
  private var stretchedEnd = 0
  private var rate = 1.0

  /// Makes an effect without a change.
  ///
  /// - Parameters:
  ///   - sampleRate: The rate in hertz.
  ///   - channelCount: The number of channels.
  ///   - mostFrames: The maximum number of output frames of a call.
  package init(sampleRate: Double, channelCount: Int, mostFrames: Int) {
    self.channelCount = channelCount
    stretch = TimeStretch(
      sampleRate: sampleRate, channelCount: channelCount,
      mostInputFrames: Self.mostInputFrames(for: mostFrames, sampleRate: sampleRate))
    speed = Varispeed(
      channelCount: channelCount, mostInputFrames: 4 * mostFrames + Varispeed.mostReach)
  }

  /// The maximum number of input frames that an output needs at once.
  package static func mostInputFrames(for count: Int, sampleRate: Double) -> Int {
    // Each frame around a place needs up to 128 input frames: 32 for the rate, times 4 for the
    // pitch.
    Int(rates.upperBound) * count + 128 * 20 + 8 * Varispeed.mostReach
      + TimeStretch.mostReach(sampleRate: sampleRate)
  }

  /// The input frames after a place that an output frame needs, without a change of the rate.
  package var reach: Int { stretch.reach + 5 * Varispeed.mostReach }

  /// Changes the rate and the pitch, from the next output frame on.
  ///
  /// - Parameters:
  ///   - rate: Input frames for each output frame.
  ///   - cents: The pitch in cents.
  ///   - overlap: The overlap, which determines the length of segments.
  package mutating func set(rate: Float, cents: Float, overlap: Float) {
    let ratio = pow(2, Double(cents) / 1_200)
    self.rate = Double(rate)
    speed.setRate(ratio)
    stretch.setRate(Double(rate) / speed.time.rate)
    stretch.setOverlap(overlap)
  }

  /// The input frame at the place of the next output frame.
  package var nextFrame: Int {
    let waiting = Double(stretchedEnd - speed.nextFrame) * stretch.time.rate
    return stretch.time.place(after: 0).frame - Int(waiting.rounded())
  }

  /// Drops all frames, and continues with an input frame.
  package mutating func restart(at frame: Int) {
    stretch.restart(at: frame)
    speed.restart(at: 0)
    stretchedEnd = 0
  }

  /// The end of the input that the next output frames need.
  package func neededEnd(_ count: Int) -> Int {
    stretch.neededEnd(max(0, speed.neededEnd(count) - stretchedEnd))
  }

  /// Writes input frames of a channel, the first channel first.
  package mutating func write(_ channel: Int, at frame: Int, _ samples: borrowing Span<Float>) {
    stretch.write(channel, at: frame, samples)
  }

  /// Stretches the input of the next output frames; precedes the rendering of their first channel.
  package mutating func prepare(_ count: Int) {
    let missing = speed.neededEnd(count) - stretchedEnd
    guard missing > 0 else { return }
    stretch.render(missing, at: stretchedEnd, into: &speed)
    stretchedEnd += missing
  }

  /// Renders the next frames of a channel.
  package func render(_ channel: Int, into samples: inout MutableSpan<Float>) {
    speed.render(channel, into: &samples)
  }

  /// Advances by output frames, after all channels have been rendered.
  package mutating func advance(_ count: Int) { speed.advance(count) }
}
