internal import CoreAudioTypes
internal import MIDISynthesis

/// The instruments.
///
/// Ranges and initial values follow Apple's documentation of the parameters, but were not compared
/// with Apple's units.
extension UnitKind {
  static let instruments: [UnitKind] = [
    instrument(kAudioUnitSubType_DLSSynth, "DLSMusicDevice", SynthesizerSetup(), volume),
    instrument(kAudioUnitSubType_MIDISynth, "AUMIDISynth", SynthesizerSetup(), volume),
    instrument(kAudioUnitSubType_Sampler, "AUSampler", SamplerInstrument.initial, sampling),
  ]

  private static func instrument(
    _ subType: UInt32, _ name: String, _ setup: SynthesizerSetup, _ parameters: [UnitParameter]
  ) -> UnitKind {
    UnitKind(kAudioUnitType_MusicDevice, subType, name) {
      InstrumentUnit(kind: $0, component: $1, setup)
    }.with {
      $0.inputCount = 0
      $0.mostInputs = 0
      $0.parameters = parameters
    }
  }

  private static let volume = [
    UnitParameter(kMusicDeviceParam_Tuning, "tuning", .cents, -1_200...1_200, 0),
    UnitParameter(kMusicDeviceParam_Volume, "volume", .decibels, -120...40, 0),
  ]

  private static let sampling = [
    UnitParameter(kAUSamplerParam_Gain, "gain", .decibels, -90...12, 0),
    UnitParameter(kAUSamplerParam_CoarseTuning, "coarse tuning", .relativeSemiTones, -24...24, 0),
    UnitParameter(kAUSamplerParam_FineTuning, "fine tuning", .cents, -99...99, 0),
    UnitParameter(kAUSamplerParam_Pan, "pan", .pan, -1...1, 0),
  ]
}
