internal import AudioToolbox
internal import Foundation

/// The objects of Core Audio for the devices that record.
enum CaptureDeviceObjects {
  /// The numbers of all devices.
  static var all: [AudioObjectID] {
    numbers(kAudioHardwarePropertyDevices, of: AudioObjectID(kAudioObjectSystemObject))
  }

  /// The number of the device that records by default, or `nil`.
  static var defaultInput: AudioObjectID? {
    numbers(
      kAudioHardwarePropertyDefaultInputDevice, of: AudioObjectID(kAudioObjectSystemObject)
    ).first.flatMap { $0 == kAudioObjectUnknown ? nil : $0 }
  }

  /// Whether a device has streams that record.
  static func records(_ object: AudioObjectID) -> Bool {
    var address = address(kAudioDevicePropertyStreams, kAudioObjectPropertyScopeInput)
    var size: UInt32 = 0
    // Safe: the variables live during the call.
    return unsafe AudioObjectGetPropertyDataSize(object, &address, 0, nil, &size) == noErr
      && size > 0
  }

  static func transport(of object: AudioObjectID) -> UInt32? {
    numbers(kAudioDevicePropertyTransportType, of: object).first
  }

  static func isAlive(_ object: AudioObjectID) -> Bool {
    numbers(kAudioDevicePropertyDeviceIsAlive, of: object).first == 1
  }

  /// The text of a property; `nil` if the object does not have the property.
  static func text(_ selector: AudioObjectPropertySelector, of object: AudioObjectID) -> String? {
    var address = address(selector, kAudioObjectPropertyScopeGlobal)
    var size = UInt32(MemoryLayout<UInt>.size)
    var value: Unmanaged<CFString>?
    // Safe: the variables live during the call, and the caller owns the string.
    let status = unsafe AudioObjectGetPropertyData(object, &address, 0, nil, &size, &value)
    guard status == noErr, let value = unsafe value else { return nil }
    return unsafe value.takeRetainedValue() as String
  }

  private static func numbers(
    _ selector: AudioObjectPropertySelector, of object: AudioObjectID
  ) -> [UInt32] {
    var address = address(selector, kAudioObjectPropertyScopeGlobal)
    var size: UInt32 = 0
    // Safe: the variables live during the calls, and the array has room for the counted bytes.
    guard unsafe AudioObjectGetPropertyDataSize(object, &address, 0, nil, &size) == noErr else {
      return []
    }
    var numbers = [UInt32](repeating: 0, count: Int(size) / MemoryLayout<UInt32>.size)
    let status = unsafe AudioObjectGetPropertyData(object, &address, 0, nil, &size, &numbers)
    return status == noErr ? Array(numbers.prefix(Int(size) / MemoryLayout<UInt32>.size)) : []
  }

  private static func address(
    _ selector: AudioObjectPropertySelector, _ scope: AudioObjectPropertyScope
  ) -> AudioObjectPropertyAddress {
    AudioObjectPropertyAddress(
      mSelector: selector, mScope: scope, mElement: kAudioObjectPropertyElementMain)
  }
}
