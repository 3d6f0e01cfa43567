public import CoreAudioTypes
internal import Foundation

/// Initializes the session.
///
/// Call this function before the others.
///
/// - Parameters:
///   - inRunLoop: The run loop for listeners, or nil for the main run loop.
///   - inRunLoopMode: The run loop mode, or nil for the default mode.
///   - inInterruptionListener: A callback for the start and end of interruptions by more important
///     audio. May be nil.
///   - inClientData: A pointer passed to the callback.
/// - Returns: 0; `kAudioSessionAlreadyInitialized` if the session is already initialized.
@discardableResult
public func AudioSessionInitialize(
  _ inRunLoop: CFRunLoop?, _ inRunLoopMode: CFString?,
  _ inInterruptionListener: AudioSessionInterruptionListener?,
  _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  let mode = inRunLoopMode.map { CFRunLoopMode($0) }
  let listener = unsafe inInterruptionListener.map {
    unsafe AudioSessionObject.InterruptionListener(function: $0, clientData: inClientData)
  }
  return status { () throws(StatusError) in
    try AudioSessionObject.shared.initialize(
      inRunLoop ?? CFRunLoopGetMain(), mode ?? .defaultMode, listener)
  }
}

/// The C entry point, which takes Core Foundation references.
@c(AudioSessionInitialize)
package func AudioSessionInitializeForC(
  _ inRunLoop: UnsafeRawPointer?, _ inRunLoopMode: UnsafeRawPointer?,
  _ inInterruptionListener: AudioSessionInterruptionListener?,
  _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  let place = unsafe RunLoopReference(inRunLoop, inRunLoopMode)
  return unsafe AudioSessionInitialize(
    place.runLoop, place.mode, inInterruptionListener, inClientData)
}

/// Activates or deactivates the session.
///
/// - Parameter active: Whether to activate the session.
/// - Returns: 0; `kAudioSessionNotInitialized`; `'!pri'` during an interruption; `'!act'` if
///   deactivation paused running audio, in which case the session is inactive.
@c @implementation
public func AudioSessionSetActive(_ active: Bool) -> OSStatus {
  status { () throws(StatusError) in
    try AudioSessionObject.shared.checkInitialized()
    try AudioSessionObject.shared.setActive(active)
  }
}

/// Activates or deactivates the session, with flags.
///
/// - Parameters:
///   - active: Whether to activate the session.
///   - inFlags: `kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation`, which has no effect
///     because sound servers always notify others.
/// - Returns: The status of `AudioSessionSetActive`.
@c @implementation
public func AudioSessionSetActiveWithFlags(_ active: Bool, _ inFlags: UInt32) -> OSStatus {
  AudioSessionSetActive(active)
}

/// Gets the value of a property.
///
/// - Parameters:
///   - inID: The property.
///   - ioDataSize: The capacity of `outData` in bytes. On return, the number of bytes written.
///   - outData: On return, the value.
/// - Returns: 0; `kAudioSessionNotInitialized`; `kAudioSessionUnsupportedPropertyError` if the
///   property is unknown, only for listeners, or unavailable on Linux;
///   `kAudioSessionBadPropertySizeError`; `kAudio_ParamError`.
@c @implementation
public func AudioSessionGetProperty(
  _ inID: AudioSessionPropertyID, _ ioDataSize: UnsafeMutablePointer<UInt32>,
  _ outData: UnsafeMutableRawPointer
) -> OSStatus {
  status { () throws(StatusError) in
    guard unsafe !isNull(ioDataSize), unsafe !isNull(outData) else {
      throw StatusError(kAudio_ParamError)
    }
    try AudioSessionObject.shared.checkInitialized()
    let value = try AudioSessionObject.shared.value(of: inID)
    // Safe: the client provides as many bytes as it states.
    guard unsafe value.write(to: outData, size: ioDataSize) else {
      throw StatusError(OSStatus(kAudioSessionBadPropertySizeError))
    }
  }
}

/// Sets the value of a property.
///
/// - Parameters:
///   - inID: The property.
///   - inDataSize: The size of the value in bytes.
///   - inData: The value.
/// - Returns: The status of `AudioSessionGetProperty`; `kAudioSessionIncompatibleCategory` if the
///   category does not allow the value; `kAudio_ParamError` if the value is invalid.
@c @implementation
public func AudioSessionSetProperty(
  _ inID: AudioSessionPropertyID, _ inDataSize: UInt32, _ inData: UnsafeRawPointer
) -> OSStatus {
  status { () throws(StatusError) in
    guard UInt(bitPattern: inData) != 0 else { throw StatusError(kAudio_ParamError) }
    try AudioSessionObject.shared.checkInitialized()
    // Safe: the client provides as many bytes as it states, and no value is longer than 16 bytes.
    let bytes = unsafe Array(
      UnsafeRawBufferPointer(start: inData, count: min(Int(inDataSize), 16)))
    try AudioSessionObject.shared.set(inID, bytes)
  }
}

/// Gets the size of a property value.
///
/// - Parameters:
///   - inID: The property.
///   - outDataSize: On return, the size in bytes.
/// - Returns: The status of `AudioSessionGetProperty`.
@c @implementation
public func AudioSessionGetPropertySize(
  _ inID: AudioSessionPropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  status { () throws(StatusError) in
    guard unsafe !isNull(outDataSize) else { throw StatusError(kAudio_ParamError) }
    try AudioSessionObject.shared.checkInitialized()
    let value = try AudioSessionObject.shared.value(of: inID)
    unsafe outDataSize.pointee = UInt32(value.byteCount)
  }
}

/// Adds a function to call when a property changes, on the run loop of `AudioSessionInitialize`.
///
/// On Linux, `AudioRouteChange`, `AudioInputAvailable`, `CurrentHardwareOutputVolume`,
/// `InputGainScalar`, and `ServerDied` can change without a call of the program.
///
/// - Parameters:
///   - inID: The property.
///   - inProc: The function.
///   - inClientData: A pointer passed to the function.
/// - Returns: 0; `kAudioSessionNotInitialized`; `kAudioSessionUnsupportedPropertyError`;
///   `kAudio_ParamError`.
@c @implementation
public func AudioSessionAddPropertyListener(
  _ inID: AudioSessionPropertyID, _ inProc: AudioSessionPropertyListener,
  _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  status { () throws(StatusError) in
    let object = AudioSessionObject.shared
    let listener = try unsafe listener(inID, inProc, inClientData)
    guard AudioSessionObject.isKnown(inID) else {
      throw StatusError(OSStatus(kAudioSessionUnsupportedPropertyError))
    }
    object.add(listener)
  }
}

/// Removes all listeners of a property.
///
/// - Parameter inID: The property.
/// - Returns: 0; `kAudioSessionNotInitialized`.
@c @implementation
public func AudioSessionRemovePropertyListener(_ inID: AudioSessionPropertyID) -> OSStatus {
  status { () throws(StatusError) in
    try AudioSessionObject.shared.checkInitialized()
    AudioSessionObject.shared.removeListeners(of: inID)
  }
}

/// Removes a listener that was added with the same data.
///
/// - Parameters:
///   - inID: The property.
///   - inProc: The function.
///   - inClientData: The pointer passed to `AudioSessionAddPropertyListener`.
/// - Returns: 0; `kAudioSessionNotInitialized`; `kAudio_ParamError`.
@c @implementation
public func AudioSessionRemovePropertyListenerWithUserData(
  _ inID: AudioSessionPropertyID, _ inProc: AudioSessionPropertyListener,
  _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  status { () throws(StatusError) in
    AudioSessionObject.shared.remove(try unsafe listener(inID, inProc, inClientData))
  }
}

private func listener(
  _ property: AudioSessionPropertyID, _ function: AudioSessionPropertyListener,
  _ clientData: UnsafeMutableRawPointer?
) throws(StatusError) -> AudioSessionObject.Listener {
  // Safe: the function pointer is only compared with null.
  guard unsafe unsafeBitCast(function, to: UInt.self) != 0 else {
    throw StatusError(kAudio_ParamError)
  }
  try AudioSessionObject.shared.checkInitialized()
  return unsafe AudioSessionObject.Listener(
    property: property, function: function, clientData: clientData)
}
