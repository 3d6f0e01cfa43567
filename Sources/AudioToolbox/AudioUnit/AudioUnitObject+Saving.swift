internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

// All settings as a property list.
extension AudioUnitObject {
  /// The keys of the list, as Apple's units use them.
  private enum Key {
    static let version = "version"
    static let type = "type"
    static let subtype = "subtype"
    static let manufacturer = "manufacturer"
    static let name = "name"
    static let number = "preset-number"
    static let data = "data"
  }

  /// The values of all parameters, with the name of the preset.
  ///
  /// The result is `nil` if a parameter has elements other than the unit's inputs and outputs.
  final func savedSettings() -> NSDictionary? {
    guard parameters.all.allSatisfy({ $0.elements == nil }) else { return nil }
    let preset = chosenPreset.withLock { $0 }
    return [
      Key.version: 0,
      Key.type: Int(kind.type),
      Key.subtype: Int(kind.subType),
      Key.manufacturer: Int(kind.manufacturer),
      Key.name: preset.name,
      Key.number: preset.number,
      Key.data: Data(savedValues()),
    ] as NSDictionary
  }

  /// The values as big-endian words of 32 bits.
  ///
  /// Each element has its scope, its number, and the number of its values. An identifier and a
  /// value for each parameter follow. Source: AudioUnitSDK, `AUElement::SaveState`.
  private func savedValues() -> [UInt8] {
    var bytes: [UInt8] = []
    for scope in [kAudioUnitScope_Global, kAudioUnitScope_Input, kAudioUnitScope_Output] {
      let saved = parameters.all.indices.filter {
        parameters.all[$0].scope == scope && !parameters.all[$0].isMeter
      }
      guard !saved.isEmpty else { continue }
      for element in 0..<elementCount(scope) {
        bytes.append(scope)
        bytes.append(UInt32(element))
        bytes.append(UInt32(saved.count))
        for index in saved {
          bytes.append(parameters.all[index].identifier)
          bytes.append(parameters[index, element].bitPattern)
        }
      }
    }
    return bytes
  }

  /// Restores saved settings, except for parameters that the unit does not have.
  ///
  /// - Throws: `kAudioUnitErr_InvalidPropertyValue` if the settings are damaged or belong to
  ///   another unit. In this case, nothing changes.
  final func restore(_ settings: NSDictionary) throws(StatusError) {
    let identity = [
      (Key.type, kind.type), (Key.subtype, kind.subType), (Key.manufacturer, kind.manufacturer),
    ]
    for (key, value) in identity {
      guard (settings[key] as? NSNumber)?.uint32Value == value else {
        throw StatusError(kAudioUnitErr_InvalidPropertyValue)
      }
    }
    var values: [SavedValue] = []
    if let data = settings[Key.data] as? Data {
      guard let read = SavedValue.read([UInt8](data)) else {
        throw StatusError(kAudioUnitErr_InvalidPropertyValue)
      }
      values = read
    }
    for saved in values where !saved.value.isNaN {
      guard parameters.index(saved.parameter, saved.part.scope) != nil,
        saved.part.element < elementCount(saved.part.scope)
      else { continue }
      try change(saved.parameter, saved.part, to: saved.value)
    }
    let name = settings[Key.name] as? String ?? "Untitled"
    let number = (settings[Key.number] as? NSNumber)?.intValue ?? -1
    chosenPreset.withLock { $0 = ChosenPreset(number: number, name: name) }
    notify(kAudioUnitProperty_ClassInfo, .global)
    notify(kAudioUnitProperty_PresentPreset, .global)
  }
}

/// A value of a parameter in the settings of a unit.
private struct SavedValue {
  var part: UnitPart
  var parameter: AudioUnitParameterID
  var value: Float

  /// Reads the values; `nil` if the bytes end early.
  static func read(_ bytes: [UInt8]) -> [SavedValue]? {
    guard bytes.count % 4 == 0 else { return nil }
    let words = stride(from: 0, to: bytes.count, by: 4).map { start in
      bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    var values: [SavedValue] = []
    var place = 0
    while place < words.count {
      guard words.count - place >= 3 else { return nil }
      let part = UnitPart(words[place], words[place + 1])
      let count = Int(words[place + 2])
      place += 3
      guard count <= (words.count - place) / 2 else { return nil }
      for index in 0..<count {
        values.append(
          SavedValue(
            part: part, parameter: words[place + 2 * index],
            value: Float(bitPattern: words[place + 2 * index + 1])))
      }
      place += 2 * count
    }
    return values
  }
}

extension [UInt8] {
  /// Appends a big-endian word.
  fileprivate mutating func append(_ word: UInt32) {
    append(contentsOf: (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) })
  }
}
