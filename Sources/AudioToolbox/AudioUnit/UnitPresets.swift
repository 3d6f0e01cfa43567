internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// A preset of a kind of units, whose number is its place in the list.
struct UnitPreset: Sendable {
  var name: String
  /// The values of parameters in the global scope.
  var values: [(parameter: AudioUnitParameterID, value: Float)] = []
}

/// The preset that a client has chosen.
struct ChosenPreset: Sendable {
  /// The number, or -1 for settings that are no preset of the kind.
  var number = -1
  var name = "Untitled"
}

/// The presets of a unit as Apple's structures, which live as long as the unit.
@safe
final class PresetList: @unchecked Sendable {
  // Unchecked: nothing changes after the initializer.

  private let presets: UnsafeMutablePointer<AUPreset>
  private let names: [NSString]

  init(_ all: [UnitPreset]) {
    names = all.map { $0.name as NSString }
    unsafe presets = .allocate(capacity: max(1, all.count))
    for (index, name) in names.enumerated() {
      // Safe: the memory has this capacity, and the list keeps the name.
      unsafe (presets + index).initialize(
        to: AUPreset(presetNumber: Int32(index), presetName: Unmanaged.passUnretained(name)))
    }
  }

  deinit { unsafe presets.deallocate() }

  /// A Core Foundation array of pointers to the structures.
  func array() -> NSObject? {
    // Safe: an array without callbacks contains plain pointers, and copies them.
    guard let array = CFArrayCreateMutable(nil, names.count, nil) else { return nil }
    for index in names.indices { unsafe CFArrayAppendValue(array, presets + index) }
    return unsafe unsafeBitCast(array, to: NSArray.self)
  }
}

// MARK: - Properties

extension UnitProperties {
  /// Presets, and all settings as a property list.
  static let presets: [AudioUnitPropertyID: UnitPropertyTable.Property] = [
    kAudioUnitProperty_FactoryPresets: .init { (place) throws(StatusError) in
      try place.require(kAudioUnitScope_Global)
      guard !place.unit.kind.presets.isEmpty, let array = place.unit.presetList.array() else {
        return nil
      }
      return .structure(reference, objects: [(0, array)])
    },
    kAudioUnitProperty_PresentPreset: .init(
      { (place) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        return PropertyValue(place.unit.chosenPreset.withLock { $0 })
      },
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        let preset = try unsafe value.unitValue(AUPreset.self)
        let name = unsafe preset.presetName?.takeUnretainedValue() as String?
        try unsafe place.unit.choose(
          ChosenPreset(number: Int(preset.presetNumber), name: name ?? "Untitled"))
      }),
    kAudioUnitProperty_ClassInfo: settings,
    kAudioUnitProperty_ClassInfoFromDocument: settings,
  ]

  private static let settings = settings(
    { .object($0.savedSettings()) },
    restore: { (unit, settings) throws(StatusError) in try unit.restore(settings) })

  /// The property of all settings, which closures get and restore.
  static func settings(
    _ value: @escaping @Sendable (AudioUnitObject) -> PropertyValue?,
    restore: @escaping @Sendable (AudioUnitObject, NSDictionary) throws(StatusError) -> Void
  ) -> UnitPropertyTable.Property {
    UnitPropertyTable.Property(
      { (place) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        return value(place.unit)
      },
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        guard let address = try unsafe value.unitValue(UnsafeRawPointer?.self) else {
          throw StatusError(kAudioUnitErr_InvalidPropertyValue)
        }
        // Safe: the client states a property list, which lives until the call returns.
        let object = unsafe Unmanaged<NSObject>.fromOpaque(address).takeUnretainedValue()
        guard let settings = object as? NSDictionary else {
          throw StatusError(kAudioUnitErr_InvalidPropertyValue)
        }
        try restore(place.unit, settings)
      })
  }

  /// The bytes of a reference that the client will own.
  private static let reference = [UInt8](repeating: 0, count: 8)
}

extension PropertyValue {
  /// The chosen preset, with a name that the client owns.
  fileprivate init(_ preset: ChosenPreset) {
    let structure = unsafe AUPreset(presetNumber: Int32(preset.number), presetName: nil)
    // Safe: the bytes are copied while the structure is alive.
    let bytes = unsafe withUnsafeBytes(of: structure) { unsafe Array($0) }
    let offset = unsafe MemoryLayout<AUPreset>.offset(of: \.presetName) ?? 8
    self = .structure(bytes, objects: [(offset, preset.name as NSString)])
  }
}

extension AudioUnitObject {
  /// Chooses a preset of the kind, or notes the name of a user's preset, whose number is negative.
  ///
  /// - Throws: `kAudioUnitErr_InvalidPropertyValue` if the kind has no such preset.
  final func choose(_ preset: ChosenPreset) throws(StatusError) {
    var preset = preset
    if preset.number >= 0 {
      guard kind.presets.indices.contains(preset.number) else {
        throw StatusError(kAudioUnitErr_InvalidPropertyValue)
      }
      let found = kind.presets[preset.number]
      preset.name = found.name
      for (parameter, value) in found.values { try change(parameter, .global, to: value) }
      presetDidChange(preset.number)
    }
    chosenPreset.withLock { $0 = preset }
    notify(kAudioUnitProperty_PresentPreset, .global)
  }

  /// Sets a parameter, and reports it to the object of the unit.
  final func change(
    _ parameter: AudioUnitParameterID, _ part: UnitPart, to value: Float
  ) throws(StatusError) {
    try setParameter(parameter, part, to: value, at: 0)
    ParameterMirrors.follow(reference, parameter, part, value)
  }
}
