internal import AudioDevices
internal import AudioToolbox
internal import COpenAL.Library

/// Opens a device for playback.
///
/// OpenAL Soft mixes the sources. If it is missing, one line on standard error names its package.
///
/// - Parameter devicename: A name of `ALC_DEVICE_SPECIFIER`. Null selects the device that
///   `OPENCOREAUDIO_DEVICE` names, or without this variable the best available device.
/// - Returns: The device; null if the name is unknown or OpenAL Soft is missing.
@c @implementation
public func alcOpenDevice(_ devicename: UnsafePointer<ALCchar>!) -> OpaquePointer! {
  // Safe: the client passes null or a string.
  let name = unsafe devicename.map { unsafe String(cString: $0) } ?? ""
  let isUsual = OpenALDevices.isUsual(name)
  guard let choice = isUsual ? AudioQueueDevices.chosen : DeviceChoice.named(name) else {
    OpenALDevices.note(ALC_INVALID_VALUE)
    return nil
  }
  guard OCAOpenALLoad() else {
    OCAOpenALReportMissing()
    OpenALDevices.note(ALC_INVALID_VALUE)
    return nil
  }
  guard let pointer = unsafe OCAOpenALOpenLoopback() else { return nil }
  OpenALDevices.add(
    OpenALDevice(
      UInt(bitPattern: pointer), name: isUsual ? OpenALDevices.usualName : name, choice: choice))
  return unsafe pointer
}

/// Closes a device without contexts.
@c @implementation
public func alcCloseDevice(_ device: OpaquePointer!) -> ALCboolean {
  guard let known = unsafe OpenALDevices.device(device) else {
    OpenALDevices.note(ALC_INVALID_DEVICE)
    return ALCboolean(ALC_FALSE)
  }
  // Remove the device first, so that a new device with the same address is not removed.
  OpenALDevices.remove(known)
  if known.end() { return ALCboolean(ALC_TRUE) }
  OpenALDevices.add(known)
  return ALCboolean(ALC_FALSE)
}

/// The first error of a device since the last call, which this call clears.
@c @implementation
public func alcGetError(_ device: OpaquePointer!) -> ALCenum {
  guard unsafe device != nil else { return OpenALDevices.takeError() }
  if let known = unsafe OpenALDevices.device(device) { return known.takeError() }
  if let capture = unsafe OpenALDevices.capture(device) { return capture.takeError() }
  return ALC_INVALID_DEVICE
}

/// Makes a context, and starts its device.
@c @implementation
public func alcCreateContext(
  _ device: OpaquePointer!, _ attrlist: UnsafePointer<ALCint>!
) -> OpaquePointer! {
  guard let known = unsafe OpenALDevices.device(device) else {
    OpenALDevices.note(ALC_INVALID_DEVICE)
    return nil
  }
  return unsafe known.makeContext(attrlist)
}

/// Makes a context current for all threads; null leaves no context current.
@c @implementation
public func alcMakeContextCurrent(_ context: OpaquePointer!) -> ALCboolean {
  let result = unsafe OCALibrary_alcMakeContextCurrent(context)
  if unsafe context != nil, result != 0 {
    unsafe OpenALDevices.device(ofContext: context)?.resume()
  }
  return result
}

/// Applies the pending changes of a context, and plays again after a pause by the session.
@c @implementation
public func alcProcessContext(_ context: OpaquePointer!) {
  unsafe OCALibrary_alcProcessContext(context)
  unsafe OpenALDevices.device(ofContext: context)?.resume()
}

/// Deletes a context; without its last context, a device stops.
@c @implementation
public func alcDestroyContext(_ context: OpaquePointer!) {
  guard let device = unsafe OpenALDevices.device(ofContext: context) else {
    return unsafe OCALibrary_alcDestroyContext(context)
  }
  device.destroyContext(UInt(bitPattern: context))
}
