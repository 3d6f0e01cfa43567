internal import AudioGraph
internal import AudioProcessing
internal import CoreAudioTypes
internal import Foundation

/// The equalizer with fixed bands.
extension UnitKind {
  static let graphicEqualizer = effect(
    kAudioUnitSubType_GraphicEQ, "AUGraphicEQ",
    (0..<GraphicModel.mostBands).map { band in
      UnitParameter(
        AudioUnitParameterID(band), "band \(band + 1)", .decibels, -20...20, 0
      ).shown(.flag_CanRamp)
    } + [
      UnitParameter(
        kGraphicEQParam_NumberOfBands, "number of bands", .indexed,
        0...Float(GraphicModel.mostBands), 1)
    ]
  ) { GraphicModel() }
}

/// An equalizer whose bands are octaves or thirds of octaves around 1,000 hertz.
private final class GraphicModel: ProcessorModel {
  static let mostBands = 31
  private static let fewBands = 10

  private let bands = EqualizerSettings(bandCount: mostBands)

  var settings: any EffectSettings { bands }

  func makeProcessor(_ format: GraphFormat) -> any GraphProcessor { Equalizer(bands, format) }

  func set(_ parameter: AudioUnitParameterID, to value: Float) {
    guard parameter == kGraphicEQParam_NumberOfBands else {
      return bands.set(Int(parameter), .gain, to: value)
    }
    // The values 0 and 10 select 10 bands; the values 1 and 31 select 31 bands.
    let hasAll = (0.5..<Float(Self.fewBands) - 0.5).contains(value) || value > 20
    var band = 0
    while band < Self.mostBands {
      setBand(band, isThird: hasAll)
      band += 1
    }
  }

  /// Sets the frequency and the width of a band.
  ///
  /// Source of the frequencies: IEC 61260, 5.4, with powers of 2.
  private func setBand(_ band: Int, isThird: Bool) {
    let octave = isThird ? Float(band - 17) / 3 : Float(band - 5)
    bands.set(band, .frequency, to: 1_000 * exp2f(octave))
    bands.set(band, .bandwidth, to: isThird ? 1 / 3 : 1)
    bands.set(
      band, .peaking, hasBandwidth: true, isBypassed: !isThird && band >= Self.fewBands)
  }
}
