internal import AudioGraph
internal import AudioProcessing
internal import CoreAudioTypes
internal import Foundation

// The settings that are properties.
extension SpatialUnit: SettingsUnit {
  private enum Key {
    static let inputs = "inputs"
    static let room = "reverb-room"
    static let usesReverb = "uses-internal-reverb"
  }

  var ownSettings: [String: Any] {
    let saved = inputs.prefix(elementCount(kAudioUnitScope_Input)).map { input in
      Dictionary(
        uniqueKeysWithValues: SpatialInput.Number.allCases.map { ($0.key, input[$0]) })
    }
    return [Key.inputs: saved, Key.room: room, Key.usesReverb: isReverbUsed]
  }

  func restoreOwnSettings(_ settings: [String: Any]) throws(StatusError) {
    let saved = try inputs(of: settings)
    let newRoom = (settings[Key.room] as? NSNumber)?.intValue
    guard newRoom.map({ ReverbRoom.presets.indices.contains($0) }) != false else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    for (input, numbers) in zip(inputs, saved) {
      for (number, value) in numbers { input[number] = value }
      // Render threads need the responses that this loads.
      input.levels.head?.prepare(input.headKind)
    }
    if let newRoom { room = newRoom }
    // The setter applies the settings of all inputs, too.
    isReverbUsed = (settings[Key.usesReverb] as? NSNumber)?.boolValue ?? isReverbUsed
  }

  private func inputs(
    of settings: [String: Any]
  ) throws(StatusError) -> [[SpatialInput.Number: Float]] {
    guard let value = settings[Key.inputs] else { return [] }
    guard let saved = value as? [[String: Any]] else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    var inputs: [[SpatialInput.Number: Float]] = []
    for input in saved {
      var numbers: [SpatialInput.Number: Float] = [:]
      for number in SpatialInput.Number.allCases {
        guard let value = input[number.key] else { continue }
        guard let value = (value as? NSNumber)?.floatValue, number.accepts(value) else {
          throw StatusError(kAudioUnitErr_InvalidPropertyValue)
        }
        numbers[number] = value
      }
      inputs.append(numbers)
    }
    return inputs
  }
}

extension SpatialInput.Number {
  /// The key in saved settings.
  fileprivate var key: String {
    switch self {
    case .reference: "reference-distance"
    case .maximum: "maximum-distance"
    case .attenuation: "maximum-attenuation"
    case .curve: "attenuation-curve"
    case .flags: "rendering-flags"
    case .algorithm: "spatialization-algorithm"
    case .mode: "source-mode"
    }
  }

  fileprivate func accepts(_ value: Float) -> Bool {
    guard SpatialInput.isDistance(value) else { return false }
    switch self {
    case .reference, .maximum, .attenuation: return true
    default: return UInt32(exactly: value).map(accepts) ?? false
    }
  }
}
