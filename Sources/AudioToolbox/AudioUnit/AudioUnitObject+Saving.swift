internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// The keys of the settings that all units have, as Apple's units use them.
package enum UnitStateKey {
  package static let version = "version"
  package static let type = "type"
  package static let subtype = "subtype"
  package static let manufacturer = "manufacturer"
  package static let name = "name"
  package static let number = "preset-number"
  package static let data = "data"
}

/// A unit with settings that are not parameters.
protocol SettingsUnit: AudioUnitObject {
  /// The settings as a property list, without the keys that all units have.
  var ownSettings: [String: Any] { get }

  /// Restores settings that are not parameters.
  ///
  /// - Throws: An error if the settings are damaged, or if a file is missing. In this case, nothing
  ///   changes.
  func restoreOwnSettings(_ settings: [String: Any]) throws(StatusError)
}

// All settings as a property list.
extension AudioUnitObject {
  /// The values of all parameters, the name of the preset, and the unit's own settings.
  final func savedSettings() -> NSDictionary {
    let preset = chosenPreset.withLock { $0 }
    var settings = (self as? any SettingsUnit)?.ownSettings ?? [:]
    settings[UnitStateKey.version] = 0
    settings[UnitStateKey.type] = Int(kind.type)
    settings[UnitStateKey.subtype] = Int(kind.subType)
    settings[UnitStateKey.manufacturer] = Int(kind.manufacturer)
    settings[UnitStateKey.name] = preset.name
    settings[UnitStateKey.number] = preset.number
    settings[UnitStateKey.data] = Data(savedParameters().bytes)
    return settings as NSDictionary
  }

  private func savedParameters() -> SavedParameters {
    var entries: [SavedParameters.Entry] = []
    for scope in [kAudioUnitScope_Global, kAudioUnitScope_Input, kAudioUnitScope_Output] {
      let saved = parameters.all.indices.filter {
        parameters.all[$0].scope == scope && !parameters.all[$0].isMeter
      }
      let values = saved.flatMap { index in
        elements(of: parameters.all[index]).map { place, element in
          SavedParameters.Entry(
            parameters.all[index].identifier, scope, element, value: parameters[index, place])
        }
      }
      // The parameters of an element keep their order.
      let order = values.indices.sorted { one, other in
        (values[one].element, one) < (values[other].element, other)
      }
      entries += order.map { values[$0] }
    }
    return SavedParameters(entries)
  }

  /// The existing elements of a parameter, with the places of their values.
  private func elements(
    of parameter: UnitParameter
  ) -> [(place: Int, element: AudioUnitElement)] {
    guard let elements = parameter.elements else {
      return (0..<elementCount(parameter.scope)).map { ($0, AudioUnitElement($0)) }
    }
    return (0..<elements.mostElements).filter { hasElement($0, parameter) }
      .map { ($0, elements.element($0)) }
  }

  /// Restores saved settings, except for parameters that the unit does not have.
  ///
  /// - Throws: `kAudioUnitErr_InvalidPropertyValue` if the settings are damaged or belong to
  ///   another unit; an error of loading, if the settings refer to files. Then nothing changes.
  final func restore(_ settings: NSDictionary) throws(StatusError) {
    guard let settings = settings as? [String: Any], kind.description.isSource(of: settings) else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    var values = SavedParameters([])
    if let data = settings[UnitStateKey.data] {
      guard let read = (data as? Data).flatMap({ SavedParameters(bytes: [UInt8]($0)) }) else {
        throw StatusError(kAudioUnitErr_InvalidPropertyValue)
      }
      values = read
    }
    try (self as? any SettingsUnit)?.restoreOwnSettings(settings)
    for entry in values.entries { restore(entry) }
    let name = settings[UnitStateKey.name] as? String ?? "Untitled"
    let number = (settings[UnitStateKey.number] as? NSNumber)?.int32Value ?? -1
    chosenPreset.withLock { $0 = ChosenPreset(number: Int(number), name: name) }
    notify(kAudioUnitProperty_ClassInfo, .global)
    notify(kAudioUnitProperty_PresentPreset, .global)
  }

  /// Restores a value, unless the parameter already has it.
  ///
  /// Setting it again would change the parameters that are linked to it.
  private func restore(_ entry: SavedParameters.Entry) {
    let part = UnitPart(entry.scope, entry.element)
    guard let (index, place) = try? place(of: entry.parameter, part),
      !parameters.all[index].isMeter, parameters[index, place] != entry.value
    else { return }
    // A value that is not a number is the only error, and leaves the parameter unchanged.
    try? change(entry.parameter, part, to: entry.value)
  }
}

extension AudioComponentDescription {
  /// Whether settings come from a unit with this description.
  package func isSource(of settings: [String: Any]) -> Bool {
    let identity = [
      (UnitStateKey.type, componentType), (UnitStateKey.subtype, componentSubType),
      (UnitStateKey.manufacturer, componentManufacturer),
    ]
    return identity.allSatisfy { key, value in
      (settings[key] as? NSNumber)?.uint32Value == value
    }
  }
}
