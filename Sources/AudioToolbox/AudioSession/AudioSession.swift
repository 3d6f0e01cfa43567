public import CoreAudioTypes
internal import Foundation

/// Initialises the session, before any other call.
///
/// - Parameters:
///   - inRunLoop: Where listeners are called, once that runs; nil for the main run loop.
///   - inRunLoopMode: nil for the default mode.
///   - inInterruptionListener: Called when the program is silenced for something that comes first, and when
///     that has ended. May be nil.
///   - inClientData: Passed to it.
/// - Returns: 0; `kAudioSessionAlreadyInitialized` the second time.
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

/// The function of C, which takes the references of CoreFoundation.
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

/// Makes the session active, or no more so.
///
/// - Parameter active: Which of both.
/// - Returns: 0; `kAudioSessionNotInitialized`; `'!pri'` while the program is interrupted; `'!act'` where something ran that has
///   been paused: the session is inactive then.
@c @implementation
public func AudioSessionSetActive(_ active: Bool) -> OSStatus {
  status { () throws(StatusError) in
    try AudioSessionObject.shared.checkInitialized()
    try AudioSessionObject.shared.setActive(active)
  }
}

/// Makes the session active, or no more so.
///
/// - Parameters:
///   - active: Which of both.
///   - inFlags: `kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation`, which sound servers do in any case.
/// - Returns: As of `AudioSessionSetActive`.
@c @implementation
public func AudioSessionSetActiveWithFlags(_ active: Bool, _ inFlags: UInt32) -> OSStatus {
  AudioSessionSetActive(active)
}

/// Tells the value of a property.
///
/// - Parameters:
///   - inID: The property.
///   - ioDataSize: The size of the memory, then that of the value.
///   - outData: Takes the value.
/// - Returns: 0; `kAudioSessionNotInitialized`; `kAudioSessionUnsupportedPropertyError` for what is no property, is
///   for listeners only, or is not to be had on Linux; `kAudioSessionBadPropertySizeError`; `kAudio_ParamError`.
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
    // Safe: the client lends as much memory as it says.
    guard unsafe value.write(to: outData, size: ioDataSize) else {
      throw StatusError(OSStatus(kAudioSessionBadPropertySizeError))
    }
  }
}

/// Sets a property.
///
/// - Parameters:
///   - inID: The property.
///   - inDataSize: The size of the value.
///   - inData: The value.
/// - Returns: As of `AudioSessionGetProperty`; `kAudioSessionIncompatibleCategory` for what the category does
///   not allow; `kAudio_ParamError` for what is no value of the property.
@c @implementation
public func AudioSessionSetProperty(
  _ inID: AudioSessionPropertyID, _ inDataSize: UInt32, _ inData: UnsafeRawPointer
) -> OSStatus {
  status { () throws(StatusError) in
    guard UInt(bitPattern: inData) != 0 else { throw StatusError(kAudio_ParamError) }
    try AudioSessionObject.shared.checkInitialized()
    // Safe: the client lends as much memory as it says, of which no value takes more.
    let bytes = unsafe Array(
      UnsafeRawBufferPointer(start: inData, count: min(Int(inDataSize), 16)))
    try AudioSessionObject.shared.set(inID, bytes)
  }
}

/// Tells the size of a property's value.
///
/// - Parameters:
///   - inID: The property.
///   - outDataSize: Takes the size in bytes.
/// - Returns: As of `AudioSessionGetProperty`.
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

/// Has a function called when a property has changed, on the run loop of `AudioSessionInitialize`.
///
/// On Linux `AudioRouteChange`, `AudioInputAvailable`, `CurrentHardwareOutputVolume` and `ServerDied` change by
/// themselves.
///
/// - Parameters:
///   - inID: The property.
///   - inProc: The function.
///   - inClientData: Passed to it.
/// - Returns: 0; `kAudioSessionNotInitialized`; `kAudioSessionUnsupportedPropertyError`; `kAudio_ParamError`.
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

/// Has none of the functions for a property called any more.
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

/// Has a function that was added with the same data called no more.
///
/// - Parameters:
///   - inID: The property.
///   - inProc: The function.
///   - inClientData: What it was added with.
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
  // Safe: the address of a function is looked at as the number that it is.
  guard unsafe unsafeBitCast(function, to: UInt.self) != 0 else {
    throw StatusError(kAudio_ParamError)
  }
  try AudioSessionObject.shared.checkInitialized()
  return unsafe AudioSessionObject.Listener(
    property: property, function: function, clientData: clientData)
}
