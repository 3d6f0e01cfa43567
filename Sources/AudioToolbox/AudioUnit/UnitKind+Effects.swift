internal import AudioGraph
internal import AudioProcessing
internal import CoreAudioTypes

/// The effects.
///
/// Ranges and initial values follow Apple's documentation of the parameters, but were not compared
/// with Apple's units.
extension UnitKind {
  static let effects: [UnitKind] = [
    lowPass, highPass, bandPass, highShelf, lowShelf, parametric, bands, delay, distortion,
    graphicEqualizer, presetEqualizer, sampleDelay, reverb, matrixReverb, dynamics, multiband,
    limiter, newPitch, pitch, varispeed, timePitch, newTimePitch,
  ]

  static func effect(
    _ subType: UInt32, _ name: String, _ parameters: [UnitParameter],
    type: UInt32 = kAudioUnitType_Effect, _ model: @escaping @Sendable () -> any EffectModel
  ) -> UnitKind {
    UnitKind(type, subType, name) {
      EffectUnit(kind: $0, component: $1, model: model())
    }
    .with { $0.parameters = parameters }
  }

  private static func frequency(
    _ name: String, _ range: ClosedRange<Float>, _ initial: Float
  ) -> UnitParameter {
    UnitParameter(0, name, .hertz, range, initial)
      .shown([.flag_DisplayLogarithmic, .flag_CanRamp])
  }

  private static let lowPass = effect(
    kAudioUnitSubType_LowPassFilter, "AULowpass",
    [
      frequency("cutoff frequency", 10...UnitParameter.halfRate, 6_900),
      UnitParameter(kLowPassParam_Resonance, "resonance", .decibels, -20...40, 0),
    ]
  ) { FilterModel(.lowPass, [.frequency, .resonance]) }

  private static let highPass = effect(
    kAudioUnitSubType_HighPassFilter, "AUHipass",
    [
      frequency("cutoff frequency", 10...UnitParameter.halfRate, 6_900),
      UnitParameter(kHipassParam_Resonance, "resonance", .decibels, -20...40, 0),
    ]
  ) { FilterModel(.highPass, [.frequency, .resonance]) }

  private static let bandPass = effect(
    kAudioUnitSubType_BandPassFilter, "AUBandpass",
    [
      frequency("center frequency", 20...UnitParameter.halfRate, 5_000),
      UnitParameter(kBandpassParam_Bandwidth, "bandwidth", .cents, 100...12_000, 600),
    ]
  ) { FilterModel(.bandPass, [.frequency, .cents]) }

  private static let highShelf = effect(
    kAudioUnitSubType_HighShelfFilter, "AUHighShelfFilter",
    [
      frequency("cutoff frequency", 10_000...UnitParameter.halfRate, 10_000),
      UnitParameter(kHighShelfParam_Gain, "gain", .decibels, -40...40, 0),
    ]
  ) { FilterModel(.highShelf, [.frequency, .gain]) }

  private static let lowShelf = effect(
    kAudioUnitSubType_LowShelfFilter, "AULowShelfFilter",
    [
      frequency("cutoff frequency", 10...200, 80),
      UnitParameter(kAULowShelfParam_Gain, "gain", .decibels, -40...40, 0),
    ]
  ) { FilterModel(.lowShelf, [.frequency, .gain]) }

  private static let parametric = effect(
    kAudioUnitSubType_ParametricEQ, "AUParametricEQ",
    [
      frequency("center frequency", 20...UnitParameter.halfRate, 2_000),
      UnitParameter(kParametricEQParam_Q, "Q", .hertz, 0.1...20, 1),
      UnitParameter(kParametricEQParam_Gain, "gain", .decibels, -20...20, 0),
    ]
  ) { FilterModel(.peaking, [.frequency, .quality, .gain]) }

  private static let delay = effect(
    kAudioUnitSubType_Delay, "AUDelay",
    [
      UnitParameter(kDelayParam_WetDryMix, "dry/wet mix", .equalPowerCrossfade, 0...100, 50),
      UnitParameter(kDelayParam_DelayTime, "delay time", .seconds, 0...2, 1),
      UnitParameter(kDelayParam_Feedback, "feedback", .percent, -100...100, 50),
      UnitParameter(
        kDelayParam_LopassCutoff, "lowpass cutoff frequency", .hertz,
        10...UnitParameter.halfRate, 15_000
      ).shown(.flag_DisplayLogarithmic),
    ]
  ) { DelayModel() }

  private static func percent(
    _ identifier: AudioUnitParameterID, _ name: String, _ initial: Float
  ) -> UnitParameter { UnitParameter(identifier, name, .percent, 0...100, initial) }

  private static let distortion = effect(
    kAudioUnitSubType_Distortion, "AUDistortion",
    [
      UnitParameter(kDistortionParam_Delay, "delay", .milliseconds, 0.1...500, 0.1),
      UnitParameter(kDistortionParam_Decay, "decay", .rate, 0.1...50, 1),
      percent(kDistortionParam_DelayMix, "delay mix", 50),
      percent(kDistortionParam_Decimation, "decimation", 50),
      percent(kDistortionParam_Rounding, "rounding", 0),
      percent(kDistortionParam_DecimationMix, "decimation mix", 50),
      UnitParameter(kDistortionParam_LinearTerm, "linear term", .linearGain, 0...1, 0.5),
      UnitParameter(kDistortionParam_SquaredTerm, "squared term", .linearGain, 0...20, 0),
      UnitParameter(kDistortionParam_CubicTerm, "cubic term", .linearGain, 0...20, 0),
      percent(kDistortionParam_PolynomialMix, "polynomial mix", 50),
      UnitParameter(kDistortionParam_RingModFreq1, "ring mod freq 1", .hertz, 0.5...8_000, 100)
        .shown(.flag_DisplayLogarithmic),
      UnitParameter(kDistortionParam_RingModFreq2, "ring mod freq 2", .hertz, 0.5...8_000, 100)
        .shown(.flag_DisplayLogarithmic),
      percent(kDistortionParam_RingModBalance, "ring mod balance", 50),
      percent(kDistortionParam_RingModMix, "ring mod mix", 0),
      UnitParameter(kDistortionParam_SoftClipGain, "soft clip gain", .decibels, -80...20, -6),
      percent(kDistortionParam_FinalMix, "final mix", 50),
    ]
  ) { DistortionModel() }

  // MARK: N bands

  private static let bands = effect(
    kAudioUnitSubType_NBandEQ, "AUNBandEQ",
    [UnitParameter(kAUNBandEQParam_GlobalGain, "global gain", .decibels, -96...24, 0)]
      + (0..<BandsModel.mostBands).flatMap { band in
        let number = AudioUnitParameterID(band)
        return [
          UnitParameter(
            kAUNBandEQParam_BypassBand + number, "bypass \(band + 1)", .boolean, 0...1, 1),
          UnitParameter(
            kAUNBandEQParam_FilterType + number, "type \(band + 1)", .indexed, 0...10, 0),
          UnitParameter(
            kAUNBandEQParam_Frequency + number, "frequency \(band + 1)", .hertz,
            20...UnitParameter.halfRate, 1_000
          ).shown(.flag_DisplayLogarithmic),
          UnitParameter(
            kAUNBandEQParam_Gain + number, "gain \(band + 1)", .decibels, -96...24, 0),
          UnitParameter(
            kAUNBandEQParam_Bandwidth + number, "bandwidth \(band + 1)", .octaves, 0.05...5, 0.5),
        ]
      }
  ) { BandsModel() }
}
