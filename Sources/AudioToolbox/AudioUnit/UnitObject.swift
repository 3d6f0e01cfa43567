internal import CoreAudioTypes
internal import Synchronization

/// A closure that gets the frames of an input.
package typealias UnitObjectPull = (
  UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, UInt32, Int,
  UnsafeMutablePointer<AudioBufferList>
) -> OSStatus

/// A closure that renders the frames of an output.
package typealias UnitObjectRender = (
  UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, UInt32, Int,
  UnsafeMutablePointer<AudioBufferList>, UnitObjectPull?
) -> OSStatus

/// The object of an audio unit of version 3, as the functions of version 2 use it.
///
/// All formats are Float32 in separate channels.
package protocol UnitObject: AnyObject, Sendable {
  /// The formats of the inputs and outputs.
  var unitFormats: (inputs: [AudioStreamBasicDescription], outputs: [AudioStreamBasicDescription])
  { get }
  /// The parameters whose addresses are identifiers of version 2.
  var unitParameters: [AUParameter] { get }
  /// The latency, and the time of sound after the end of the input, in seconds.
  var unitTimes: (latency: Double, tail: Double) { get }
  /// The supported numbers of channels, or `nil` for any.
  var unitChannels: [AUChannelInfo]? { get }
  var isUnitBypassed: Bool { get set }
  /// The number of the device that the object uses; `nil` if it uses none.
  var unitDevice: AudioObjectID? { get }

  /// Chooses the device.
  ///
  /// - Returns: A documented status.
  func setUnitDevice(_ number: AudioObjectID) -> OSStatus

  /// All settings as a property list, or `nil`.
  var unitState: [String: Any]? { get }

  /// Restores settings.
  ///
  /// - Returns: 0; `kAudioUnitErr_InvalidPropertyValue` if the settings belong to another unit.
  func restoreUnit(_ state: [String: Any]) -> OSStatus

  /// Sets the formats, and allocates the memory for rendering.
  ///
  /// - Returns: 0, or the error that `AudioUnitInitialize` returns.
  func prepareUnit(_ setup: UnitObjectSetup) -> OSStatus
  /// Frees the memory for rendering.
  func unprepareUnit()
  /// Clears the sound that the object keeps.
  func clearUnit()
  /// The closure that renders, while the object has its memory.
  func makeUnitRender() -> UnitObjectRender
  /// Sends a MIDI message, which takes effect at a frame of the next slice.
  ///
  /// - Returns: Whether the object takes messages.
  func sendToUnit(_ bytes: UnsafeBufferPointer<UInt8>, offset: Int) -> Bool
}

/// The settings with which an object renders.
package struct UnitObjectSetup: Sendable {
  package var inputs: [AudioStreamBasicDescription]
  package var outputs: [AudioStreamBasicDescription]
  package var mostFrames: Int
}

/// The components whose units are objects.
package enum UnitObjects {
  /// Makes the object of a new unit; `nil` if that fails.
  package typealias Maker =
    @Sendable (AudioComponentDescription, AudioComponent) -> (any UnitObject)?

  /// Registers a component, or replaces an earlier component with the same description.
  package static func register(
    _ description: AudioComponentDescription, name: String, version: UInt32,
    make: @escaping Maker
  ) {
    _ = unsafe ComponentList.register(
      Component(kind: .object(make), description: description, name: name, version: version))
    ComponentList.notifyOfChange()
  }

  /// The object of a unit, if it has one.
  package static func object(of unit: AudioUnit) -> (any UnitObject)? {
    (try? unsafe UnitInstance.find(unit) as? ObjectUnit)?.object
  }

  /// Makes a unit of an existing object; `nil` if there are too many units.
  package static func makeUnit(
    _ object: any UnitObject, _ description: AudioComponentDescription
  ) -> AudioUnit? {
    var wanted = description
    let component = unsafe UInt(bitPattern: AudioComponentFindNext(nil, &wanted))
    return unsafe UnitInstance.add(ObjectUnit(object, description, component: component))
  }

  /// Makes an object without a unit; `nil` if the component has no objects, or cannot make one.
  package static func make(_ component: AudioComponent) -> (any UnitObject)? {
    guard let found = try? unsafe ComponentList.find(component),
      case .object(let make) = found.kind
    else { return nil }
    return unsafe make(found.description, component)
  }
}
