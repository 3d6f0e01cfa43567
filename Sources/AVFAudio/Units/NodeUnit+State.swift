internal import AudioToolbox
internal import Foundation

// All settings of a node, in the form of a unit of version 2.
extension NodeUnit {
  /// The description, the preset, and the values of all parameters.
  var nodeState: [String: Any] {
    var state = identity
    state[UnitStateKey.name] = currentPreset?.name ?? "Untitled"
    state[UnitStateKey.number] = NSNumber(value: node?.presetNumber ?? -1)
    state[UnitStateKey.data] = Data(SavedParameters(entries).bytes)
    return state
  }

  private var entries: [SavedParameters.Entry] {
    (parameterTree?.allParameters ?? []).map { parameter in
      SavedParameters.Entry(
        AudioUnitParameterID(truncatingIfNeeded: parameter.address),
        AudioUnitScope(parameter.address >> 56),
        AudioUnitElement(parameter.address >> 32 & 0xFF_FFFF), value: parameter.value)
    }
  }

  /// Restores settings whose description matches.
  ///
  /// - Returns: 0; `kAudioUnitErr_InvalidPropertyValue` if they are damaged.
  func restoreNode(_ state: [String: Any]) -> OSStatus {
    var entries: [SavedParameters.Entry] = []
    if let value = state[UnitStateKey.data] {
      guard let data = value as? Data, let saved = SavedParameters(bytes: [UInt8](data)) else {
        return kAudioUnitErr_InvalidPropertyValue
      }
      entries = saved.entries
    }
    if let number = state[UnitStateKey.number] as? NSNumber, number.intValue >= 0 {
      node?.presetNumber = number.intValue
    }
    for entry in entries where entry.value.isFinite {
      let parameter = parameterTree?.parameter(
        withID: entry.parameter, scope: entry.scope, element: entry.element)
      guard let parameter else { continue }
      parameter.value = max(parameter.minValue, min(entry.value, parameter.maxValue))
    }
    return noErr
  }

  /// The presets of the component that the node stands for, or `nil`.
  var presets: [AUAudioUnitPreset]? {
    (try? AUAudioUnit(componentDescription: componentDescription))?.factoryPresets
  }
}
