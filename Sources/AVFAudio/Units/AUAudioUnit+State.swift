internal import AudioToolbox
internal import Foundation

extension AUAudioUnit {
  /// The keys of the settings, as Apple's units use them.
  private enum Key {
    static let type = "type"
    static let subtype = "subtype"
    static let manufacturer = "manufacturer"
    static let version = "version"
    static let name = "name"
    static let number = "preset-number"
    /// The values by the addresses of their parameters.
    static let values = "parameter-values"
  }

  /// The description, the preset, and the values of all parameters.
  var savedState: [String: Any] {
    var values: [String: NSNumber] = [:]
    for parameter in parameterTree?.allParameters ?? []
    where !parameter.flags.contains(.flag_OmitFromPresets) {
      values[String(parameter.address)] = NSNumber(value: parameter.value)
    }
    return [
      Key.type: NSNumber(value: componentDescription.componentType),
      Key.subtype: NSNumber(value: componentDescription.componentSubType),
      Key.manufacturer: NSNumber(value: componentDescription.componentManufacturer),
      Key.version: NSNumber(value: 0),
      Key.name: currentPreset?.name ?? "Untitled",
      Key.number: NSNumber(value: currentPreset?.number ?? -1),
      Key.values: values,
    ]
  }

  /// Restores the values of parameters; settings of another unit have no effect.
  func restore(_ state: [String: Any]?) {
    guard let state else { return }
    if let bridge, bridge.restore(state) == noErr { return }
    guard number(state[Key.type]) == componentDescription.componentType,
      number(state[Key.subtype]) == componentDescription.componentSubType,
      let values = state[Key.values] as? [String: NSNumber]
    else { return }
    for (key, value) in values {
      guard let address = AUParameterAddress(key) else { continue }
      parameterTree?.parameter(withAddress: address)?.value = value.floatValue
    }
  }

  private func number(_ value: Any?) -> UInt32? { (value as? NSNumber)?.uint32Value }
}
