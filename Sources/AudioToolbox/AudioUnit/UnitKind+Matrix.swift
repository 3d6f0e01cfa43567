internal import AudioGraph
internal import CoreAudioTypes
internal import Synchronization

/// A mixer with a volume for each channel and for each pair of channels.
///
/// All volumes are 0 at first. A client must set the volumes of the mixer, the channels, and the
/// pairs.
final class MatrixMixerUnit: AudioUnitObject, MeteredUnit, @unchecked Sendable {
  // Unchecked: all state is constant or atomic.

  private let levels = MatrixSettings()
  let meters = MixerMeters(
    inputs: MatrixSettings.mostChannels, outputs: MatrixSettings.mostChannels)

  override func makeRenderer(_ settings: UnitSettings) throws(StatusError) -> any UnitRenderer {
    try check(settings)
    let counts = [settings.inputs, settings.outputs].map { elements in
      elements.map { Int($0.format.mChannelsPerFrame) }
    }
    return ProcessorRenderer(
      MatrixMixer(
        levels, meters, inputs: counts[0], outputs: counts[1],
        sampleRate: settings.outputs[0].format.mSampleRate))
  }

  override func check(_ settings: UnitSettings) throws(StatusError) {
    try settings.checkRates()
    let most = max(settings.inputs.channelCount, settings.outputs.channelCount)
    guard most <= MatrixSettings.mostChannels else {
      throw StatusError(kAudioUnitErr_FormatNotSupported)
    }
  }

  override var following: UnitFollowing { .rate }

  override func hasElement(_ place: Int, _ parameter: UnitParameter) -> Bool {
    let (inputs, outputs) = facts.channelCounts
    switch MatrixElements.place(place, parameter.scope) {
    case .input(let channel): return channel < inputs
    case .output(let channel): return channel < outputs
    case .crosspoint(let input, let output): return input < inputs && output < outputs
    case .global: return true
    }
  }

  override func parameterDidChange(_ parameter: UnitParameter, _ element: Int, _ value: Float) {
    var volume = value
    if parameter.scope != kAudioUnitScope_Global {
      let isOn = self.value(kMatrixMixerParam_Enable, parameter.scope, element) >= 0.5
      volume = isOn ? self.value(kMatrixMixerParam_Volume, parameter.scope, element) : 0
    }
    levels[MatrixElements.place(element, parameter.scope)] = volume
  }

  private func value(
    _ parameter: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: Int
  ) -> Float {
    parameters.index(parameter, scope).map { parameters[$0, element] } ?? 0
  }

  // MARK: Meters

  /// The meters of the channels of an input or output.
  func meters(_ part: UnitPart) -> [LevelMeter] {
    let isInput = part.scope == kAudioUnitScope_Input
    let elements = settings.withLock { isInput ? $0.inputs : $0.outputs }
    let start = Array(elements.prefix(part.element)).channelCount
    let count = Int(elements[part.element].format.mChannelsPerFrame)
    let all = isInput ? meters.inputs : meters.outputs
    return Array(all[min(start, all.count)..<min(start + count, all.count)])
  }

  override func measurement(_ parameter: UnitParameter, _ element: Int) -> Float? {
    guard parameter.isMeter else { return nil }
    guard parameter.scope == kAudioUnitScope_Input else {
      // The volume of an output is a part of its crosspoints, so its meter is after the volume.
      let volume = levels[.output(element)] * levels[.global]
      return MixerMeters.value(parameter.identifier, meters.outputs[element], after: volume)
    }
    return MixerMeters.value(
      parameter.identifier, meters.inputs[element], volume: levels[.input(element)])
  }

  // MARK: The matrix as a property

  override var ownProperties: UnitPropertyTable? { Self.table }

  private static let table = UnitPropertyTable([
    kAudioUnitProperty_MeteringMode: MixerMeters.property,
    kAudioUnitProperty_MatrixDimensions: .init { (place) throws(StatusError) in
      try place.require(kAudioUnitScope_Global)
      let (inputs, outputs) = place.unit.facts.channelCounts
      return PropertyValue(list: [UInt32(inputs), UInt32(outputs)])
    },
    kAudioUnitProperty_MatrixLevels: .init(
      { (place) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        return try place.matrix.map { (unit) throws(StatusError) in
          PropertyValue(list: try unit.volumes())
        }
      },
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        try place.matrix?.setVolumes(value.bytes())
      }),
  ])

  /// The volumes in rows.
  ///
  /// Each input channel has a row with its crosspoints and its own volume. The last row has the
  /// volumes of the output channels and of the mixer.
  fileprivate func volumes() throws(StatusError) -> [Float] {
    var volumes: [Float] = []
    for (scope, element) in matrixElements() {
      volumes.append(try parameter(kMatrixMixerParam_Volume, UnitPart(scope, element)))
    }
    return volumes
  }

  fileprivate func setVolumes(_ bytes: [UInt8]) throws(StatusError) {
    let elements = matrixElements()
    let values = stride(from: 0, through: bytes.count - 4, by: 4).map { start in
      Float(bitPattern: bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
    guard bytes.count == elements.count * 4, values.allSatisfy({ !$0.isNaN }) else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    for ((scope, element), value) in zip(elements, values) {
      try setParameter(
        kMatrixMixerParam_Volume, UnitPart(scope, element), to: value, at: 0)
    }
    notify(kAudioUnitProperty_MatrixLevels, .global)
  }

  private func matrixElements() -> [(AudioUnitScope, AudioUnitElement)] {
    let counts = facts.channelCounts
    let (inputs, outputs) = (UInt32(counts.inputs), UInt32(counts.outputs))
    var elements: [(AudioUnitScope, AudioUnitElement)] = []
    for input in 0..<inputs {
      elements += (0..<outputs).map { (kAudioUnitScope_Global, input << 16 | $0) }
      elements.append((kAudioUnitScope_Input, input))
    }
    elements += (0..<outputs).map { (kAudioUnitScope_Output, $0) }
    return elements + [(kAudioUnitScope_Global, MatrixElements.whole)]
  }
}

extension UnitPlace {
  fileprivate var matrix: MatrixMixerUnit? { unit as? MatrixMixerUnit }
}

/// The elements of a matrix mixer's parameters.
private enum MatrixElements {
  private static let mostChannels = MatrixSettings.mostChannels
  /// The element of the mixer's volume.
  static let whole: AudioUnitElement = 0xFFFF_FFFF

  /// The channels of all inputs or of all outputs.
  static let channels = ParameterElements(
    mostElements: mostChannels, place: { $0 < mostChannels ? Int($0) : nil },
    element: { AudioUnitElement($0) })

  /// The pairs of an input channel and an output channel, and the mixer.
  static let pairs = ParameterElements(
    mostElements: mostChannels * mostChannels + 1,
    place: { element in
      if element == whole { return mostChannels * mostChannels }
      let (input, output) = (Int(element >> 16), Int(element & 0xFFFF))
      guard input < mostChannels, output < mostChannels else { return nil }
      return input * mostChannels + output
    },
    element: { place in
      if place == mostChannels * mostChannels { return whole }
      return AudioUnitElement(place / mostChannels) << 16 | AudioUnitElement(place % mostChannels)
    })

  /// The volume at the place of an element.
  static func place(_ place: Int, _ scope: AudioUnitScope) -> MatrixSettings.Place {
    switch scope {
    case kAudioUnitScope_Input: .input(place)
    case kAudioUnitScope_Output: .output(place)
    default:
      place == mostChannels * mostChannels
        ? .global : .crosspoint(input: place / mostChannels, output: place % mostChannels)
    }
  }
}

/// The matrix mixer.
extension UnitKind {
  static let matrixMixer = UnitKind(
    kAudioUnitType_Mixer, kAudioUnitSubType_MatrixMixer, "AUMatrixMixer"
  ) {
    MatrixMixerUnit(kind: $0, component: $1)
  }.with {
    $0.mostInputs = MatrixSettings.mostChannels
    $0.mostOutputs = MatrixSettings.mostChannels
    let volume = UnitParameter(kMatrixMixerParam_Volume, "volume", .linearGain, 0...1, 0)
      .shown(.flag_CanRamp)
    let enable = UnitParameter(kMatrixMixerParam_Enable, "enable", .boolean, 0...1, 1)
    $0.parameters =
      [kAudioUnitScope_Input, kAudioUnitScope_Output].flatMap { scope in
        ([volume, enable].map { $0.of(scope) } + MixerMeters.parameters(scope, hasLinear: true))
          .map { $0.with(MatrixElements.channels) }
      } + [volume.with(MatrixElements.pairs)]
  }
}
