internal import AudioToolbox
internal import Foundation

extension AUAudioUnit {
  /// The key of the values by the addresses of their parameters.
  private static let values = "parameter-values"

  /// The keys that all settings have.
  var identity: [String: Any] {
    [
      UnitStateKey.type: NSNumber(value: componentDescription.componentType),
      UnitStateKey.subtype: NSNumber(value: componentDescription.componentSubType),
      UnitStateKey.manufacturer: NSNumber(value: componentDescription.componentManufacturer),
      UnitStateKey.version: NSNumber(value: 0),
    ]
  }

  /// The description, the preset, and the values of all parameters.
  var savedState: [String: Any] {
    var values: [String: NSNumber] = [:]
    for parameter in parameterTree?.allParameters ?? []
    where !parameter.flags.contains(.flag_OmitFromPresets) {
      values[String(parameter.address)] = NSNumber(value: parameter.value)
    }
    var state = identity
    state[UnitStateKey.name] = currentPreset?.name ?? "Untitled"
    state[UnitStateKey.number] = NSNumber(value: currentPreset?.number ?? -1)
    state[Self.values] = values
    return state
  }

  /// Restores the values of parameters; settings of another unit have no effect.
  func restore(_ state: [String: Any]?) {
    guard let state else { return }
    if let bridge, bridge.restore(state) == noErr { return }
    guard componentDescription.isSource(of: state),
      let values = state[Self.values] as? [String: NSNumber]
    else { return }
    for (key, value) in values {
      guard let address = AUParameterAddress(key) else { continue }
      parameterTree?.parameter(withAddress: address)?.value = value.floatValue
    }
  }

  /// Restores settings of any unit, also those of a subclass with its own form.
  ///
  /// - Returns: 0; `kAudioUnitErr_InvalidPropertyValue` if they belong to another unit, or if they
  ///   are damaged; otherwise an error of loading files.
  func restoreState(_ state: [String: Any]) -> OSStatus {
    if let bridge { return bridge.restore(state) }
    guard componentDescription.isSource(of: state) else {
      return kAudioUnitErr_InvalidPropertyValue
    }
    if let node = self as? NodeUnit { return node.restoreNode(state) }
    fullState = state
    return noErr
  }
}
