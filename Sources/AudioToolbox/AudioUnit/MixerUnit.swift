internal import AudioGraph
internal import CoreAudioTypes
internal import Synchronization

/// A mixer with a volume for each input and for the output.
///
/// A change of a volume or of the pan becomes a ramp of 256 frames. The pan has equal power.
final class MixerUnit: AudioUnitObject, MeteredUnit, @unchecked Sendable {
  // Unchecked: all state is constant or atomic.

  /// The numbers of a mixer's parameters.
  struct Parameters: Sendable {
    var volume: AudioUnitParameterID
    var enable: AudioUnitParameterID?
    var pan: AudioUnitParameterID
    /// Whether 0 is left and 1 right, instead of -1 and 1.
    var panStartsAtZero = false
  }

  let meters: MixerMeters
  private let mixer: Mixer
  private let mixInputs: [MixInput]
  private let numbers: Parameters

  init(kind: UnitKind, component: UInt, _ numbers: Parameters) {
    self.numbers = numbers
    mixInputs = (0..<max(kind.mostInputs, kind.inputCount)).map { _ in MixInput() }
    meters = MixerMeters(inputs: mixInputs.count, outputs: 1)
    mixer = Mixer(meters: meters)
    super.init(kind: kind, component: component)
  }

  override func makeRenderer(_ settings: UnitSettings) throws(StatusError) -> any UnitRenderer {
    try settings.checkRates()
    mixer.sampleRate = settings.outputs[0].format.mSampleRate
    return ProcessorRenderer(mixer)
  }

  override func check(_ settings: UnitSettings) throws(StatusError) {
    try settings.checkRates()
  }

  override func makeInput(_ input: UnitInput, _ settings: UnitSettings) -> GraphInput {
    let output = Int(settings.outputs[0].format.mChannelsPerFrame)
    let planes = input.buffers.planes
    return GraphInput(
      bus: input.bus, planes: planes,
      levels: mixInputs[input.bus].levels(from: planes.channelCount, to: output))
  }

  override var following: UnitFollowing { .rate }

  override func accepts(_ format: AudioStreamBasicDescription, _ part: UnitPart) -> Bool {
    kind.subType != kAudioUnitSubType_StereoMixer
      || part.scope == kAudioUnitScope_Input
        && format.mChannelsPerFrame <= 2
      || format.mChannelsPerFrame == 2
  }

  override func parameterDidChange(_ parameter: UnitParameter, _ element: Int, _ value: Float) {
    guard parameter.scope == kAudioUnitScope_Input else {
      mixer.volume = self.value(numbers.volume, kAudioUnitScope_Output, 0)
      return
    }
    let pan = self.value(numbers.pan, kAudioUnitScope_Input, element)
    mixInputs[element].pan = numbers.panStartsAtZero ? 2 * pan - 1 : pan
    let isOn = numbers.enable.map { self.value($0, kAudioUnitScope_Input, element) >= 0.5 }
    mixInputs[element].volume =
      isOn == false ? 0 : self.value(numbers.volume, kAudioUnitScope_Input, element)
  }

  // MARK: Meters

  func meters(_ part: UnitPart) -> [LevelMeter] {
    part.scope == kAudioUnitScope_Input ? [meters.inputs[part.element]] : meters.outputs
  }

  override func measurement(_ parameter: UnitParameter, _ element: Int) -> Float? {
    guard parameter.isMeter else { return nil }
    let isInput = parameter.scope == kAudioUnitScope_Input
    return MixerMeters.value(
      parameter.identifier, isInput ? meters.inputs[element] : meters.outputs[element],
      volume: isInput ? mixInputs[element].volume : mixer.volume)
  }

  override var ownProperties: UnitPropertyTable? { Self.table }

  private static let table = UnitPropertyTable([
    kAudioUnitProperty_MeteringMode: MixerMeters.property
  ])

  private func value(
    _ parameter: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: Int
  ) -> Float {
    parameters.index(parameter, scope).map { parameters[$0, element] } ?? 1
  }
}

/// The mixers.
///
/// Ranges and initial values follow Apple's documentation of the parameters, but were not compared
/// with Apple's units.
extension UnitKind {
  /// The maximum number of inputs of a mixer.
  private static let mostInputs = 512

  private static let meters =
    MixerMeters.parameters(kAudioUnitScope_Input) + MixerMeters.parameters(kAudioUnitScope_Output)

  static let mixers: [UnitKind] = [
    matrixMixer, threeDMixer, spatialMixer,
    UnitKind(
      kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer, "AUMultiChannelMixer"
    ) {
      MixerUnit(
        kind: $0, component: $1,
        .init(
          volume: kMultiChannelMixerParam_Volume, enable: kMultiChannelMixerParam_Enable,
          pan: kMultiChannelMixerParam_Pan))
    }.with {
      $0.inputCount = 8
      $0.mostInputs = mostInputs
      $0.parameters =
        [
          UnitParameter(kMultiChannelMixerParam_Volume, "volume", .linearGain, 0...1, 1)
            .of(kAudioUnitScope_Input).shown(.flag_CanRamp),
          UnitParameter(kMultiChannelMixerParam_Enable, "enable", .boolean, 0...1, 1)
            .of(kAudioUnitScope_Input),
          UnitParameter(kMultiChannelMixerParam_Pan, "pan", .pan, -1...1, 0)
            .of(kAudioUnitScope_Input).shown(.flag_CanRamp),
          UnitParameter(kMultiChannelMixerParam_Volume, "volume", .linearGain, 0...1, 1)
            .of(kAudioUnitScope_Output).shown(.flag_CanRamp),
        ] + meters
    },
    UnitKind(kAudioUnitType_Mixer, kAudioUnitSubType_StereoMixer, "AUStereoMixer") {
      MixerUnit(
        kind: $0, component: $1,
        .init(volume: kStereoMixerParam_Volume, pan: kStereoMixerParam_Pan, panStartsAtZero: true))
    }.with {
      $0.inputCount = 8
      $0.mostInputs = mostInputs
      $0.parameters =
        [
          UnitParameter(kStereoMixerParam_Volume, "volume", .mixerFaderCurve1, 0...1, 1)
            .of(kAudioUnitScope_Input),
          UnitParameter(kStereoMixerParam_Pan, "pan", .pan, 0...1, 0.5).of(kAudioUnitScope_Input),
          UnitParameter(kStereoMixerParam_Volume, "volume", .mixerFaderCurve1, 0...1, 1)
            .of(kAudioUnitScope_Output),
        ] + meters
    },
  ]
}
