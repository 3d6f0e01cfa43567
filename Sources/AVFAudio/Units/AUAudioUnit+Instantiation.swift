public import AudioToolbox
internal import Foundation

// Making units.
extension AUAudioUnit {
  /// Makes the object of a component.
  public convenience init(componentDescription: AudioComponentDescription) throws {
    try self.init(componentDescription: componentDescription, options: [])
  }

  /// Registers a subclass as the audio unit with a description, for the lifetime of the process.
  ///
  /// - Parameters:
  ///   - cls: A subclass of `AUAudioUnit`.
  ///   - componentDescription: The type, subtype, and manufacturer.
  ///   - name: The name: the maker, a colon, and the name of the unit.
  ///   - version: The version, with the major number in the upper half.
  public class func registerSubclass(
    _ cls: AnyClass, as componentDescription: AudioComponentDescription, name: String,
    version: UInt32
  ) {
    guard let subclass = cls as? AUAudioUnit.Type else {
      preconditionFailure("registerSubclass: \(cls) is not a subclass of AUAudioUnit")
    }
    var description = componentDescription
    description.componentFlags |= AudioComponentFlags.isV3AudioUnit.rawValue
    unsafe UnitObjects.register(description, name: name, version: version) { description, _ in
      (try? make(subclass, description)).map(UnitObjectAdapter.init)
    }
    NotificationCenter.default.post(
      name: AVAudioUnitComponentManager.registrationsChangedNotification, object: nil)
  }

  /// Makes the object of a component.
  public class func instantiate(
    with componentDescription: AudioComponentDescription,
    options: AudioComponentInstantiationOptions = []
  ) async throws -> sending AUAudioUnit {
    try makeObject(componentDescription)
  }

  static func makeObject(
    _ description: AudioComponentDescription
  ) throws -> sending AUAudioUnit {
    var wanted = description
    if let component = unsafe AudioComponentFindNext(nil, &wanted),
      let object = unsafe UnitObjects.make(component) as? UnitObjectAdapter
    {
      return object.unit
    }
    return try AUAudioUnitV2Bridge(componentDescription: description)
  }
}

/// The object of an audio unit of version 2.
open class AUAudioUnitV2Bridge: AUAudioUnit {
  /// Makes the object of a component.
  ///
  /// - Throws: An error if the component does not exist, or makes no unit.
  public override init(
    componentDescription: AudioComponentDescription,
    options: AudioComponentInstantiationOptions = []
  ) throws {
    try super.init(componentDescription: componentDescription, options: options)
    attach(try UnitBridge(componentDescription))
  }

  /// Makes the object of an existing unit.
  init(_ bridge: UnitBridge) throws {
    try super.init(componentDescription: bridge.description, options: [])
    attach(bridge)
  }

  /// The unit, for the functions of version 2.
  open var audioUnit: AudioUnit {
    guard let bridge else {
      preconditionFailure("AUAudioUnitV2Bridge.audioUnit: the object has no audio unit")
    }
    return unsafe bridge.unit
  }
}
