internal import AudioGraph
internal import AudioProcessing
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// A mixer whose inputs have a place around a listener, and a common reverb.
///
/// An input uses equal-power panning, or the responses of the ears of a head.
final class SpatialUnit: AudioUnitObject, MeteredUnit, @unchecked Sendable {
  // Unchecked: all state is constant or atomic.

  /// The parameters whose numbers differ between the mixers.
  struct Parameters: Sendable {
    var enable: AudioUnitParameterID
    var lowest: AudioUnitParameterID
    var highest: AudioUnitParameterID
    /// Whether the lowest and the highest level are in decibels.
    var limitsAreDecibels: Bool
    var blend: AudioUnitParameterID
    var reverbGain: AudioUnitParameterID
    var occlusion: AudioUnitParameterID
    var obstruction: AudioUnitParameterID
    /// Whether inputs and the output have meters.
    var hasMeters: Bool
  }

  private let numbers: Parameters
  let inputs: [SpatialInput]
  let meters: MixerMeters
  let reverb = SpatialReverb()
  private let usesReverb = Atomic<Bool>(true)
  /// Whether any input has sent sound to the reverb; until then, the reverb is off.
  private let hasReverb = Atomic<Bool>(false)
  private let roomNumber = Atomic<Int>(0)

  init(kind: UnitKind, component: UInt, _ numbers: Parameters) {
    self.numbers = numbers
    inputs = (0..<max(kind.mostInputs, kind.inputCount)).map { _ in SpatialInput() }
    meters = MixerMeters(inputs: inputs.count, outputs: 1)
    super.init(kind: kind, component: component)
    reverb.reverb.room = ReverbRoom.presets[0]
    for element in inputs.indices { update(element) }
  }

  override func makeRenderer(_ settings: UnitSettings) throws(StatusError) -> any UnitRenderer {
    try settings.checkRates()
    let format = UnitFormat.graphFormat(settings.outputs[0].format)
    return ProcessorRenderer(
      SpatialMixer(
        reverb, gain: GainRamp(), format, mostFrames: settings.mostFrames,
        meters: numbers.hasMeters ? meters : nil))
  }

  override func check(_ settings: UnitSettings) throws(StatusError) { try settings.checkRates() }

  override func makeInput(_ input: UnitInput, _ settings: UnitSettings) -> GraphInput {
    GraphInput(
      bus: input.bus, planes: input.buffers.planes, inputs[input.bus].levels,
      to: UnitFormat.graphFormat(settings.outputs[0].format))
  }

  override var following: UnitFollowing { .rate }

  override func accepts(_ format: AudioStreamBasicDescription, _ part: UnitPart) -> Bool {
    format.mChannelsPerFrame <= 2
  }

  override var tail: Double {
    let room = reverb.reverb.room
    return reverb.isEnabled ? room.decaySeconds + room.delaySeconds : 0
  }

  override func clearSound() { reverb.reverb.reset() }

  override var ownProperties: UnitPropertyTable? {
    numbers.hasMeters ? Self.meteredTable : Self.table
  }

  // MARK: Meters

  func meters(_ part: UnitPart) -> [LevelMeter] {
    part.scope == kAudioUnitScope_Input ? [meters.inputs[part.element]] : meters.outputs
  }

  override func measurement(_ parameter: UnitParameter, _ element: Int) -> Float? {
    guard parameter.isMeter else { return nil }
    guard parameter.scope == kAudioUnitScope_Input else {
      return MixerMeters.value(parameter.identifier, meters.outputs[element], volume: 1)
    }
    let level = inputs[element].isPlaced ? placedLevel(element) : 1
    return MixerMeters.value(
      parameter.identifier, meters.inputs[element],
      volume: inputs[element].levels.volume * level)
  }

  // MARK: The reverb

  var isReverbUsed: Bool {
    get { usesReverb.load(ordering: .relaxed) }
    set {
      usesReverb.store(newValue, ordering: .relaxed)
      for element in inputs.indices { update(element) }
    }
  }

  /// The number of the room.
  var room: Int {
    get { roomNumber.load(ordering: .relaxed) }
    set {
      roomNumber.store(newValue, ordering: .relaxed)
      reverb.reverb.room = ReverbRoom.presets[newValue]
    }
  }

  // MARK: Levels

  override func parameterDidChange(_ parameter: UnitParameter, _ element: Int, _ value: Float) {
    guard parameter.scope == kAudioUnitScope_Global else { return update(element) }
    guard parameter.identifier != numbers.reverbGain else {
      reverb.level.value = Self.level(value)
      return
    }
    // The direction of the head.
    var element = 0
    while element < inputs.count {
      update(element)
      element += 1
    }
  }

  /// Computes the levels of an input, without a lock.
  func update(_ element: Int) {
    let input = inputs[element]
    let isOn = value(numbers.enable, element) >= 0.5
    input.levels.volume = isOn ? Self.level(value(kSpatialMixerParam_Gain, element)) : 0
    let isBlended = isReverbUsed && value(numbers.blend, element) > 0
    if isBlended { hasReverb.store(true, ordering: .relaxed) }
    reverb.isEnabled = isReverbUsed && hasReverb.load(ordering: .relaxed)
    guard input.isPlaced else {
      input.levels.place = nil
      input.levels.send?.place = MixPlace(left: 0, right: 0, mixesDown: false)
      input.levels.head?.place(.none, [0, 0, -1], level: 0, mixesDown: false)
      return
    }
    let blend = isBlended ? value(numbers.blend, element) / 100 : 0
    let level = distanceLevel(element) * Self.level(value(numbers.occlusion, element))
    let direct = placedLevel(element) * (1 - blend)
    let sides = listener.levels(of: direction(element))
    let mixesDown = input.isPoint
    let kind = input.headKind
    input.levels.head?.place(
      kind, listener.direction(of: direction(element)), level: direct, mixesDown: mixesDown)
    let panned = kind == .none ? direct : 0
    input.levels.place = MixPlace(
      left: sides.left * panned, right: sides.right * panned, mixesDown: mixesDown)
    let sent = level * blend * Float(0.5).squareRoot()
    input.levels.send?.place = MixPlace(left: sent, right: sent, mixesDown: mixesDown)
  }

  /// The level of the direct sound that follows from the place of an input.
  private func placedLevel(_ element: Int) -> Float {
    distanceLevel(element) * Self.level(value(numbers.occlusion, element))
      * Self.level(value(numbers.obstruction, element))
  }

  /// The level that follows from the distance.
  private func distanceLevel(_ element: Int) -> Float {
    guard let level = inputs[element].level(at: value(kSpatialMixerParam_Distance, element)) else {
      return 1
    }
    let limits = (value(numbers.lowest, element), value(numbers.highest, element))
    let (lowest, highest) =
      numbers.limitsAreDecibels ? (Self.level(limits.0), Self.level(limits.1)) : limits
    return max(lowest, min(level, highest))
  }

  /// The direction of an input: x points right, y points up, z points back.
  private func direction(_ element: Int) -> SpatialVector {
    let azimuth = value(kSpatialMixerParam_Azimuth, element) * .pi / 180
    let elevation = value(kSpatialMixerParam_Elevation, element) * .pi / 180
    return SpatialVector(
      sinf(azimuth) * cosf(elevation), sinf(elevation), -cosf(azimuth) * cosf(elevation))
  }

  private var listener: SpatialListener {
    var listener = SpatialListener()
    let scope = kAudioUnitScope_Global
    guard parameters.index(kSpatialMixerParam_HeadYaw, scope) != nil else { return listener }
    listener.turn(
      yaw: value(kSpatialMixerParam_HeadYaw, 0, scope),
      pitch: value(kSpatialMixerParam_HeadPitch, 0, scope),
      roll: value(kSpatialMixerParam_HeadRoll, 0, scope))
    return listener
  }

  private static func level(_ decibels: Float) -> Float { powf(10, decibels / 20) }

  private func value(
    _ parameter: AudioUnitParameterID, _ element: Int,
    _ scope: AudioUnitScope = kAudioUnitScope_Input
  ) -> Float { parameters.index(parameter, scope).map { parameters[$0, element] } ?? 0 }
}

/// An input of a spatial mixer: its levels, and the settings that are properties.
final class SpatialInput: Sendable {
  /// A setting.
  enum Number: Int, CaseIterable, Sendable {
    case reference, maximum, attenuation, curve, flags, algorithm, mode

    /// Whether a number that is not a distance is valid.
    func accepts(_ value: UInt32) -> Bool {
      switch self {
      case .reference, .maximum, .attenuation: true
      case .curve, .mode: value <= 3
      // Panning has no delay between the ears, which the first flag allows.
      case .flags: value & ~5 == 0
      case .algorithm: value <= 7
      }
    }
  }

  /// Whether a number is a distance or an attenuation.
  static func isDistance(_ value: Float) -> Bool { value.isFinite && value >= 0 }

  let levels = MixInput(send: MixInput(), head: HeadInput())
  private let numbers = SharedFloats(count: 7)

  init() {
    // The level falls with the reciprocal of the distance: by 80 dB at a distance of 10,000.
    (self[.reference], self[.maximum], self[.attenuation]) = (1, 10_000, 80)
    self[.flags] = Float(AUSpatialMixerRenderingFlags.distance)
  }

  subscript(number: Number) -> Float {
    get { numbers[number.rawValue] }
    set { numbers[number.rawValue] = newValue }
  }

  /// Whether the place of the input determines its levels.
  var isPlaced: Bool {
    let mode = UInt32(self[.mode])
    return UInt32(self[.algorithm])
      != AUSpatializationAlgorithm.spatializationAlgorithm_StereoPassThrough.rawValue
      && mode != AUSpatialMixerSourceMode.spatialMixerSourceMode_Bypass.rawValue
      && mode != AUSpatialMixerSourceMode.spatialMixerSourceMode_AmbienceBed.rawValue
  }

  /// The responses of the ears that the algorithm uses.
  var headKind: HeadInput.Kind {
    switch AUSpatializationAlgorithm(rawValue: UInt32(self[.algorithm])) {
    case .spatializationAlgorithm_SphericalHead: .sphere
    case .spatializationAlgorithm_HRTF, .spatializationAlgorithm_HRTFHQ: .measured
    default: .none
    }
  }

  /// Whether two channels are mixed to one.
  var isPoint: Bool {
    UInt32(self[.mode]) == AUSpatialMixerSourceMode.spatialMixerSourceMode_PointSource.rawValue
  }

  /// The level at a distance; `nil` if the distance does not count.
  func level(at distance: Float) -> Float? {
    guard UInt32(self[.flags]) & AUSpatialMixerRenderingFlags.distance != 0 else { return nil }
    var curve = DistanceCurve(
      reference: self[.reference], maximum: self[.maximum], attenuation: self[.attenuation])
    curve.shape = DistanceCurve.Shape(rawValue: Int(self[.curve])) ?? .power
    return curve.level(at: distance)
  }
}

extension AUSpatialMixerRenderingFlags {
  /// The flag of the distance.
  fileprivate static let distance = spatialMixerRenderingFlags_DistanceAttenuation.rawValue
}
