public import CoreAudioTypes

/// Returns whether an object has a property, as ``AudioObjectHasProperty(_:_:)`` does.
@c @implementation
public func AudioHardwareServiceHasProperty(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>
) -> Bool { unsafe AudioObjectHasProperty(inObjectID, inAddress) }

/// Gets whether a property can be set, as ``AudioObjectIsPropertySettable(_:_:_:)`` does.
@c @implementation
public func AudioHardwareServiceIsPropertySettable(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ outIsSettable: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus { unsafe AudioObjectIsPropertySettable(inObjectID, inAddress, outIsSettable) }

/// Gets the size of a property, as ``AudioObjectGetPropertyDataSize(_:_:_:_:_:)`` does.
@c @implementation
public func AudioHardwareServiceGetPropertyDataSize(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inQualifierDataSize: UInt32, _ inQualifierData: UnsafeRawPointer?,
  _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  unsafe AudioObjectGetPropertyDataSize(
    inObjectID, inAddress, inQualifierDataSize, inQualifierData, outDataSize)
}

/// Gets a property, as ``AudioObjectGetPropertyData(_:_:_:_:_:_:)`` does.
@c @implementation
public func AudioHardwareServiceGetPropertyData(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inQualifierDataSize: UInt32, _ inQualifierData: UnsafeRawPointer?,
  _ ioDataSize: UnsafeMutablePointer<UInt32>, _ outData: UnsafeMutableRawPointer
) -> OSStatus {
  unsafe AudioObjectGetPropertyData(
    inObjectID, inAddress, inQualifierDataSize, inQualifierData, ioDataSize, outData)
}

/// Sets a property, as ``AudioObjectSetPropertyData(_:_:_:_:_:_:)`` does.
@c @implementation
public func AudioHardwareServiceSetPropertyData(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inQualifierDataSize: UInt32, _ inQualifierData: UnsafeRawPointer?, _ inDataSize: UInt32,
  _ inData: UnsafeRawPointer
) -> OSStatus {
  unsafe AudioObjectSetPropertyData(
    inObjectID, inAddress, inQualifierDataSize, inQualifierData, inDataSize, inData)
}

/// Adds a function that is called after a change of a property, as
/// ``AudioObjectAddPropertyListener(_:_:_:_:)`` does.
@c @implementation
public func AudioHardwareServiceAddPropertyListener(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inListener: AudioObjectPropertyListenerProc, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  unsafe AudioObjectAddPropertyListener(inObjectID, inAddress, inListener, inClientData)
}

/// Removes a function that is called after a change of a property, as
/// ``AudioObjectRemovePropertyListener(_:_:_:_:)`` does.
@c @implementation
public func AudioHardwareServiceRemovePropertyListener(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inListener: AudioObjectPropertyListenerProc, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  unsafe AudioObjectRemovePropertyListener(inObjectID, inAddress, inListener, inClientData)
}

// MARK: - Earlier functions

/// Gets a property of the system object.
@c @implementation
public func AudioHardwareGetProperty(
  _ inPropertyID: AudioHardwarePropertyID, _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>,
  _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  var address = AudioObjectPropertyAddress(ofSystem: inPropertyID)
  return unsafe AudioObjectGetPropertyData(
    AudioObjectID(kAudioObjectSystemObject), &address, 0, nil, ioPropertyDataSize, outPropertyData)
}

/// Gets the size of a property of the system object, and whether it can be set.
@c @implementation
public func AudioHardwareGetPropertyInfo(
  _ inPropertyID: AudioHardwarePropertyID, _ outSize: UnsafeMutablePointer<UInt32>?,
  _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
  unsafe info(
    AudioObjectID(kAudioObjectSystemObject), AudioObjectPropertyAddress(ofSystem: inPropertyID),
    outSize, outWritable)
}

/// Sets a property of the system object.
@c @implementation
public func AudioHardwareSetProperty(
  _ inPropertyID: AudioHardwarePropertyID, _ inPropertyDataSize: UInt32,
  _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
  var address = AudioObjectPropertyAddress(ofSystem: inPropertyID)
  return unsafe AudioObjectSetPropertyData(
    AudioObjectID(kAudioObjectSystemObject), &address, 0, nil, inPropertyDataSize, inPropertyData)
}

/// Gets a property of a device.
@c @implementation
public func AudioDeviceGetProperty(
  _ inDevice: AudioDeviceID, _ inChannel: UInt32, _ isInput: Bool,
  _ inPropertyID: AudioDevicePropertyID, _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>,
  _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  var address = AudioObjectPropertyAddress(inPropertyID, inChannel, isInput: isInput)
  return unsafe AudioObjectGetPropertyData(
    inDevice, &address, 0, nil, ioPropertyDataSize, outPropertyData)
}

/// Gets the size of a property of a device, and whether it can be set.
@c @implementation
public func AudioDeviceGetPropertyInfo(
  _ inDevice: AudioDeviceID, _ inChannel: UInt32, _ isInput: Bool,
  _ inPropertyID: AudioDevicePropertyID, _ outSize: UnsafeMutablePointer<UInt32>?,
  _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
  unsafe info(
    inDevice, AudioObjectPropertyAddress(inPropertyID, inChannel, isInput: isInput), outSize,
    outWritable)
}

/// Sets a property of a device at once; the time is ignored.
@c @implementation
public func AudioDeviceSetProperty(
  _ inDevice: AudioDeviceID, _ inWhen: UnsafePointer<AudioTimeStamp>?, _ inChannel: UInt32,
  _ isInput: Bool, _ inPropertyID: AudioDevicePropertyID, _ inPropertyDataSize: UInt32,
  _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
  var address = AudioObjectPropertyAddress(inPropertyID, inChannel, isInput: isInput)
  return unsafe AudioObjectSetPropertyData(
    inDevice, &address, 0, nil, inPropertyDataSize, inPropertyData)
}

private func info(
  _ object: AudioObjectID, _ address: AudioObjectPropertyAddress,
  _ size: UnsafeMutablePointer<UInt32>?, _ isWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
  var address = address
  if let isWritable = unsafe isWritable {
    let status = unsafe AudioObjectIsPropertySettable(object, &address, isWritable)
    guard status == noErr else { return status }
  }
  guard let size = unsafe size else { return noErr }
  return unsafe AudioObjectGetPropertyDataSize(object, &address, 0, nil, size)
}

extension AudioObjectPropertyAddress {
  fileprivate init(ofSystem selector: AudioObjectPropertySelector) {
    self.init(
      mSelector: selector, mScope: kAudioObjectPropertyScopeGlobal,
      mElement: kAudioObjectPropertyElementMain)
  }

  fileprivate init(_ selector: AudioObjectPropertySelector, _ channel: UInt32, isInput: Bool) {
    self.init(
      mSelector: selector,
      mScope: isInput ? kAudioObjectPropertyScopeInput : kAudioObjectPropertyScopeOutput,
      mElement: channel)
  }
}
