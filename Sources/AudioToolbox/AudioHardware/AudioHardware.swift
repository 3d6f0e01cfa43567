public import CoreAudioTypes
public import Dispatch

/// Returns whether an object has a property.
///
/// - Parameters:
///   - inObjectID: The object.
///   - inAddress: The property.
/// - Returns: Whether the object exists and has the property.
@c @implementation
public func AudioObjectHasProperty(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>
) -> Bool {
  guard UInt(bitPattern: inAddress) != 0,
    let place = try? unsafe HardwarePlace(inObjectID, inAddress.pointee, .current)
  else { return false }
  return place.exists
}

/// Gets whether a property can be set.
///
/// - Parameters:
///   - inObjectID: The object.
///   - inAddress: The property.
///   - outIsSettable: On return, whether the property can be set.
/// - Returns: 0; `kAudioHardwareUnknownPropertyError`; `kAudioHardwareBadObjectError`;
///   `kAudioHardwareIllegalOperationError` if an argument is null.
@c @implementation
public func AudioObjectIsPropertySettable(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ outIsSettable: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
  guard UInt(bitPattern: inAddress) != 0, unsafe !isNull(outIsSettable) else {
    return kAudioHardwareIllegalOperationError
  }
  return status { () throws(StatusError) in
    let place = try unsafe HardwarePlace(inObjectID, inAddress.pointee, .current)
    guard place.exists else { throw StatusError(kAudioHardwareUnknownPropertyError) }
    unsafe outIsSettable.pointee = DarwinBoolean(place.isSettable)
  }
}

/// Gets the size of a property.
///
/// - Parameters:
///   - inObjectID: The object.
///   - inAddress: The property.
///   - inQualifierDataSize: The size of the qualifier in bytes.
///   - inQualifierData: An additional input that some properties need. May be nil.
///   - outDataSize: On return, the size in bytes.
/// - Returns: 0; `kAudioHardwareUnknownPropertyError`; `kAudioHardwareBadObjectError`;
///   `kAudioHardwareIllegalOperationError` if an argument is null.
@c @implementation
public func AudioObjectGetPropertyDataSize(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inQualifierDataSize: UInt32, _ inQualifierData: UnsafeRawPointer?,
  _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard UInt(bitPattern: inAddress) != 0, unsafe !isNull(outDataSize) else {
    return kAudioHardwareIllegalOperationError
  }
  return status { () throws(StatusError) in
    let place = try unsafe HardwarePlace(inObjectID, inAddress.pointee, .current)
    guard place.address.mElement == kAudioObjectPropertyElementMain,
      let size = try place.table.size(of: place.address.mSelector, place)
    else { throw StatusError(kAudioHardwareUnknownPropertyError) }
    unsafe outDataSize.pointee = UInt32(clamping: size)
  }
}

/// Gets a property.
///
/// - Parameters:
///   - inObjectID: The object.
///   - inAddress: The property.
///   - inQualifierDataSize: The size of the qualifier in bytes.
///   - inQualifierData: An additional input that some properties need. May be nil.
///   - ioDataSize: The capacity of `outData` in bytes. On return, the number of bytes written. A
///     list of objects that does not fit is truncated.
///   - outData: On return, the value. The caller releases strings.
/// - Returns: 0; `kAudioHardwareUnknownPropertyError`; `kAudioHardwareBadObjectError`;
///   `kAudioHardwareBadPropertySizeError` if the capacity is too small;
///   `kAudioHardwareIllegalOperationError` if an argument is null.
@c @implementation
public func AudioObjectGetPropertyData(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inQualifierDataSize: UInt32, _ inQualifierData: UnsafeRawPointer?,
  _ ioDataSize: UnsafeMutablePointer<UInt32>, _ outData: UnsafeMutableRawPointer
) -> OSStatus {
  guard UInt(bitPattern: inAddress) != 0, unsafe !isNull(ioDataSize), unsafe !isNull(outData) else {
    return kAudioHardwareIllegalOperationError
  }
  return status { () throws(StatusError) in
    var place = try unsafe HardwarePlace(inObjectID, inAddress.pointee, .current)
    place.qualifier = unsafe inQualifierData.map {
      unsafe SettingValue(memory: $0, byteCount: Int(inQualifierDataSize))
    }
    let argument = unsafe PropertyArgument(outData, size: ioDataSize)
    let value = try place.value(argument)
    let room = unsafe Int(ioDataSize.pointee)
    let fitting = place.address.isNumberList ? value.prefix(room, itemSize: 4) : value
    guard unsafe fitting.write(to: outData, size: ioDataSize) else {
      throw StatusError(kAudioHardwareBadPropertySizeError)
    }
  }
}

/// Sets a property.
///
/// Listeners are called soon, on another thread.
///
/// - Parameters:
///   - inObjectID: The object.
///   - inAddress: The property.
///   - inQualifierDataSize: The size of the qualifier in bytes.
///   - inQualifierData: An additional input that some properties need. May be nil.
///   - inDataSize: The size of the value in bytes.
///   - inData: The value.
/// - Returns: 0; `kAudioHardwareUnknownPropertyError`; `kAudioHardwareBadObjectError`;
///   `kAudioHardwareUnsupportedOperationError` if the property cannot be set;
///   `kAudioHardwareBadPropertySizeError`; `kAudioDeviceUnsupportedFormatError`;
///   `kAudioHardwareUnspecifiedError` if the sound server refuses;
///   `kAudioHardwareIllegalOperationError` if the value is out of range or an argument is null.
@c @implementation
public func AudioObjectSetPropertyData(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inQualifierDataSize: UInt32, _ inQualifierData: UnsafeRawPointer?, _ inDataSize: UInt32,
  _ inData: UnsafeRawPointer
) -> OSStatus {
  guard UInt(bitPattern: inAddress) != 0, UInt(bitPattern: inData) != 0 else {
    return kAudioHardwareIllegalOperationError
  }
  return status { () throws(StatusError) in
    let place = try unsafe HardwarePlace(inObjectID, inAddress.pointee, .current)
    try place.set(unsafe SettingValue(memory: inData, byteCount: Int(inDataSize)))
  }
}

// MARK: - Listeners

/// Adds a function that is called after a change of a property.
///
/// If the address has wildcards, the function receives the addresses of all properties that have
/// changed.
///
/// - Parameters:
///   - inObjectID: The object.
///   - inAddress: The property, or wildcards.
///   - inListener: The function, which runs on a thread of the library.
///   - inClientData: A pointer for the function.
/// - Returns: 0; `kAudioHardwareBadObjectError`; `kAudioHardwareIllegalOperationError` if an
///   argument is null.
@c @implementation
public func AudioObjectAddPropertyListener(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inListener: AudioObjectPropertyListenerProc, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  unsafe changeListener(inObjectID, inAddress, .proc(inListener, inClientData)) {
    HardwareListeners.shared.add($0)
  }
}

/// Removes a function that is called after a change of a property.
///
/// A call in progress may finish.
///
/// - Parameters:
///   - inObjectID: The object.
///   - inAddress: The property.
///   - inListener: The function.
///   - inClientData: The pointer with which it was added.
/// - Returns: 0; `kAudioHardwareBadObjectError`; `kAudioHardwareIllegalOperationError` if an
///   argument is null.
@c @implementation
public func AudioObjectRemovePropertyListener(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inListener: AudioObjectPropertyListenerProc, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  unsafe changeListener(inObjectID, inAddress, .proc(inListener, inClientData)) {
    HardwareListeners.shared.remove($0)
  }
}

/// Adds a closure that is called after a change of a property.
///
/// - Parameters:
///   - inObjectID: The object.
///   - inAddress: The property, or wildcards.
///   - inDispatchQueue: The queue for the closure; nil for a thread of the library.
///   - inListener: The closure.
/// - Returns: 0; `kAudioHardwareBadObjectError`.
@discardableResult
public func AudioObjectAddPropertyListenerBlock(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inDispatchQueue: DispatchQueue?, _ inListener: @escaping AudioObjectPropertyListenerBlock
) -> OSStatus {
  unsafe changeListener(inObjectID, inAddress, .closure(inListener, inDispatchQueue)) {
    HardwareListeners.shared.add($0)
  }
}

/// Removes a closure that is called after a change of a property.
///
/// - Parameters:
///   - inObjectID: The object.
///   - inAddress: The property.
///   - inDispatchQueue: The queue with which it was added.
///   - inListener: The closure: the same value that was added.
/// - Returns: 0; `kAudioHardwareBadObjectError`.
@discardableResult
public func AudioObjectRemovePropertyListenerBlock(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inDispatchQueue: DispatchQueue?, _ inListener: @escaping AudioObjectPropertyListenerBlock
) -> OSStatus {
  unsafe changeListener(inObjectID, inAddress, .closure(inListener, inDispatchQueue)) {
    HardwareListeners.shared.remove($0)
  }
}

private func changeListener(
  _ object: AudioObjectID, _ address: UnsafePointer<AudioObjectPropertyAddress>,
  _ function: HardwareListener.Function, _ change: (HardwareListener) -> Void
) -> OSStatus {
  guard UInt(bitPattern: address) != 0, !function.isNull else {
    return kAudioHardwareIllegalOperationError
  }
  guard HardwareObjects.item(object) != nil else { return kAudioHardwareBadObjectError }
  change(
    unsafe HardwareListener(
      object: object, address: address.pointee, function: function, source: .current))
  return noErr
}

/// Has no effect, because the hardware layer frees its own memory.
///
/// - Returns: 0.
@c @implementation
public func AudioHardwareUnload() -> OSStatus { noErr }

extension AudioObjectPropertyAddress {
  /// Whether the value is a list of numbers of objects.
  fileprivate var isNumberList: Bool {
    [
      kAudioHardwarePropertyDevices, kAudioObjectPropertyOwnedObjects, kAudioDevicePropertyStreams,
      kAudioObjectPropertyControlList, kAudioDevicePropertyRelatedDevices,
    ].contains(mSelector)
  }
}
