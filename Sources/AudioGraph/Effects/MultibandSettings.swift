internal import AudioProcessing

/// The settings of a multiband compressor, which any thread changes.
package final class MultibandSettings: NumberedSettings {
  package static let bandCount = 4

  package let values = SettingValues([0, 0])
  /// The filters of the bands, and their compressors.
  let filters = (0..<bandCount).map { _ in EqualizerSettings(bandCount: 5) }
  package let compressors = (0..<bandCount).map { _ in CompressorSettings() }

  package init() {
    for band in 0..<Self.bandCount {
      for stage in 0..<5 {
        filters[band].set(stage, Self.kind(band, stage), hasBandwidth: false, isBypassed: false)
      }
    }
    for (crossover, frequency) in [120, 700, 3_000].enumerated() {
      setFrequency(Float(frequency), ofCrossover: crossover)
    }
  }

  /// The kind of a filter.
  ///
  /// The middle crossover splits the bands into two halves; it has the first two stages. The
  /// crossover within the half has the next two. The last stage shifts the phase like the crossover
  /// of the other half.
  private static func kind(_ band: Int, _ stage: Int) -> BiquadKind {
    switch stage {
    case 0, 1: band < 2 ? .lowPass : .highPass
    case 2, 3: band % 2 == 0 ? .lowPass : .highPass
    default: .allPass
    }
  }

  /// Sets the frequency in hertz between a band and the next one.
  package func setFrequency(_ frequency: Float, ofCrossover crossover: Int) {
    var band = 0
    while band < Self.bandCount {
      let outer = band < 2 ? 0 : 2
      if crossover == 1 {
        filters[band].set(0, .frequency, to: frequency)
        filters[band].set(1, .frequency, to: frequency)
      } else if crossover == outer {
        filters[band].set(2, .frequency, to: frequency)
        filters[band].set(3, .frequency, to: frequency)
      } else {
        filters[band].set(4, .frequency, to: frequency)
      }
      band += 1
    }
  }

  /// The gain before the filters, in decibels.
  package var preGain: Float {
    get { values[0] }
    set { if newValue.isFinite { values[0] = newValue } }
  }

  /// The gain of the sum, in decibels.
  package var postGain: Float {
    get { values[1] }
    set { if newValue.isFinite { values[1] = newValue } }
  }

  /// Drops the sound that the filters keep.
  package func reset() {
    values.reset()
    for band in 0..<Self.bandCount {
      filters[band].reset()
      compressors[band].reset()
    }
  }
}
