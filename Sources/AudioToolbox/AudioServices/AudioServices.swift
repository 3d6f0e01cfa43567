public import CoreAudioTypes
internal import Foundation

/// Creates a sound from an audio file, which is read and decoded during the call.
///
/// - Parameters:
///   - inFileURL: The URL of a decodable audio file.
///   - outSystemSoundID: On return, the sound.
/// - Returns: 0; `kAudioServicesSystemSoundExceededMaximumDurationError` if the sound is longer
///   than 30 seconds; an error from `AudioFileOpenURL`; `kAudioConverterErr_FormatNotSupported` if
///   no decoder supports the format; `kAudioServicesSystemSoundUnspecifiedError` if
///   `OPENCOREAUDIO_DEVICE` is invalid.
@discardableResult
public func AudioServicesCreateSystemSoundID(
  _ inFileURL: CFURL, _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>
) -> OSStatus {
  guard unsafe !isNull(outSystemSoundID) else { return kAudio_ParamError }
  unsafe outSystemSoundID.pointee = 0
  return status { () throws(StatusError) in
    guard let path = inFileURL.filePath else {
      throw StatusError(kAudioFileUnspecifiedError)
    }
    unsafe outSystemSoundID.pointee = try SystemSounds.make(path: path)
  }
}

/// The C entry point, which takes a `CFURLRef`.
@c(AudioServicesCreateSystemSoundID)
package func AudioServicesCreateSystemSoundIDForC(
  _ inFileURL: UnsafeRawPointer?, _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>?
) -> OSStatus {
  guard let inFileURL = unsafe inFileURL, let outSystemSoundID = unsafe outSystemSoundID else {
    return kAudio_ParamError
  }
  // Safe: a CFURLRef is an NSURL, and the client keeps it alive during the call.
  let url = unsafe Unmanaged<NSURL>.fromOpaque(inFileURL).takeUnretainedValue()
  return unsafe AudioServicesCreateSystemSoundID(url, outSystemSoundID)
}

/// Disposes of a sound.
///
/// It stops, and its completion function is not called again.
///
/// May be called from within the completion function.
///
/// - Parameter inSystemSoundID: The sound.
/// - Returns: 0; `kAudioServicesSystemSoundUnspecifiedError` if no client created the sound.
@c @implementation
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus {
  status { () throws(StatusError) in try SystemSounds.dispose(inSystemSoundID) }
}

/// Plays a sound from its beginning, and returns immediately.
///
/// A sound that is already playing restarts, and other sounds continue. The user-preferred alert is
/// the bell of the desktop sound theme. Vibration and screen flashes have no effect on Linux, and
/// end immediately.
///
/// - Parameter inSystemSoundID: The sound. An unknown sound has no effect.
@c @implementation
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
  play(inSystemSoundID, completion: nil)
}

/// Plays a sound as an alert.
///
/// On Linux, this is equivalent to playing the sound.
///
/// - Parameter inSystemSoundID: The sound. An unknown sound has no effect.
@c @implementation
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
  play(inSystemSoundID, completion: nil)
}

/// Plays a sound, and calls a closure afterward.
///
/// - Parameters:
///   - inSystemSoundID: The sound.
///   - inCompletionBlock: A closure called once for every call of this function, even if the sound
///     is unknown or was cut off. Closures run one at a time, on a queue owned by the library.
public func AudioServicesPlaySystemSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (() -> Void)?
) {
  play(inSystemSoundID, completion: inCompletionBlock)
}

/// Plays a sound as an alert, and calls a closure afterward.
///
/// - Parameters:
///   - inSystemSoundID: The sound.
///   - inCompletionBlock: A closure, as for `AudioServicesPlaySystemSoundWithCompletion`.
public func AudioServicesPlayAlertSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (() -> Void)?
) {
  play(inSystemSoundID, completion: inCompletionBlock)
}

private func play(_ identifier: SystemSoundID, completion: (() -> Void)?) {
  // Safe: the client passes the closure to be called on another thread.
  nonisolated(unsafe) let completion = completion
  guard let sound = try? SystemSounds.find(identifier) else {
    return SystemSound.runBlock { unsafe completion?() }
  }
  sound.play { unsafe completion?() }
}

/// Sets the function to call when a sound has played to its end, replacing the previous one.
///
/// If the sound is restarted before its end, the function is not called for the first start.
///
/// - Parameters:
///   - inSystemSoundID: The sound.
///   - inRunLoop: The run loop for the function, or nil for the main run loop.
///   - inRunLoopMode: The run loop mode, or nil for the default mode.
///   - inCompletionRoutine: The function.
///   - inClientData: A pointer passed to the function.
/// - Returns: 0; `kAudioServicesSystemSoundUnspecifiedError` if the sound does not exist;
///   `kAudio_ParamError`.
@discardableResult
public func AudioServicesAddSystemSoundCompletion(
  _ inSystemSoundID: SystemSoundID, _ inRunLoop: CFRunLoop?, _ inRunLoopMode: CFString?,
  _ inCompletionRoutine: AudioServicesSystemSoundCompletionProc,
  _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  // Safe: the function pointer is only compared with null.
  guard unsafe unsafeBitCast(inCompletionRoutine, to: UInt.self) != 0 else {
    return kAudio_ParamError
  }
  return status { () throws(StatusError) in
    let sound = try SystemSounds.find(inSystemSoundID)
    let mode = inRunLoopMode.map { CFRunLoopMode($0) }
    sound.setCompletion(
      unsafe SystemSoundCompletion(
        sound: inSystemSoundID, inRunLoop ?? CFRunLoopGetMain(), mode ?? .defaultMode,
        function: inCompletionRoutine, clientData: inClientData))
  }
}

/// The C entry point, which takes Core Foundation references.
@c(AudioServicesAddSystemSoundCompletion)
package func AudioServicesAddSystemSoundCompletionForC(
  _ inSystemSoundID: SystemSoundID, _ inRunLoop: UnsafeRawPointer?,
  _ inRunLoopMode: UnsafeRawPointer?,
  _ inCompletionRoutine: AudioServicesSystemSoundCompletionProc?,
  _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  guard let inCompletionRoutine = unsafe inCompletionRoutine else { return kAudio_ParamError }
  let place = unsafe RunLoopReference(inRunLoop, inRunLoopMode)
  return unsafe AudioServicesAddSystemSoundCompletion(
    inSystemSoundID, place.runLoop, place.mode, inCompletionRoutine, inClientData)
}

/// Removes the completion function of a sound.
///
/// - Parameter inSystemSoundID: The sound.
@c @implementation
public func AudioServicesRemoveSystemSoundCompletion(_ inSystemSoundID: SystemSoundID) {
  (try? SystemSounds.find(inSystemSoundID))?.setCompletion(nil)
}
