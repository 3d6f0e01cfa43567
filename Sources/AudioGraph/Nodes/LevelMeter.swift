internal import Glibc
internal import Synchronization

/// A meter of a mixer's input or output: the mean level, and the highest recent one.
///
/// The render thread measures, and any thread reads. A meter that is off costs nothing.
package final class LevelMeter: Sendable {
  /// The time in which an old level loses most of its weight, in seconds.
  private static let meanSeconds: Float = 0.1
  /// How fast the highest level falls, in decibels for each second.
  private static let peakFall: Float = 12

  private let enabled = Atomic<Bool>(false)
  private let meanBits = Atomic<UInt32>(0)
  private let peakBits = Atomic<UInt32>(0)

  package init() {}

  /// Whether the meter measures; a change forgets the level.
  package var isOn: Bool {
    get { enabled.load(ordering: .relaxed) }
    set {
      enabled.store(newValue, ordering: .relaxed)
      meanBits.store(0, ordering: .relaxed)
      peakBits.store(0, ordering: .relaxed)
    }
  }

  /// The root of the mean square of the loudest channel.
  package var mean: Float {
    Float(bitPattern: meanBits.load(ordering: .relaxed)).squareRoot()
  }

  /// The highest level, which falls slowly.
  package var peak: Float { Float(bitPattern: peakBits.load(ordering: .relaxed)) }

  /// Measures the loudest of some channels.
  ///
  /// For the render thread.
  package func measure(
    _ planes: Planes, _ channels: Range<Int>, count: Int, sampleRate: Double
  ) {
    guard isOn, count > 0 else { return }
    let weight = 1 - expf(-1 / (Self.meanSeconds * Float(sampleRate)))
    let fall = powf(10, -Self.peakFall / 20 / Float(sampleRate))
    var mean = Float(bitPattern: meanBits.load(ordering: .relaxed))
    var peak = self.peak
    var index = 0
    while index < count {
      var level: Float = 0
      var channel = channels.lowerBound
      while channel < channels.upperBound {
        level = max(level, abs(planes[channel, index]))
        channel += 1
      }
      mean += (level * level - mean) * weight
      peak = max(level, peak * fall)
      index += 1
    }
    meanBits.store(mean.bitPattern, ordering: .relaxed)
    peakBits.store(peak.bitPattern, ordering: .relaxed)
  }
}

/// The meters of all inputs and outputs, or of their channels.
package final class MixerMeters: Sendable {
  package let inputs: [LevelMeter]
  package let outputs: [LevelMeter]

  package init(inputs: Int, outputs: Int) {
    self.inputs = (0..<inputs).map { _ in LevelMeter() }
    self.outputs = (0..<outputs).map { _ in LevelMeter() }
  }

  /// Measures the inputs of a mixer, and its output before the volume of the output.
  ///
  /// For the render thread.
  func measure(
    _ slice: GraphSlice, _ inputs: [GraphInput], _ output: Planes, sampleRate: Double
  ) {
    var index = 0
    while index < inputs.count {
      let (bus, planes) = (inputs[index].bus, inputs[index].planes)
      if bus < self.inputs.count {
        self.inputs[bus].measure(
          planes, 0..<planes.channelCount, count: slice.count, sampleRate: sampleRate)
      }
      index += 1
    }
    if let meter = outputs.first {
      meter.measure(output, 0..<output.channelCount, count: slice.count, sampleRate: sampleRate)
    }
  }
}
