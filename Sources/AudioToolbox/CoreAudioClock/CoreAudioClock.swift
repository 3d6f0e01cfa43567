public import CoreAudioTypes

/// Makes a stopped clock at media time 0, with 120 beats a minute in 4/4.
///
/// Its timebase is the host time, and it starts and stops by calls. Listeners are called on an
/// internal thread.
///
/// - Parameters:
///   - inReservedFlags: 0.
///   - outCAClock: On return, the clock.
/// - Returns: 0; `kAudio_ParamError` if the flags are not 0 or the pointer is null.
@c @implementation
public func CAClockNew(
  _ inReservedFlags: UInt32, _ outCAClock: UnsafeMutablePointer<CAClockRef?>
) -> OSStatus {
  guard unsafe !isNull(outCAClock), inReservedFlags == 0, let clock = ClockObject() else {
    return kAudio_ParamError
  }
  unsafe outCAClock.pointee = ClockObject.all.add(clock)
  return noErr
}

/// Disposes of a clock.
///
/// The call waits until a listener in progress has returned, unless the listener makes the call.
///
/// - Parameter inCAClock: The clock.
/// - Returns: 0; `kAudio_ParamError` if the clock does not exist.
@c @implementation
public func CAClockDispose(_ inCAClock: CAClockRef) -> OSStatus {
  guard let clock = unsafe ClockObject.all.remove(inCAClock) else { return kAudio_ParamError }
  clock.end()
  return noErr
}

/// Adds a function that is called after changes, on an internal thread.
///
/// A function that was added before with the same data is not added again.
///
/// - Parameters:
///   - inCAClock: The clock.
///   - inListenerProc: The function.
///   - inUserData: The client's data, which is not null.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the clock does not exist.
@c @implementation
public func CAClockAddListener(
  _ inCAClock: CAClockRef, _ inListenerProc: CAClockListenerProc,
  _ inUserData: UnsafeMutableRawPointer
) -> OSStatus {
  let listener = unsafe ClockObject.Listener(inListenerProc, inUserData)
  guard listener.function != 0, listener.data != 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in try unsafe ClockObject.find(inCAClock).add(listener) }
}

/// Removes a function.
///
/// The call waits until the function has returned, unless the function makes the call.
///
/// - Parameters:
///   - inCAClock: The clock.
///   - inListenerProc: The function.
///   - inUserData: The data with which the function was added.
/// - Returns: 0; `kAudio_ParamError` if the function was not added or the clock does not exist.
@c @implementation
public func CAClockRemoveListener(
  _ inCAClock: CAClockRef, _ inListenerProc: CAClockListenerProc,
  _ inUserData: UnsafeMutableRawPointer
) -> OSStatus {
  let listener = unsafe ClockObject.Listener(inListenerProc, inUserData)
  return status { () throws(StatusError) in
    guard try unsafe ClockObject.find(inCAClock).remove(listener) else {
      throw StatusError(kAudio_ParamError)
    }
  }
}

extension ClockObject.Listener {
  /// Keeps the addresses of a client's function and its data.
  fileprivate init(_ function: CAClockListenerProc, _ data: UnsafeMutableRawPointer) {
    // Safe: the function's address is only compared, and called while the client has it added.
    self.init(
      function: unsafe unsafeBitCast(function, to: UInt.self), data: UInt(bitPattern: data))
  }
}
