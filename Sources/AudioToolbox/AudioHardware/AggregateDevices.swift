public import CoreAudioTypes

/// Fails, because aggregate devices are unsupported; Linux's sound servers combine devices
/// themselves.
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

/// Fails, because no device is an aggregate device.
///
/// - Parameter inDeviceID: The device.
/// - Returns: `kAudioHardwareIllegalOperationError` if the device exists; otherwise,
///   `kAudioHardwareBadDeviceError`.
@c @implementation
public func AudioHardwareDestroyAggregateDevice(_ inDeviceID: AudioObjectID) -> OSStatus {
  guard case .device = HardwareObjects.item(inDeviceID) else { return kAudioHardwareBadDeviceError }
  return kAudioHardwareIllegalOperationError
}
