internal import AudioGraph
internal import AudioProcessing
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// The equalizer with presets only.
///
/// Apple documents the names of the presets. The curves are ours, and follow the names.
extension UnitKind {
  static let presetEqualizer = effect(kAudioUnitSubType_AUiPodEQ, "AUiPodEQ", []) {
    PresetEQModel()
  }.with { $0.presets = PresetEQModel.curves.map { UnitPreset(name: $0.name) } }
}

/// An equalizer with ten bands of an octave, from 31.25 to 16,000 hertz.
private final class PresetEQModel: ProcessorModel {
  static let curves: [(name: String, gains: [Float])] = [
    ("Disabled", []),
    ("Bass Booster", [6, 5, 4, 2.5, 1, 0, 0, 0, 0, 0]),
    ("Bass Reducer", [-6, -5, -4, -2.5, -1, 0, 0, 0, 0, 0]),
    ("Classical", [4, 3.5, 3, 2, -1, -1, 0, 2, 3, 3.5]),
    ("Dance", [3.5, 6, 5, 0, 1.5, 3, 4.5, 4, 3, 0]),
    ("Deep", [5, 3.5, 1.5, 1, 2.5, 2, 1, -2, -4, -5]),
    ("Electronic", [4, 3.5, 1, 0, -2, 2, 1, 1, 4, 5]),
    ("Flat", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ("Hip-Hop", [5, 4, 1.5, 3, -1, -1, 1.5, -0.5, 2, 3]),
    ("Jazz", [4, 3, 1.5, 2, -1.5, -1.5, 0, 1.5, 3, 3.5]),
    ("Latin", [4, 3, 0, 0, -1.5, -1.5, -1.5, 0, 3, 4.5]),
    ("Loudness", [6, 4, 0, 0, -2, 0, -1, -4, 5, 1]),
    ("Lounge", [-3, -1.5, -0.5, 1.5, 4, 2.5, 0, -1.5, 2, 1]),
    ("Piano", [3, 2, 0, 2.5, 3, 1.5, 3.5, 4.5, 3, 3.5]),
    ("Pop", [-1.5, -1, 0, 2, 4, 4, 2, 0, -1, -1.5]),
    ("R&B", [2.5, 7, 5.5, 1.5, -2, -1.5, 2, 2.5, 3, 4]),
    ("Rock", [5, 4, 3, 1.5, -0.5, -1, 0.5, 2.5, 3.5, 4.5]),
    ("Small Speakers", [5.5, 4, 3.5, 2.5, 1.5, 0, -1.5, -2.5, -3.5, -4]),
    ("Spoken Word", [-3.5, -0.5, 0, 0.5, 3.5, 4.5, 5, 4, 2.5, 0]),
    ("Treble Booster", [0, 0, 0, 0, 0, 1, 2.5, 4, 5, 6]),
    ("Treble Reducer", [0, 0, 0, 0, 0, -1, -2.5, -4, -5, -6]),
    ("Vocal Booster", [-1.5, -3, -3, 1.5, 3.5, 3.5, 3, 1.5, 0, -1.5]),
  ]

  private static let bandCount = 10
  private let bands = EqualizerSettings(bandCount: bandCount)
  private let chosen = Atomic<Int>(0)

  init() {
    for band in 0..<Self.bandCount {
      bands.set(band, .frequency, to: 31.25 * exp2f(Float(band)))
      bands.set(band, .bandwidth, to: 1)
    }
    choose(0)
  }

  var settings: any EffectSettings { bands }

  func makeProcessor(_ format: GraphFormat) -> any GraphProcessor { Equalizer(bands, format) }

  func set(_ parameter: AudioUnitParameterID, to value: Float) {}

  var preset: Int? { chosen.load(ordering: .relaxed) }

  func choose(_ preset: Int) {
    chosen.store(preset, ordering: .relaxed)
    let gains = Self.curves[preset].gains
    for band in 0..<Self.bandCount {
      let gain = gains.indices.contains(band) ? gains[band] : 0
      bands.set(band, .gain, to: gain)
      bands.set(band, .peaking, hasBandwidth: true, isBypassed: gain == 0)
    }
  }
}
