public import CoreAudioTypes

/// Gets the size of a property, and whether it can be set.
///
/// - Parameters:
///   - inUnit: The unit.
///   - inID: The property.
///   - inScope: The scope.
///   - inElement: The input or output; 0 in the global scope.
///   - outDataSize: On return, the size in bytes; 0 if clients can only set the property. May be
///     nil.
///   - outWritable: On return, whether clients can set the property. May be nil.
/// - Returns: 0; `kAudioUnitErr_InvalidProperty`; `kAudioUnitErr_InvalidScope`;
///   `kAudioUnitErr_InvalidElement`; `kAudio_ParamError` if the unit does not exist.
@c @implementation
public func AudioUnitGetPropertyInfo(
  _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope,
  _ inElement: AudioUnitElement, _ outDataSize: UnsafeMutablePointer<UInt32>?,
  _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
  status { () throws(StatusError) in
    let unit = try unsafe UnitInstance.find(inUnit)
    let info = try unit.info(of: inID, UnitPart(inScope, inElement))
    unsafe outDataSize?.pointee = UInt32(clamping: info.size)
    unsafe outWritable?.pointee = DarwinBoolean(info.isWritable)
  }
}

/// Gets a property.
///
/// - Parameters:
///   - inUnit: The unit.
///   - inID: The property.
///   - inScope: The scope.
///   - inElement: The input or output; 0 in the global scope.
///   - outData: On return, the value.
///   - ioDataSize: The capacity of `outData` in bytes. On return, the number of bytes written.
/// - Returns: 0; `kAudioUnitErr_InvalidProperty`; `kAudioUnitErr_InvalidScope`;
///   `kAudioUnitErr_InvalidElement`; `kAudioUnitErr_InvalidPropertyValue` if the capacity is too
///   small; `kAudio_ParamError` if an argument is null or the unit does not exist.
@c @implementation
public func AudioUnitGetProperty(
  _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope,
  _ inElement: AudioUnitElement, _ outData: UnsafeMutableRawPointer,
  _ ioDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard unsafe !isNull(outData), unsafe !isNull(ioDataSize) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let unit = try unsafe UnitInstance.find(inUnit)
    let part = UnitPart(inScope, inElement)
    if try unsafe unit.get(inID, part, into: outData, ioDataSize) { return }
    guard try unsafe unit.value(of: inID, part).write(to: outData, size: ioDataSize) else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
  }
}

/// Sets a property.
///
/// - Parameters:
///   - inUnit: The unit.
///   - inID: The property.
///   - inScope: The scope.
///   - inElement: The input or output; 0 in the global scope.
///   - inData: The value. For a connection or a render callback, nil removes the source of the
///     input.
///   - inDataSize: The size of the value in bytes.
/// - Returns: 0; `kAudioUnitErr_InvalidProperty`; `kAudioUnitErr_InvalidScope`;
///   `kAudioUnitErr_InvalidElement`; `kAudioUnitErr_PropertyNotWritable`;
///   `kAudioUnitErr_InvalidPropertyValue` if the value or its size is invalid;
///   `kAudioUnitErr_FormatNotSupported`; `kAudioUnitErr_Initialized` if the unit must be
///   uninitialized first; `kAudio_ParamError` if the unit does not exist.
@c @implementation
public func AudioUnitSetProperty(
  _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope,
  _ inElement: AudioUnitElement, _ inData: UnsafeRawPointer?, _ inDataSize: UInt32
) -> OSStatus {
  status { () throws(StatusError) in
    let unit = try unsafe UnitInstance.find(inUnit)
    let part = UnitPart(inScope, inElement)
    if let inData = unsafe inData {
      let value = unsafe SettingValue(memory: inData, byteCount: Int(inDataSize))
      return try unit.set(inID, part, to: value)
    }
    let isSource =
      inID == kAudioUnitProperty_MakeConnection || inID == kAudioUnitProperty_SetRenderCallback
    guard isSource else { throw StatusError(kAudioUnitErr_InvalidPropertyValue) }
    try unit.removeSource(part)
  }
}

/// Adds a function that is called after a change of a property.
///
/// - Parameters:
///   - inUnit: The unit.
///   - inID: The property.
///   - inProc: The function, which runs on the thread of the change, with no lock held.
///   - inProcUserData: A pointer for the function.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the unit does not exist.
@c @implementation
public func AudioUnitAddPropertyListener(
  _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inProc: AudioUnitPropertyListenerProc,
  _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
  // Safe: the function pointer is only compared with null, which a C client may pass.
  guard unsafe unsafeBitCast(inProc, to: UInt.self) != 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    try unsafe UnitInstance.find(inUnit).addListener(UnitListener(inID, inProc, inProcUserData))
  }
}

/// Removes a function that is called after a change of a property.
///
/// - Parameters:
///   - inUnit: The unit.
///   - inID: The property.
///   - inProc: The function.
///   - inProcUserData: The pointer with which it was added.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the unit does not exist.
@c @implementation
public func AudioUnitRemovePropertyListenerWithUserData(
  _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inProc: AudioUnitPropertyListenerProc,
  _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
  // Safe: the function pointer is only compared with null, which a C client may pass.
  guard unsafe unsafeBitCast(inProc, to: UInt.self) != 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    try unsafe UnitInstance.find(inUnit).removeListener(UnitListener(inID, inProc, inProcUserData))
  }
}
