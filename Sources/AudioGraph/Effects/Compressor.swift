internal import Glibc

/// The settings of a compressor, which any thread changes.
package final class CompressorSettings: NumberedSettings {
  /// The numbers, in decibels, seconds, or as ratios.
  package enum Number: Int, Sendable {
    /// The level at which compression begins.
    case threshold
    /// The largest level above the threshold that the output can reach.
    case headRoom
    /// The ratio of the expansion below ``expansionThreshold``.
    case ratio
    case expansionThreshold
    case attack
    case release
    /// The gain after compression.
    case gain
  }

  /// The lowest measured level, in decibels.
  package static let silence: Float = -120

  package let values = SettingValues([-20, 5, 2, silence, 0.001, 0.05, 0])
  private let meters = SettingValues([0, silence, silence])

  package init() {}

  package subscript(number: Number) -> Float {
    get { values[number.rawValue] }
    set { if newValue.isFinite { values[number.rawValue] = newValue } }
  }

  // MARK: Measured in the last slice, in decibels

  /// The greatest reduction of the level.
  package var reduction: Float { meters[0] }
  /// The peak of the input.
  package var inputLevel: Float { meters[1] }
  /// The peak of the output.
  package var outputLevel: Float { meters[2] }

  func measured(reduction: Float, input: Float, output: Float) {
    (meters[0], meters[1], meters[2]) = (reduction, input, output)
  }
}

/// A compressor and expander, with one gain for all channels.
///
/// A level of x decibels above the threshold becomes h (1 − exp(−x / h)) above it, with the head
/// room h. The slope is 1 at the threshold, and the result never exceeds the head room. Below the
/// expansion threshold, the distance of a level to this threshold grows by the ratio. The gain in
/// decibels follows with the time constants of attack and release.
package final class Compressor: GraphProcessor, @unchecked Sendable {
  // Sendable: only the render thread uses the state.

  private let settings: CompressorSettings
  private let format: GraphFormat
  private var threshold: Float = 0
  private var headRoom: Float = 1
  private var ratio: Float = 1
  private var expansionThreshold: Float = 0
  private var attack: Float = 0
  private var release: Float = 0
  /// The present gain of the compressor, in decibels.
  private var gain: Float = 0
  private var outputGain = LevelRamp()
  private var isActive = LevelRamp()
  private var seenChanges = -1
  private var seenResets = 0

  package init(_ settings: CompressorSettings, _ format: GraphFormat) {
    self.settings = settings
    self.format = format
  }

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    let output = outputs[0]
    output.take(inputs, count: slice.count)
    takeSettings()
    var (reduction, input, result): (Float, Float, Float) = (0, 0, 0)
    var index = 0
    while index < slice.count {
      let peak = peak(output, index)
      let target = compressed(Self.decibels(peak))
      gain = target + (gain - target) * (target < gain ? attack : release)
      let level = exp2f(gain * Self.exponent) * outputGain.next()
      let factor = 1 + (level - 1) * isActive.next()
      scale(output, index, by: factor)
      input = max(input, peak)
      result = max(result, peak * factor)
      reduction = max(reduction, -gain)
      index += 1
    }
    guard slice.count > 0 else { return }
    settings.measured(
      reduction: reduction, input: Self.decibels(input), output: Self.decibels(result))
  }

  /// The exponent of 2 for one decibel: log₂(10) / 20.
  private static let exponent: Float = 0.166_096_404_744
  private static func decibels(_ level: Float) -> Float {
    level > 1e-6 ? 20 * log10f(level) : CompressorSettings.silence
  }

  @inline(__always)
  private func peak(_ planes: Planes, _ index: Int) -> Float {
    var (peak, channel): (Float, Int) = (0, 0)
    while channel < format.channelCount {
      peak = max(peak, abs(planes[channel, index]))
      channel += 1
    }
    return peak
  }

  @inline(__always)
  private func scale(_ planes: Planes, _ index: Int, by factor: Float) {
    var channel = 0
    while channel < format.channelCount {
      planes[channel, index] *= factor
      channel += 1
    }
  }

  /// The gain for a constant level, in decibels.
  private func compressed(_ level: Float) -> Float {
    if level > threshold {
      let above = level - threshold
      return headRoom * (1 - expf(-above / headRoom)) - above
    }
    guard level < expansionThreshold else { return 0 }
    return max(CompressorSettings.silence, (level - expansionThreshold) * (ratio - 1))
  }

  private func takeSettings() {
    isActive.set(settings.isBypassed ? 0 : 1)
    let (changes, resets) = (settings.changeCount, settings.resetCount)
    if resets != seenResets { gain = 0 }
    seenResets = resets
    guard changes != seenChanges else { return }
    seenChanges = changes
    threshold = settings[.threshold]
    headRoom = max(0.1, settings[.headRoom])
    ratio = max(1, settings[.ratio])
    expansionThreshold = min(threshold, settings[.expansionThreshold])
    attack = smoothing(settings[.attack])
    release = smoothing(settings[.release])
    outputGain.set(exp2f(settings[.gain] * Self.exponent))
  }

  /// The part of a difference that is left after a frame, for a time constant in seconds.
  private func smoothing(_ seconds: Float) -> Float {
    seconds > 0 ? expf(-1 / (seconds * Float(format.sampleRate))) : 0
  }
}
