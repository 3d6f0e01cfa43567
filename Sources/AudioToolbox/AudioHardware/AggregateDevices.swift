public import CoreAudioTypes

/// Would create an aggregate device; Linux's sound servers combine devices themselves.
///
/// - Parameters:
///   - inDescription: The description, with the keys of aggregate devices.
///   - outDeviceID: On return, `kAudioObjectUnknown`.
/// - Returns: `kAudioHardwareUnsupportedOperationError`.
public func AudioHardwareCreateAggregateDevice(
  _ inDescription: CFDictionary, _ outDeviceID: UnsafeMutablePointer<AudioObjectID>
) -> OSStatus {
  // Safe: the client's pointer is valid during the call.
  unsafe outDeviceID.pointee = kAudioObjectUnknown
  return kAudioHardwareUnsupportedOperationError
}

/// The C entry point, which takes a `CFDictionaryRef`.
@c(AudioHardwareCreateAggregateDevice)
package func AudioHardwareCreateAggregateDeviceForC(
  _ inDescription: UnsafeRawPointer?, _ outDeviceID: UnsafeMutablePointer<AudioObjectID>?
) -> OSStatus {
  guard unsafe inDescription != nil, let outDeviceID = unsafe outDeviceID else {
    return kAudioHardwareIllegalOperationError
  }
  // Safe: the client's pointer is valid during the call.
  unsafe outDeviceID.pointee = kAudioObjectUnknown
  return kAudioHardwareUnsupportedOperationError
}

/// Destroys an aggregate device, which no device here is.
///
/// - Parameter inDeviceID: The device.
/// - Returns: `kAudioHardwareIllegalOperationError` for another device;
///   `kAudioHardwareBadDeviceError` if the device does not exist.
@c @implementation
public func AudioHardwareDestroyAggregateDevice(_ inDeviceID: AudioObjectID) -> OSStatus {
  guard case .device = HardwareObjects.item(inDeviceID) else { return kAudioHardwareBadDeviceError }
  return kAudioHardwareIllegalOperationError
}
