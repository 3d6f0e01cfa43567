import AudioToolbox
import Foundation
import Testing

/// All settings of a unit.
extension TestUnit {
  /// The settings as a dictionary.
  func state() throws -> [String: Any] {
    let (status, reference) = get(kAudioUnitProperty_ClassInfo, UnsafeRawPointer?.none)
    #expect(status == noErr)
    let object = Unmanaged<NSObject>.fromOpaque(try #require(reference)).takeRetainedValue()
    return try #require(object as? [String: Any])
  }

  /// Restores settings, and returns the status.
  func restore(_ state: [String: Any]) -> OSStatus {
    let dictionary = state as NSDictionary
    return withExtendedLifetime(dictionary) {
      set(
        kAudioUnitProperty_ClassInfo,
        UnsafeRawPointer?.some(Unmanaged.passUnretained(dictionary).toOpaque()))
    }
  }

  /// Gives each parameter a value of its own.
  func varyParameters() {
    for scope in [kAudioUnitScope_Global, kAudioUnitScope_Input, kAudioUnitScope_Output] {
      for identifier in parameterList(scope) {
        let info = get(
          kAudioUnitProperty_ParameterInfo, AudioUnitParameterInfo(), scope, identifier
        ).value
        info.cfNameString?.release()
        guard info.flags.contains(.flag_IsWritable) else { continue }
        let part = Float(identifier % 7 + 2) / 11
        let value = info.minValue + (info.maxValue - info.minValue) * part
        // Mixers have other elements than the first, too.
        for element in 0..<2 as Range<UInt32> {
          _ = AudioUnitSetParameter(unit, identifier, scope, element, value, 0)
        }
      }
    }
  }

  private func parameterList(_ scope: AudioUnitScope) -> [AudioUnitParameterID] {
    var size: UInt32 = 0
    let property = kAudioUnitProperty_ParameterList
    guard AudioUnitGetPropertyInfo(unit, property, scope, 0, &size, nil) == noErr else { return [] }
    var list = [AudioUnitParameterID](repeating: 0, count: Int(size) / 4)
    #expect(AudioUnitGetProperty(unit, property, scope, 0, &list, &size) == noErr)
    return list
  }
}

/// A component for a test.
struct UnitComponent: Sendable, CustomTestStringConvertible {
  var type: OSType
  var subType: OSType
  var name: String

  var testDescription: String { name }

  /// The units of the library.
  static let all: [UnitComponent] = {
    var found: [UnitComponent] = []
    var any = AudioComponentDescription()
    var component = AudioComponentFindNext(nil, &any)
    while let current = component {
      var description = AudioComponentDescription()
      var name: Unmanaged<CFString>?
      AudioComponentGetDescription(current, &description)
      AudioComponentCopyName(current, &name)
      let types = [
        kAudioUnitType_Output, kAudioUnitType_MusicDevice, kAudioUnitType_FormatConverter,
        kAudioUnitType_Effect, kAudioUnitType_Mixer, kAudioUnitType_Generator,
      ]
      if types.contains(description.componentType),
        description.componentManufacturer == kAudioUnitManufacturer_Apple
      {
        found.append(
          UnitComponent(
            type: description.componentType, subType: description.componentSubType,
            name: name?.takeRetainedValue() as String? ?? ""))
      }
      component = AudioComponentFindNext(current, &any)
    }
    return found
  }()

  func make() throws -> TestUnit { try TestUnit(subType, type: type) }
}
