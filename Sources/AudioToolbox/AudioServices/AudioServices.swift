public import CoreAudioTypes
internal import Foundation

/// Makes a sound of an audio file, which is read and decoded now.
///
/// - Parameters:
///   - inFileURL: The URL of a file that this package can decode.
///   - outSystemSoundID: Takes the sound.
/// - Returns: 0; `kAudioServicesSystemSoundExceededMaximumDurationError` for more than 30 seconds;
///   what `AudioFileOpenURL` returns for a file that cannot be read, and
///   `kAudioConverterErr_FormatNotSupported` where nothing decodes it;
///   `kAudioServicesSystemSoundUnspecifiedError` where `OPENCOREAUDIO_DEVICE` names no device.
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

/// The function of C, which takes the reference of CoreFoundation.
@c(AudioServicesCreateSystemSoundID)
package func AudioServicesCreateSystemSoundIDForC(
  _ inFileURL: UnsafeRawPointer?, _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>?
) -> OSStatus {
  guard let inFileURL = unsafe inFileURL, let outSystemSoundID = unsafe outSystemSoundID else {
    return kAudio_ParamError
  }
  // Safe: a CFURLRef is an NSURL, and the client keeps it for the length of the call.
  let url = unsafe Unmanaged<NSURL>.fromOpaque(inFileURL).takeUnretainedValue()
  return unsafe AudioServicesCreateSystemSoundID(url, outSystemSoundID)
}

/// Ends a sound, which falls silent; its function is not called any more.
///
/// May be called from within that function.
///
/// - Parameter inSystemSoundID: The sound.
/// - Returns: 0; `kAudioServicesSystemSoundUnspecifiedError` where a client has made no such sound.
@c @implementation
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus {
  status { () throws(StatusError) in try SystemSounds.dispose(inSystemSoundID) }
}

/// Plays a sound from its beginning, and returns at once.
///
/// A sound that plays begins anew; other sounds go on beside it. The alert that the user prefers is the
/// bell of the desktop's sound theme. Vibration and flashing do nothing on Linux, and end at once.
///
/// - Parameter inSystemSoundID: The sound; nothing happens where there is none.
@c @implementation
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
  play(inSystemSoundID, completion: nil)
}

/// Plays a sound as an alert: on Linux the same as playing it.
///
/// - Parameter inSystemSoundID: The sound; nothing happens where there is none.
@c @implementation
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
  play(inSystemSoundID, completion: nil)
}

/// Plays a sound, and calls a closure afterwards.
///
/// - Parameters:
///   - inSystemSoundID: The sound.
///   - inCompletionBlock: Called once for every call of this function, one call after the other, on a
///     queue of the library's own: also where there is no such sound, or it was cut off.
public func AudioServicesPlaySystemSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (() -> Void)?
) {
  play(inSystemSoundID, completion: inCompletionBlock)
}

/// Plays a sound as an alert, and calls a closure afterwards.
///
/// - Parameters:
///   - inSystemSoundID: The sound.
///   - inCompletionBlock: As of `AudioServicesPlaySystemSoundWithCompletion`.
public func AudioServicesPlayAlertSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (() -> Void)?
) {
  play(inSystemSoundID, completion: inCompletionBlock)
}

private func play(_ identifier: SystemSoundID, completion: (() -> Void)?) {
  // Safe: the closure is the client's, who hands it over to be called elsewhere.
  nonisolated(unsafe) let completion = completion
  guard let sound = try? SystemSounds.find(identifier) else {
    return SystemSound.runBlock { unsafe completion?() }
  }
  sound.play { unsafe completion?() }
}

/// Has a function called when a sound has been heard to its end, in place of the one before.
///
/// It is not called for a sound that is cut off by a new start of it.
///
/// - Parameters:
///   - inSystemSoundID: The sound.
///   - inRunLoop: Where it is called, once that runs; nil for the main run loop.
///   - inRunLoopMode: nil for the default mode.
///   - inCompletionRoutine: The function.
///   - inClientData: Passed to it.
/// - Returns: 0; `kAudioServicesSystemSoundUnspecifiedError` where there is no such sound;
///   `kAudio_ParamError`.
@discardableResult
public func AudioServicesAddSystemSoundCompletion(
  _ inSystemSoundID: SystemSoundID, _ inRunLoop: CFRunLoop?, _ inRunLoopMode: CFString?,
  _ inCompletionRoutine: AudioServicesSystemSoundCompletionProc,
  _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  // Safe: the address of a function is looked at as the number that it is.
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

/// The function of C, which takes the references of CoreFoundation.
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

/// Has no function called any more for a sound.
///
/// - Parameter inSystemSoundID: The sound.
@c @implementation
public func AudioServicesRemoveSystemSoundCompletion(_ inSystemSoundID: SystemSoundID) {
  (try? SystemSounds.find(inSystemSoundID))?.setCompletion(nil)
}
