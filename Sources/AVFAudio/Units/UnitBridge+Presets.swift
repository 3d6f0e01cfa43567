internal import AudioToolbox
internal import Foundation

// Presets and settings.
extension UnitBridge {
  /// The unit's own presets, or `nil`.
  var factoryPresets: [AUAudioUnitPreset]? {
    guard let array = object(kAudioUnitProperty_FactoryPresets) as? NSArray else { return nil }
    return (0..<CFArrayGetCount(array)).compactMap { index in
      // Safe: the array contains pointers to structures, which live as long as the unit.
      unsafe CFArrayGetValueAtIndex(array, index).map {
        unsafe AUAudioUnitPreset($0.load(as: AUPreset.self))
      }
    }
  }

  /// The preset that was chosen last, or `nil`.
  var currentPreset: AUAudioUnitPreset? {
    let preset = unsafe access.get(
      kAudioUnitProperty_PresentPreset, AUPreset(presetNumber: -1, presetName: nil))
    guard unsafe preset.presetName != nil else { return nil }
    defer { unsafe preset.presetName?.release() }
    return unsafe preset.presetNumber < 0 ? nil : AUAudioUnitPreset(preset)
  }

  func choose(_ preset: AUAudioUnitPreset) {
    let name = preset.name as NSString
    // Safe: the unit copies the name before the call returns.
    withExtendedLifetime(name) {
      let structure = unsafe AUPreset(
        presetNumber: Int32(clamping: preset.number),
        presetName: Unmanaged.passUnretained(name))
      _ = unsafe access.set(kAudioUnitProperty_PresentPreset, structure)
    }
  }

  /// All settings as a property list, or `nil`.
  var savedState: [String: Any]? {
    object(kAudioUnitProperty_ClassInfo) as? [String: Any]
  }

  /// Restores settings.
  ///
  /// - Returns: The status of the unit.
  func restore(_ state: [String: Any]) -> OSStatus {
    let dictionary = state as NSDictionary
    // Safe: the dictionary lives until the call returns.
    return withExtendedLifetime(dictionary) {
      unsafe access.set(
        kAudioUnitProperty_ClassInfo,
        UnsafeRawPointer(Unmanaged.passUnretained(dictionary).toOpaque()))
    }
  }

  /// The object of a property, which the caller owns; `nil` without one.
  private func object(_ property: AudioUnitPropertyID) -> NSObject? {
    let reference = unsafe access.get(property, UnsafeRawPointer?.none)
    // Safe: the value of the property is an object that the caller owns.
    return unsafe reference.map { unsafe Unmanaged<NSObject>.fromOpaque($0).takeRetainedValue() }
  }
}

extension AUAudioUnitPreset {
  /// The preset of a structure.
  fileprivate convenience init(_ preset: AUPreset) {
    // Safe: the caller keeps the name.
    let name = unsafe preset.presetName?.takeUnretainedValue() as String?
    self.init(number: unsafe Int(preset.presetNumber), name: name ?? "")
  }
}
