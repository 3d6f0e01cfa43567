internal import Glibc

/// Four compressors, one for each band of frequencies.
///
/// The bands are those of Linkwitz-Riley crossovers of the fourth order: two equal Butterworth
/// filters on each side. Each band also gets the phase shift of the crossover that it does not pass
/// through. So the sum of the bands has the level of the input at all frequencies. Source: S. P.
/// Lipshitz and
/// J. Vanderkooy, "In-Phase Crossover Network Design", 1986.
package final class MultibandCompressor: GraphProcessor, @unchecked Sendable {
  // Sendable: only the render thread uses the state.

  /// A band with its memory.
  private struct Band {
    let filter: Equalizer
    let compressor: Compressor
    let filtered: Planes
    let compressed: Planes
    /// The input of the compressor, and the outputs of both.
    let inputs: [GraphInput]
    let filterOutputs: [Planes]
    let outputs: [Planes]

    init(_ settings: MultibandSettings, _ band: Int, _ format: GraphFormat, mostFrames: Int) {
      filter = Equalizer(settings.filters[band], format)
      compressor = Compressor(settings.compressors[band], format)
      filtered = Planes(channelCount: format.channelCount, capacity: mostFrames)
      compressed = Planes(channelCount: format.channelCount, capacity: mostFrames)
      inputs = [GraphInput(bus: 0, planes: filtered)]
      (filterOutputs, outputs) = ([filtered], [compressed])
    }
  }

  private let settings: MultibandSettings
  private let bands: [Band]
  /// The input with its gain.
  private let amplified: Planes
  private let amplifiedInput: [GraphInput]
  private var preGain = LevelRamp()
  private var postGain = LevelRamp()
  private var isActive = LevelRamp()

  package init(_ settings: MultibandSettings, _ format: GraphFormat, mostFrames: Int) {
    self.settings = settings
    bands = (0..<MultibandSettings.bandCount).map {
      Band(settings, $0, format, mostFrames: mostFrames)
    }
    amplified = Planes(channelCount: format.channelCount, capacity: mostFrames)
    amplifiedInput = [GraphInput(bus: 0, planes: amplified)]
  }

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    let output = outputs[0]
    preGain.set(Self.level(settings.preGain))
    postGain.set(Self.level(settings.postGain))
    isActive.set(settings.isBypassed ? 0 : 1)
    output.take(inputs, count: slice.count)
    amplify(output, count: slice.count)
    var band = 0
    while band < bands.count {
      bands[band].filter.render(slice, from: amplifiedInput, to: bands[band].filterOutputs)
      bands[band].compressor.render(slice, from: bands[band].inputs, to: bands[band].outputs)
      band += 1
    }
    sum(output, count: slice.count)
  }

  private static func level(_ decibels: Float) -> Float { powf(10, decibels / 20) }

  private func amplify(_ input: Planes, count: Int) {
    var index = 0
    while index < count {
      let gain = preGain.next()
      var channel = 0
      while channel < amplified.channelCount {
        amplified[channel, index] = input[channel, index] * gain
        channel += 1
      }
      index += 1
    }
  }

  private func sum(_ output: Planes, count: Int) {
    var index = 0
    while index < count {
      let (gain, part) = (postGain.next(), isActive.next())
      var channel = 0
      while channel < output.channelCount {
        var sum: Float = 0
        var band = 0
        while band < bands.count {
          sum += bands[band].compressed[channel, index]
          band += 1
        }
        let dry = output[channel, index]
        output[channel, index] = dry + (sum * gain - dry) * part
        channel += 1
      }
      index += 1
    }
  }
}
