public import CoreAudioTypes
public import Dispatch

/// Adds a function that a running device calls for each slice.
///
/// - Parameters:
///   - inDevice: The device.
///   - inProc: The function, which runs on a thread of the device.
///   - inClientData: A pointer for the function.
///   - outIOProcID: On return, a number that identifies the function. It is not a callable pointer.
/// - Returns: 0; `kAudioHardwareBadDeviceError`; `kAudioHardwareIllegalOperationError` if an
///   argument is null.
@c @implementation
public func AudioDeviceCreateIOProcID(
  _ inDevice: AudioObjectID, _ inProc: AudioDeviceIOProc, _ inClientData: UnsafeMutableRawPointer?,
  _ outIOProcID: UnsafeMutablePointer<AudioDeviceIOProcID?>
) -> OSStatus {
  // Safe: the function pointer is only compared with null, which a C client may pass.
  guard unsafe unsafeBitCast(inProc, to: UInt.self) != 0, unsafe !isNull(outIOProcID) else {
    return kAudioHardwareIllegalOperationError
  }
  return unsafe add(
    HardwareFunction(device: inDevice, kind: .proc(inProc, inClientData)), outIOProcID)
}

/// Adds a closure that a running device calls for each slice.
///
/// - Parameters:
///   - outIOProcID: On return, a number that identifies the closure. It is not a callable pointer.
///   - inDevice: The device.
///   - inDispatchQueue: The queue on which the closure runs while the device waits; nil for the
///     device's own thread.
///   - inIOBlock: The closure.
/// - Returns: 0; `kAudioHardwareBadDeviceError`.
@discardableResult
public func AudioDeviceCreateIOProcIDWithBlock(
  _ outIOProcID: UnsafeMutablePointer<AudioDeviceIOProcID?>, _ inDevice: AudioObjectID,
  _ inDispatchQueue: DispatchQueue?, _ inIOBlock: @escaping AudioDeviceIOBlock
) -> OSStatus {
  unsafe add(
    HardwareFunction(device: inDevice, kind: .closure(inIOBlock, inDispatchQueue)), outIOProcID)
}

private func add(
  _ function: HardwareFunction, _ number: UnsafeMutablePointer<AudioDeviceIOProcID?>
) -> OSStatus {
  status { () throws(StatusError) in
    let key = try device(function.device).key
    // Safe: the number is never called.
    unsafe number.pointee = unsafe unsafeBitCast(
      HardwareIO.shared.add(function, key), to: AudioDeviceIOProcID?.self)
  }
}

/// Returns the device with a number.
///
/// - Throws: `kAudioHardwareBadDeviceError` if it does not exist.
private func device(_ number: AudioObjectID) throws(StatusError) -> HardwareDevice {
  guard case .device(let key) = HardwareObjects.item(number),
    let device = HardwareSource.current.list[key]
  else { throw StatusError(kAudioHardwareBadDeviceError) }
  return device
}

/// The key of a device, which may have been removed from the machine.
private func key(_ number: AudioObjectID) throws(StatusError) -> HardwareKey {
  guard case .device(let key) = HardwareObjects.item(number) else {
    throw StatusError(kAudioHardwareBadDeviceError)
  }
  return key
}

/// Removes a function from a device, which stops calling it.
///
/// - Parameters:
///   - inDevice: The device.
///   - inIOProcID: The number of the function.
/// - Returns: 0; `kAudioHardwareBadDeviceError`; `kAudioHardwareIllegalOperationError` if the
///   function does not belong to the device.
@c @implementation
public func AudioDeviceDestroyIOProcID(
  _ inDevice: AudioObjectID, _ inIOProcID: AudioDeviceIOProcID
) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe HardwareIO.shared.remove(number(inIOProcID), try key(inDevice))
    HardwareListeners.shared.checkSoon(.current)
  }
}

/// Starts to call a function.
///
/// - Parameters:
///   - inDevice: The device.
///   - inProcID: The number of the function. Nil is unsupported, because a device runs only for
///     functions.
/// - Returns: 0, also if the function has been started already; `kAudioHardwareBadDeviceError`;
///   `kAudioHardwareIllegalOperationError` if the function does not belong to the device;
///   `kAudioHardwareUnsupportedOperationError` if the number is nil;
///   `kAudioHardwareUnspecifiedError` if the device cannot start.
@c @implementation
public func AudioDeviceStart(
  _ inDevice: AudioObjectID, _ inProcID: AudioDeviceIOProcID?
) -> OSStatus {
  status { () throws(StatusError) in
    guard let inProcID = unsafe inProcID else {
      throw StatusError(kAudioHardwareUnsupportedOperationError)
    }
    try unsafe HardwareIO.shared.start(number(inProcID), try device(inDevice))
    HardwareListeners.shared.checkSoon(.current)
  }
}

/// Stops calling a function.
///
/// After the return, the function no longer runs. If the function itself makes the call, the device
/// stops soon after the function has returned.
///
/// - Parameters:
///   - inDevice: The device.
///   - inProcID: The number of the function.
/// - Returns: 0, also if the function is not being called; `kAudioHardwareBadDeviceError`;
///   `kAudioHardwareIllegalOperationError` if the function does not belong to the device.
@c @implementation
public func AudioDeviceStop(
  _ inDevice: AudioObjectID, _ inProcID: AudioDeviceIOProcID?
) -> OSStatus {
  status { () throws(StatusError) in
    guard let inProcID = unsafe inProcID else {
      throw StatusError(kAudioHardwareUnsupportedOperationError)
    }
    try unsafe HardwareIO.shared.stop(number(inProcID), try key(inDevice))
    HardwareListeners.shared.checkSoon(.current)
  }
}

/// The number that a reference of a function contains.
private func number(_ reference: AudioDeviceIOProcID) -> UInt {
  // Safe: the reference is never called.
  unsafe unsafeBitCast(reference, to: UInt.self)
}
