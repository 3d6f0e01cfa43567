/// Plays frames faster or slower; the pitch changes with the speed.
///
/// Interpolates with a windowed sinc. Above rate 1, the sinc has a lower cutoff, so that nothing
/// aliases. At rate 1, frames are copied.
package struct Varispeed: Sendable {
  /// The lowest and the highest rate.
  package static let rates = 0.25...4.0
  private static let table = SincTable(ratio: 1)

  private let half: Int
  private let values: [Float]
  private(set) var history: FrameHistory
  /// The place of the next output frame in the input.
  package private(set) var time = WarpedTime()

  /// Makes a varispeed.
  ///
  /// - Parameters:
  ///   - channelCount: The number of channels.
  ///   - mostInputFrames: The maximum number of input frames that are written before a call renders
  ///     them.
  package init(channelCount: Int, mostInputFrames: Int) {
    half = Self.table.half
    values = Self.table.values
    history = FrameHistory(
      channelCount: channelCount, frameCount: mostInputFrames + 4 * Self.mostReach)
  }

  /// The maximum number of input frames before and after a place that an output frame needs.
  package static var mostReach: Int { reach(4) }

  private static func reach(_ rate: Double) -> Int {
    Int((Double(table.half) * max(1, rate)).rounded(.up)) + 2
  }

  /// Changes the rate, from the next output frame on.
  package mutating func setRate(_ rate: Double) {
    time.setRate(max(Self.rates.lowerBound, min(rate, Self.rates.upperBound)))
  }

  /// The input frame at the place of the next output frame.
  package var nextFrame: Int { time.place(after: 0).frame }

  /// Drops all frames, and continues with an input frame.
  package mutating func restart(at frame: Int) {
    history.clear()
    time.move(to: frame)
  }

  /// The end of the input that the next output frames need.
  package func neededEnd(_ count: Int) -> Int {
    time.place(after: max(0, count - 1)).frame + Self.reach(time.rate)
  }

  /// Writes input frames of a channel.
  package mutating func write(_ channel: Int, at frame: Int, _ samples: borrowing Span<Float>) {
    history.write(channel, at: frame, samples)
  }

  mutating func write(_ channel: Int, at frame: Int, _ sample: Float) {
    history[channel, frame] = sample
  }

  /// Renders the next frames of a channel.
  package func render(_ channel: Int, into samples: inout MutableSpan<Float>) {
    if time.isOriginal {
      for index in samples.indices { samples[index] = history[channel, time.frame + index] }
      return
    }
    let scale = min(1, 1 / time.rate)
    let reach = Int((Double(half) / scale).rounded(.up))
    for index in samples.indices {
      let (frame, part) = time.place(after: index)
      samples[index] = value(channel, frame, part, scale: scale, reach: reach)
    }
  }

  /// Advances by output frames, after all channels have been rendered.
  package mutating func advance(_ count: Int) { time.advance(count) }

  private func value(
    _ channel: Int, _ frame: Int, _ part: Double, scale: Double, reach: Int
  ) -> Float {
    var sum: Float = 0
    let step = scale * Double(SincTable.phases)
    var tap = 1 - reach
    while tap <= reach {
      let place = abs(Double(tap) - part) * step
      let index = Int(place)
      if index < values.count - 1 {
        let rest = Float(place - Double(index))
        let level = values[index] + rest * (values[index + 1] - values[index])
        sum += level * history[channel, frame + tap]
      }
      tap += 1
    }
    return sum * Float(scale)
  }
}
