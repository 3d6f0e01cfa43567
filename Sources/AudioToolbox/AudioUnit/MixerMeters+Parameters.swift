internal import AudioGraph
internal import CoreAudioTypes
internal import Foundation

/// The parameters of mixers that are meters, and the property that turns meters on.
extension MixerMeters {
  /// The numbers of the meters: before and after the volume, the mean and the highest level.
  private static let first = kMultiChannelMixerParam_PreAveragePower
  /// The first number of the linear meters; lower numbers are meters in decibels.
  private static let firstLinear = kMatrixMixerParam_PreAveragePowerLinear
  /// The level of silence, in decibels.
  private static let silence: Float = -120

  /// The parameters of a scope.
  ///
  /// - Parameters:
  ///   - scope: The scope.
  ///   - hasLinear: Whether the scope also has meters of linear levels.
  /// - Returns: The parameters.
  static func parameters(_ scope: AudioUnitScope, hasLinear: Bool = false) -> [UnitParameter] {
    let names = [
      "pre average power", "pre peak hold level", "post average power", "post peak hold level",
    ]
    let decibels = names.enumerated().map { index, name in
      UnitParameter(
        first + 1_000 * UInt32(index), name, .decibels, silence...20, silence
      ).metered.of(scope)
    }
    guard hasLinear else { return decibels }
    return decibels
      + names.enumerated().map { index, name in
        UnitParameter(
          firstLinear + 1_000 * UInt32(index), name + " linear", .linearGain, 0...10, 0
        ).metered.of(scope)
      }
  }

  /// The value of a meter.
  ///
  /// - Parameters:
  ///   - parameter: The number of the parameter.
  ///   - meter: The meter, which measures before the volume.
  ///   - volume: The volume.
  /// - Returns: The value.
  static func value(
    _ parameter: AudioUnitParameterID, _ meter: LevelMeter, volume: Float
  ) -> Float { value(parameter, meter, before: 1, after: volume) }

  /// The value of a meter that measures after a volume.
  ///
  /// If the volume is 0, the level before it is unknown and counts as silence.
  static func value(
    _ parameter: AudioUnitParameterID, _ meter: LevelMeter, after volume: Float
  ) -> Float { value(parameter, meter, before: volume > 0 ? 1 / volume : 0, after: 1) }

  private static func value(
    _ parameter: AudioUnitParameterID, _ meter: LevelMeter, before: Float, after: Float
  ) -> Float {
    let number = (parameter - first) / 1_000
    let level = (number % 2 == 0 ? meter.mean : meter.peak) * (number % 4 >= 2 ? after : before)
    guard parameter < firstLinear else { return level }
    return level > 0 ? max(silence, 20 * log10f(level)) : silence
  }

  /// Turns the meters of an input or output on or off; the global scope has all of them.
  static let property = UnitPropertyTable.Property(
    { (place) throws(StatusError) in
      PropertyValue(try place.meters().allSatisfy(\.isOn) ? 1 : 0 as UInt32)
    },
    set: { (place, value) throws(StatusError) in
      let isOn = try value.unitValue(UInt32.self) != 0
      for meter in try place.meters() where meter.isOn != isOn { meter.isOn = isOn }
      place.unit.notify(kAudioUnitProperty_MeteringMode, place.part)
    })
}

/// A unit with meters.
protocol MeteredUnit: AudioUnitObject {
  var meters: MixerMeters { get }
  /// The meters of an input or output.
  func meters(_ part: UnitPart) -> [LevelMeter]
}

extension UnitPlace {
  /// The meters of the part.
  fileprivate func meters() throws(StatusError) -> [LevelMeter] {
    guard let unit = unit as? any MeteredUnit else {
      throw StatusError(kAudioUnitErr_InvalidProperty)
    }
    try require(kAudioUnitScope_Global, kAudioUnitScope_Input, kAudioUnitScope_Output)
    if part.scope == kAudioUnitScope_Global { return unit.meters.inputs + unit.meters.outputs }
    guard part.element < unit.elementCount(part.scope) else {
      throw StatusError(kAudioUnitErr_InvalidElement)
    }
    return unit.meters(part)
  }
}
