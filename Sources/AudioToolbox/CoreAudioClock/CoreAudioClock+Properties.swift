public import CoreAudioTypes

/// Gets the size of a property's value, and whether it can be set.
///
/// - Parameters:
///   - inCAClock: The clock.
///   - inPropertyID: The property.
///   - outSize: On return, the size in bytes; may be nil.
///   - outWritable: On return, true; may be nil.
/// - Returns: 0; `kCAClock_UnknownPropertyError`; `kAudio_ParamError` if the clock does not exist.
@c @implementation
public func CAClockGetPropertyInfo(
  _ inCAClock: CAClockRef, _ inPropertyID: CAClockPropertyID,
  _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
  status { () throws(StatusError) in
    let value = try unsafe ClockObject.find(inCAClock).value(of: inPropertyID)
    unsafe outSize?.pointee = UInt32(value.byteCount)
    unsafe outWritable?.pointee = true
  }
}

/// Gets a property.
///
/// - Parameters:
///   - inCAClock: The clock.
///   - inPropertyID: The property.
///   - ioPropertyDataSize: The capacity of `outPropertyData` in bytes. On return, the number of
///     bytes written.
///   - outPropertyData: On return, the value. The client releases a name.
/// - Returns: 0; `kCAClock_UnknownPropertyError`; `kCAClock_InvalidPropertySizeError` if the
///   capacity is too small; `kAudio_ParamError` if an argument is null or the clock does not exist.
@c @implementation
public func CAClockGetProperty(
  _ inCAClock: CAClockRef, _ inPropertyID: CAClockPropertyID,
  _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  guard unsafe !isNull(ioPropertyDataSize), unsafe !isNull(outPropertyData) else {
    return kAudio_ParamError
  }
  return status { () throws(StatusError) in
    let value = try unsafe ClockObject.find(inCAClock).value(of: inPropertyID)
    guard unsafe value.write(to: outPropertyData, size: ioPropertyDataSize) else {
      throw StatusError(kCAClock_InvalidPropertySizeError)
    }
  }
}

/// Sets a property, and notifies the listeners.
///
/// The sync mode can be set while the clock is stopped; a change disarms the clock.
///
/// - Parameters:
///   - inCAClock: The clock.
///   - inPropertyID: The property.
///   - inPropertyDataSize: The size of the value in bytes.
///   - inPropertyData: The value.
/// - Returns: 0; `kCAClock_UnknownPropertyError`; `kCAClock_InvalidPropertySizeError`;
///   `kCAClock_InvalidTimebaseError` for another timebase than the host time;
///   `kCAClock_InvalidSyncModeError` for an unknown mode, or while the clock runs;
///   `kCAClock_InvalidSyncSourceError` for a MIDI source, because clients pass messages to
///   ``CAClockParseMIDI(_:_:)``; `kCAClock_InvalidSMPTEFormatError`;
///   `kCAClock_InvalidSMPTEOffsetError`; `kAudio_ParamError` for other invalid values, or if an
///   argument is null or the clock does not exist.
@c @implementation
public func CAClockSetProperty(
  _ inCAClock: CAClockRef, _ inPropertyID: CAClockPropertyID, _ inPropertyDataSize: UInt32,
  _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
  guard UInt(bitPattern: inPropertyData) != 0 else { return kAudio_ParamError }
  // Safe: the client provides as many bytes as it states.
  let value = unsafe ClockValue(
    UnsafeRawBufferPointer(start: inPropertyData, count: Int(inPropertyDataSize)))
  return status { () throws(StatusError) in
    try unsafe ClockObject.find(inCAClock).set(inPropertyID, to: value)
  }
}
