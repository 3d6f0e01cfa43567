internal import AudioGraph
internal import AudioProcessing
internal import CoreAudioTypes
internal import Foundation

/// The matrix reverb: a small and a large room, a modulation, and a filter.
///
/// Ranges and initial values follow Apple's documentation of the parameters, but were not compared
/// with Apple's unit. The sound is our own.
extension UnitKind {
  static let matrixReverb = effect(
    kAudioUnitSubType_MatrixReverb, "AUMatrixReverb",
    [
      UnitParameter(kReverbParam_DryWetMix, "dry/wet mix", .equalPowerCrossfade, 0...100, 100),
      UnitParameter(
        kReverbParam_SmallLargeMix, "small/large mix", .equalPowerCrossfade, 0...100, 50),
      seconds(kReverbParam_SmallSize, "small size", 0.000_1...0.05, 0.004_8),
      seconds(kReverbParam_LargeSize, "large size", 0.005...0.15, 0.04),
      seconds(kReverbParam_PreDelay, "pre-delay", 0.001...0.03, 0.025),
      seconds(kReverbParam_LargeDelay, "large delay", 0.001...0.1, 0.035),
      part(kReverbParam_SmallDensity, "small density", 0...1, 0.28),
      part(kReverbParam_LargeDensity, "large density", 0...1, 0.82),
      part(kReverbParam_LargeDelayRange, "large delay range", 0...1, 0.3),
      part(kReverbParam_SmallBrightness, "small brightness", 0.1...1, 0.96),
      part(kReverbParam_LargeBrightness, "large brightness", 0.1...1, 0.49),
      part(kReverbParam_SmallDelayRange, "small delay range", 0...1, 0.5),
      UnitParameter(kReverbParam_ModulationRate, "modulation rate", .hertz, 0.001...2, 1),
      part(kReverbParam_ModulationDepth, "modulation depth", 0...1, 0.2),
      UnitParameter(kReverbParam_FilterFrequency, "filter frequency", .hertz, 10...20_000, 800)
        .shown(.flag_DisplayLogarithmic),
      UnitParameter(kReverbParam_FilterBandwidth, "filter bandwidth", .octaves, 0.05...4, 3),
      UnitParameter(kReverbParam_FilterGain, "filter gain", .decibels, -18...18, 0),
      UnitParameter(kReverbParam_FilterType, "filter type", .indexed, 0...10, 0),
      UnitParameter(kReverbParam_FilterEnable, "filter enable", .boolean, 0...1, 0),
    ]
  ) { MatrixReverbModel() }.with { $0.presets = MatrixReverbModel.presets }

  private static func seconds(
    _ parameter: AudioUnitParameterID, _ name: String, _ range: ClosedRange<Float>,
    _ initial: Float
  ) -> UnitParameter { UnitParameter(parameter, name, .seconds, range, initial) }

  private static func part(
    _ parameter: AudioUnitParameterID, _ name: String, _ range: ClosedRange<Float>,
    _ initial: Float
  ) -> UnitParameter { UnitParameter(parameter, name, .generic, range, initial) }
}

/// The rooms and the filter of a matrix reverb.
final class MatrixReverbModel: EffectModel {
  /// The seconds of decay for each second of a room's size.
  private static let smallDecay: Float = 12
  private static let largeDecay: Float = 30
  /// The speed of sound in meters per second, reduced for the detours of reflections.
  private static let metresPerSecond: Float = 343 / 2.2

  private let reverb = DualReverbSettings()
  /// The last values of the parameters, by their numbers.
  private let numbers = SharedFloats(count: 19)

  var settings: any EffectSettings { reverb }

  var tail: Double {
    [reverb.small.room, reverb.large.room].map { $0.decaySeconds + $0.delaySeconds }.max() ?? 0
  }

  func makeRenderer(_ format: GraphFormat, mostFrames: Int) -> any UnitRenderer {
    ProcessorRenderer(DualReverb(reverb, format, mostFrames: mostFrames))
  }

  func set(_ parameter: AudioUnitParameterID, to value: Float) {
    numbers[Int(parameter)] = value
    switch parameter {
    case kReverbParam_DryWetMix: reverb[.wet] = value / 100
    case kReverbParam_SmallLargeMix: reverb[.largePart] = value / 100
    case kReverbParam_ModulationRate: reverb[.modulationRate] = value
    case kReverbParam_ModulationDepth: reverb[.modulationDepth] = value
    case kReverbParam_FilterFrequency: reverb.filter.set(0, .frequency, to: value)
    case kReverbParam_FilterBandwidth: reverb.filter.set(0, .bandwidth, to: value)
    case kReverbParam_FilterGain: reverb.filter.set(0, .gain, to: value)
    case kReverbParam_FilterType, kReverbParam_FilterEnable: setFilter()
    default: setRooms()
    }
  }

  private func setFilter() {
    let type = BandsModel.kind(Int(self[kReverbParam_FilterType].rounded()))
    reverb.filter.set(
      0, type.kind, hasBandwidth: type.hasBandwidth,
      isBypassed: self[kReverbParam_FilterEnable] < 0.5)
  }

  private func setRooms() {
    let delay = self[kReverbParam_PreDelay]
    reverb.small.room = room(
      self[kReverbParam_SmallSize], decay: Self.smallDecay, delay: delay,
      kReverbParam_SmallBrightness, kReverbParam_SmallDensity, kReverbParam_SmallDelayRange)
    reverb.large.room = room(
      self[kReverbParam_LargeSize], decay: Self.largeDecay,
      delay: delay + self[kReverbParam_LargeDelay], kReverbParam_LargeBrightness,
      kReverbParam_LargeDensity, kReverbParam_LargeDelayRange)
  }

  /// A room; the less dense it is, the more its early reflections stand out.
  private func room(
    _ size: Float, decay: Float, delay: Float, _ brightness: AudioUnitParameterID,
    _ density: AudioUnitParameterID, _ range: AudioUnitParameterID
  ) -> ReverbRoom {
    var room = ReverbRoom(
      decaySeconds: Double(0.1 + size * decay), delaySeconds: Double(delay),
      size: Double(size * Self.metresPerSecond), brightness: Double(self[brightness]),
      earlyLevel: Double(1 - self[density]))
    room.reflections = 1 + Int(self[range] * 99)
    return room
  }

  private subscript(parameter: AudioUnitParameterID) -> Float { numbers[Int(parameter)] }

  // MARK: Presets

  /// The presets of AUReverb2, with the nearest values of this unit's parameters.
  static let presets = zip(UnitKind.reverb.presets, ReverbRoom.presets).map { preset, room in
    let size = Float(room.size) / metresPerSecond
    return UnitPreset(
      name: preset.name,
      values: [
        (kReverbParam_SmallLargeMix, min(100, 20 + 2 * Float(room.size))),
        (kReverbParam_SmallSize, min(0.05, max(0.000_1, size * 0.4))),
        (kReverbParam_LargeSize, min(0.15, max(0.005, Float(room.decaySeconds) / largeDecay))),
        (kReverbParam_PreDelay, min(0.03, max(0.001, Float(room.delaySeconds)))),
        (kReverbParam_LargeDelay, min(0.1, max(0.001, size * 0.5))),
        (kReverbParam_SmallBrightness, max(0.1, Float(room.brightness))),
        (kReverbParam_LargeBrightness, max(0.1, Float(room.brightness))),
        (kReverbParam_LargeDensity, 1 - Float(room.earlyLevel)),
      ])
  }
}
