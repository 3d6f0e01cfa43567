internal import AudioGraph
internal import CoreAudioTypes

/// The mixers that place their inputs in space.
///
/// Ranges and initial values follow Apple's documentation of the parameters, but were not compared
/// with Apple's units.
extension UnitKind {
  static let threeDMixer = spatial(
    kAudioUnitSubType_3DMixer, "AU3DMixer",
    .init(
      enable: k3DMixerParam_BusEnable, lowest: k3DMixerParam_MinGain,
      highest: k3DMixerParam_MaxGain, limitsAreDecibels: false, blend: k3DMixerParam_ReverbBlend,
      reverbGain: k3DMixerParam_GlobalReverbGain, occlusion: k3DMixerParam_OcclusionAttenuation,
      obstruction: k3DMixerParam_ObstructionAttenuation, hasMeters: true), distance: 1
  ).with {
    $0.parameters +=
      MixerMeters.parameters(kAudioUnitScope_Input) + MixerMeters.parameters(kAudioUnitScope_Output)
  }

  static let spatialMixer = spatial(
    kAudioUnitSubType_SpatialMixer, "AUSpatialMixer",
    .init(
      enable: kSpatialMixerParam_Enable, lowest: kSpatialMixerParam_MinGain,
      highest: kSpatialMixerParam_MaxGain, limitsAreDecibels: true,
      blend: kSpatialMixerParam_ReverbBlend, reverbGain: kSpatialMixerParam_GlobalReverbGain,
      occlusion: kSpatialMixerParam_OcclusionAttenuation,
      obstruction: kSpatialMixerParam_ObstructionAttenuation, hasMeters: false), distance: 0
  ).with {
    $0.parameters += [
      UnitParameter(kSpatialMixerParam_HeadYaw, "head yaw", .degrees, -180...180, 0),
      UnitParameter(kSpatialMixerParam_HeadPitch, "head pitch", .degrees, -90...90, 0),
      UnitParameter(kSpatialMixerParam_HeadRoll, "head roll", .degrees, -180...180, 0),
    ]
  }

  private static func spatial(
    _ subType: UInt32, _ name: String, _ numbers: SpatialUnit.Parameters, distance: Float
  ) -> UnitKind {
    UnitKind(kAudioUnitType_Mixer, subType, name) {
      SpatialUnit(kind: $0, component: $1, numbers)
    }.with {
      $0.inputCount = 8
      $0.mostInputs = 64
      $0.parameters =
        (places(distance) + levels(numbers)).map { $0.of(kAudioUnitScope_Input) }
        + [UnitParameter(numbers.reverbGain, "global reverb gain", .decibels, -40...40, 0)]
    }
  }

  /// The parameters of the place, whose numbers both mixers share.
  private static func places(_ distance: Float) -> [UnitParameter] {
    [
      UnitParameter(kSpatialMixerParam_Azimuth, "azimuth", .degrees, -180...180, 0)
        .shown(.flag_CanRamp),
      UnitParameter(kSpatialMixerParam_Elevation, "elevation", .degrees, -90...90, 0)
        .shown(.flag_CanRamp),
      UnitParameter(kSpatialMixerParam_Distance, "distance", .meters, 0...10_000, distance)
        .shown(.flag_CanRamp),
      UnitParameter(kSpatialMixerParam_Gain, "gain", .decibels, -120...20, 0)
        .shown(.flag_CanRamp),
    ]
  }

  private static func levels(_ numbers: SpatialUnit.Parameters) -> [UnitParameter] {
    let (unit, range): (AudioUnitParameterUnit, ClosedRange<Float>) =
      numbers.limitsAreDecibels ? (.decibels, -120...20) : (.linearGain, 0...1)
    return [
      UnitParameter(numbers.enable, "enable", .boolean, 0...1, 1),
      UnitParameter(numbers.lowest, "min gain", unit, range, range.lowerBound),
      UnitParameter(numbers.highest, "max gain", unit, range, range.upperBound),
      UnitParameter(numbers.blend, "reverb blend", .percent, 0...100, 0),
      UnitParameter(numbers.occlusion, "occlusion attenuation", .decibels, -120...0, 0),
      UnitParameter(numbers.obstruction, "obstruction attenuation", .decibels, -120...0, 0),
    ]
  }
}
