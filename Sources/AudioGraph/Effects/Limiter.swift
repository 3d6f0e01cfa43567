internal import Glibc

/// The settings of a limiter, which any thread changes.
package final class LimiterSettings: NumberedSettings {
  package let values = SettingValues([0.012, 0.024, 0])

  package init() {}

  /// The time before a peak in which the gain falls, in seconds.
  package var attack: Float {
    get { values[0] }
    set { if newValue.isFinite { values[0] = max(0, min(newValue, 1)) } }
  }

  /// The time constant with which the gain rises again, in seconds.
  package var decay: Float {
    get { values[1] }
    set { if newValue.isFinite { values[1] = max(0, newValue) } }
  }

  /// The gain before the limiter, in decibels.
  package var preGain: Float {
    get { values[2] }
    set { if newValue.isFinite { values[2] = newValue } }
  }
}

/// A limiter: the output never exceeds 1, and all channels have one gain.
///
/// The limiter delays the sound by the attack time with which it is made. Over this time before
/// each peak, the gain falls in a straight line. A shorter attack applies at once; a longer one
/// applies to the next limiter that is made. While the limiter is bypassed, frames pass without
/// delay.
package final class Limiter: GraphProcessor, @unchecked Sendable {
  // Sendable: only the render thread uses the state.

  private let settings: LimiterSettings
  private let format: GraphFormat
  /// The frames between input and output.
  package let delayFrames: Int
  /// The input with its gain.
  private let line: Planes
  private var place = 0
  private var minimum: SlidingMinimum
  /// The minima of the last frames; the gain is their mean.
  private var minima: [Float]
  private var minimaPlace = 0
  private var sum = 0.0
  /// The frames of the attack.
  private var window: Int
  private var release: Float = 0
  private var gain: Float = 1
  private var preGain = LevelRamp()
  private var isActive = LevelRamp()
  private var seenChanges = -1
  private var seenResets = 0

  package init(_ settings: LimiterSettings, _ format: GraphFormat) {
    self.settings = settings
    self.format = format
    delayFrames = Self.frames(settings.attack, format)
    window = delayFrames
    line = Planes(channelCount: format.channelCount, capacity: delayFrames + 1)
    minimum = SlidingMinimum(mostFrames: delayFrames + 1)
    minima = Array(repeating: 1, count: delayFrames + 1)
    start(at: 1)
  }

  private static func frames(_ seconds: Float, _ format: GraphFormat) -> Int {
    max(1, Int((Double(seconds) * format.sampleRate).rounded()))
  }

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    let output = outputs[0]
    output.take(inputs, count: slice.count)
    takeSettings()
    var index = 0
    while index < slice.count {
      let next = place == delayFrames ? 0 : place + 1
      store(output, index, at: place, gain: preGain.next())
      gain = nextGain(peak(at: (place + window + 1) % (delayFrames + 1)))
      give(output, index, from: next, gain: gain, isActive.next())
      place = next
      index += 1
    }
  }

  /// The gain of the next frame, for the peak of the frame that is heard a window later.
  private func nextGain(_ peak: Float) -> Float {
    let lowest = minimum.next(peak > 1 ? 1 / peak : 1, window: window + 1)
    sum += Double(lowest - minima[minimaPlace])
    minima[minimaPlace] = lowest
    minimaPlace = minimaPlace == window ? 0 : minimaPlace + 1
    if minimaPlace == 0 { addUp() }
    let target = Float(sum / Double(window + 1))
    return target < gain ? target : target + (gain - target) * release
  }

  /// Computes the sum again, so that rounding errors do not add up.
  private func addUp() {
    sum = 0
    var index = 0
    while index <= window {
      sum += Double(minima[index])
      index += 1
    }
  }

  /// Begins with a gain.
  private func start(at level: Float) {
    minimum.restart(at: level)
    var index = 0
    while index < minima.count {
      minima[index] = level
      index += 1
    }
    minimaPlace = 0
    addUp()
  }

  // MARK: Samples

  private func store(_ planes: Planes, _ index: Int, at place: Int, gain: Float) {
    var channel = 0
    while channel < format.channelCount {
      let sample = planes[channel, index] * gain
      line[channel, place] = sample.isFinite ? sample : 0
      channel += 1
    }
  }

  /// Gives a frame of the delayed sound, or of the input while the limiter is bypassed.
  private func give(
    _ planes: Planes, _ index: Int, from place: Int, gain: Float, _ active: Float
  ) {
    guard active > 0 else { return }
    var channel = 0
    while channel < format.channelCount {
      // The mean may exceed the exact gain by a rounding error.
      let limited = max(-1, min(line[channel, place] * gain, 1))
      let input = planes[channel, index]
      planes[channel, index] = active < 1 ? input + (limited - input) * active : limited
      channel += 1
    }
  }

  private func peak(at place: Int) -> Float {
    var (peak, channel): (Float, Int) = (0, 0)
    while channel < format.channelCount {
      peak = max(peak, abs(line[channel, place]))
      channel += 1
    }
    return peak
  }

  // MARK: Settings

  private func takeSettings() {
    isActive.set(settings.isBypassed ? 0 : 1)
    let (changes, resets) = (settings.changeCount, settings.resetCount)
    if resets != seenResets {
      line.clear(count: line.capacity)
      gain = 1
      start(at: 1)
    }
    seenResets = resets
    guard changes != seenChanges else { return }
    seenChanges = changes
    preGain.set(powf(10, settings.preGain / 20))
    let decay = settings.decay * Float(format.sampleRate)
    release = decay > 0 ? expf(-1 / decay) : 0
    setWindow(min(delayFrames, Self.frames(settings.attack, format)))
  }

  private func setWindow(_ frames: Int) {
    guard frames != window else { return }
    window = frames
    // Start with a gain that is low enough for every frame that has not been heard yet.
    var (highest, place): (Float, Int) = (1, 0)
    while place <= delayFrames {
      highest = max(highest, peak(at: place))
      place += 1
    }
    start(at: 1 / highest)
  }
}

/// The lowest of the last values.
///
/// Keeps only values that are lower than all later ones.
struct SlidingMinimum {
  private var values: [Float]
  private var numbers: [Int]
  private var first = 0
  private var count = 0
  private var next = 0

  init(mostFrames: Int) {
    values = Array(repeating: 0, count: mostFrames + 1)
    numbers = Array(repeating: 0, count: mostFrames + 1)
  }

  /// Begins as if all earlier values were this one.
  mutating func restart(at value: Float) {
    (first, count) = (0, 1)
    (values[0], numbers[0]) = (value, next)
    next += 1
  }

  /// Adds a value, and returns the lowest of the last `window` values.
  mutating func next(_ value: Float, window: Int) -> Float {
    while count > 0, values[(first + count - 1) % values.count] >= value { count -= 1 }
    while count > 0, numbers[first] <= next - window {
      first = (first + 1) % values.count
      count -= 1
    }
    let end = (first + count) % values.count
    (values[end], numbers[end]) = (value, next)
    count += 1
    next += 1
    return values[first]
  }
}
