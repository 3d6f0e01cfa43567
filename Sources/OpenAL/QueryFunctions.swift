internal import COpenAL.Library

/// A string of the current context.
@c @implementation
public func alGetString(_ param: ALenum) -> UnsafePointer<ALchar>! {
  let own = unsafe OCALibrary_alGetString(param)
  guard param == AL_EXTENSIONS, let own = unsafe own else { return unsafe own }
  // Safe: both are strings of C.
  let text = unsafe String(cString: own) + " " + String(cString: OCAOpenALExtensions)
  return unsafe OpenALDevices.kept(text)
}

/// A string of a device, or a list of devices.
@c @implementation
public func alcGetString(_ device: OpaquePointer!, _ param: ALCenum) -> UnsafePointer<ALCchar>! {
  let known = unsafe OpenALDevices.device(device)
  let capture = unsafe OpenALDevices.capture(device)
  switch param {
  case ALC_DEFAULT_DEVICE_SPECIFIER, ALC_DEFAULT_ALL_DEVICES_SPECIFIER,
    ALC_CAPTURE_DEFAULT_DEVICE_SPECIFIER:
    return unsafe OpenALDevices.kept(OpenALDevices.usualName)
  case ALC_DEVICE_SPECIFIER, ALC_ALL_DEVICES_SPECIFIER:
    if let known { return unsafe OpenALDevices.kept(known.name) }
    guard unsafe device == nil else { break }
    return unsafe OpenALDevices.keptList(OpenALDevices.names(isOutput: true))
  case ALC_CAPTURE_DEVICE_SPECIFIER:
    if let capture { return unsafe OpenALDevices.kept(capture.name) }
    guard unsafe device == nil else { break }
    return unsafe OpenALDevices.keptList(OpenALDevices.names(isOutput: false))
  case ALC_EXTENSIONS:
    return unsafe extensions(capture == nil ? device : nil)
  default: break
  }
  return unsafe OCALibrary_alcGetString(device, param)
}

/// The extensions that work for a device.
private func extensions(_ device: OpaquePointer?) -> UnsafePointer<ALCchar>? {
  guard let own = unsafe OCALibrary_alcGetString(device, ALC_EXTENSIONS) else { return nil }
  // Safe: all are strings of C.
  let missing = unsafe String(cString: OCAOpenALMissingExtensions).split(separator: " ")
  let names = unsafe String(cString: own).split(separator: " ").filter { !missing.contains($0) }
  let text = unsafe names.joined(separator: " ") + " " + String(cString: OCAOpenALDeviceExtensions)
  return unsafe OpenALDevices.kept(text)
}

/// Reads a setting of a device.
@c @implementation
public func alcGetIntegerv(
  _ device: OpaquePointer!, _ param: ALCenum, _ size: ALCsizei,
  _ data: UnsafeMutablePointer<ALCint>!
) {
  if let capture = unsafe OpenALDevices.capture(device), param == ALC_CAPTURE_SAMPLES {
    guard size > 0, let data = unsafe data else { return capture.note(ALC_INVALID_VALUE) }
    return unsafe data.pointee = ALCint(clamping: capture.availableFrames)
  }
  // The library supports neither value for a loopback device.
  if let known = unsafe OpenALDevices.device(device), param == ALC_REFRESH || param == ALC_SYNC {
    guard size > 0, let data = unsafe data else { return known.note(ALC_INVALID_VALUE) }
    return unsafe data.pointee = param == ALC_SYNC ? ALC_FALSE : known.blocksPerSecond
  }
  unsafe OCALibrary_alcGetIntegerv(device, param, size, data)
}
