package import AudioProcessing
internal import Glibc

/// The settings of a distortion, which any thread changes.
package final class DistortionSettings: NumberedSettings {
  /// The shape, the gain before it in decibels, and the share of the distorted sound in the output.
  package let values: SettingValues

  /// Makes settings of the usual shape.
  package init() {
    values = SettingValues(DistortionShape().values + [-6, 0.5])
  }

  /// The stages.
  package var shape: DistortionShape {
    get {
      var shape = DistortionShape()
      for index in 0..<DistortionShape.valueCount { shape.take(values[index], at: index) }
      return shape
    }
    set { values.set(newValue.values) }
  }

  /// Sets one value of the shape, within its range.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - index: Its place in `DistortionShape.values`.
  package func set(_ value: Float, at index: Int) {
    var shape = DistortionShape()
    shape.take(value, at: index)
    values[index] = shape.values[index]
  }

  /// The gain before the stages, from -80 to 20 decibels.
  package var preGain: Float {
    get { values[DistortionShape.valueCount] }
    set {
      values[DistortionShape.valueCount] = newValue.isFinite ? max(-80, min(newValue, 20)) : -80
    }
  }

  /// The share of the distorted sound in the output, from 0 to 1.
  package var wet: Float {
    get { values[DistortionShape.valueCount + 1] }
    set {
      values[DistortionShape.valueCount + 1] = newValue.isFinite ? max(0, min(newValue, 1)) : 0
    }
  }

  /// The factor of the gain before the stages.
  var amplitude: Float { powf(10, preGain / 20) }

  /// Gives the shape to a distortion.
  ///
  /// For the render thread.
  func give(to distortion: inout Distortion) { distortion.set(shape) }
}

/// A node that distorts its input.
package final class Distorter: GraphProcessor, @unchecked Sendable {
  // Sendable: only the render thread uses the state.

  private static let blockFrames = 256

  private let settings: DistortionSettings
  private let format: GraphFormat
  private let block: Planes
  private var distortion: Distortion
  private var wet = LevelRamp()
  private var gain = LevelRamp()
  private var seenChanges = -1
  private var seenResets = 0

  package init(_ settings: DistortionSettings, _ format: GraphFormat) {
    self.settings = settings
    self.format = format
    block = Planes(channelCount: 1, capacity: Self.blockFrames)
    distortion = Distortion(sampleRate: format.sampleRate, channelCount: format.channelCount)
  }

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    let output = outputs[0]
    output.take(inputs, count: slice.count)
    takeSettings()
    var done = 0
    while done < slice.count {
      let count = min(Self.blockFrames, slice.count - done)
      distort(output, from: done, count: count)
      done += count
    }
  }

  private func takeSettings() {
    wet.set(settings.isBypassed ? 0 : settings.wet)
    gain.set(settings.amplitude)
    if settings.changeCount != seenChanges {
      seenChanges = settings.changeCount
      settings.give(to: &distortion)
    }
    if settings.resetCount != seenResets {
      seenResets = settings.resetCount
      distortion.reset()
    }
  }

  private func distort(_ output: Planes, from start: Int, count: Int) {
    let (firstWet, firstGain) = (wet, gain)
    var channel = 0
    while channel < format.channelCount {
      // Each channel has the same ramps.
      (wet, gain) = (firstWet, firstGain)
      var index = 0
      while index < count {
        block[0, index] = output[channel, start + index] * gain.next()
        index += 1
      }
      block.withSamples(0, 0, count) { distortion.process(channel, &$0) }
      index = 0
      while index < count {
        let dry = output[channel, start + index]
        output[channel, start + index] = dry + (block[0, index] - dry) * wet.next()
        index += 1
      }
      channel += 1
    }
    distortion.advance(count)
  }
}
