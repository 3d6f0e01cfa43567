package import AudioDevices
internal import AudioPlayback
public import CoreAudioTypes
public import Dispatch
internal import Foundation
internal import Synchronization

/// Makes a queue that plays.
///
/// The environment variable `OPENCOREAUDIO_DEVICE` names the device: `pulse`, which may be followed by `:` and a server's address,
/// and by `#` and the name of a sink, `alsa`, which may be followed by `:` and the name of a PCM, `null`, or
/// `offline:` and the path of a WAV file to write. Without it the first that plays is taken.
///
/// - Parameters:
///   - inFormat: What the packets are: any codec that can be decoded, or interleaved linear PCM.
///   - inCallbackProc: Called when the queue has taken all of a buffer.
///   - inUserData: Passed to the callback.
///   - inCallbackRunLoop: Where the callback runs; nil for a thread of the queue's own.
///   - inCallbackRunLoopMode: nil for the common modes.
///   - inFlags: 0.
///   - outAQ: Takes the queue; nil where there is none.
/// - Returns: 0; `kAudioConverterErr_FormatNotSupported` where the format cannot be played;
///   `kAudioQueueErr_InvalidDevice` where the environment names no device; `kAudio_ParamError`.
@discardableResult
public func AudioQueueNewOutput(
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inCallbackProc: AudioQueueOutputCallback, _ inUserData: UnsafeMutableRawPointer?,
  _ inCallbackRunLoop: CFRunLoop?, _ inCallbackRunLoopMode: CFString?, _ inFlags: UInt32,
  _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
  let client = unsafe AudioQueueClient(function: inCallbackProc, userData: inUserData)
  // Safe: the address of a function is looked at as the number that it is.
  guard unsafe unsafeBitCast(inCallbackProc, to: UInt.self) != 0 else { return kAudio_ParamError }
  return unsafe newOutput(
    inFormat, inFlags, outAQ, .runLoop(inCallbackRunLoop, inCallbackRunLoopMode)
  ) { unsafe client.call($0, $1) }
}

/// The function of C, which takes the references of CoreFoundation.
@c(AudioQueueNewOutput)
package func AudioQueueNewOutputForC(
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>?,
  _ inCallbackProc: AudioQueueOutputCallback?, _ inUserData: UnsafeMutableRawPointer?,
  _ inCallbackRunLoop: UnsafeRawPointer?, _ inCallbackRunLoopMode: UnsafeRawPointer?,
  _ inFlags: UInt32, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>?
) -> OSStatus {
  guard let inFormat = unsafe inFormat, let inCallbackProc = unsafe inCallbackProc,
    let outAQ = unsafe outAQ
  else { return kAudio_ParamError }
  let place = unsafe RunLoopReference(inCallbackRunLoop, inCallbackRunLoopMode)
  return unsafe AudioQueueNewOutput(
    inFormat, inCallbackProc, inUserData, place.runLoop, place.mode, inFlags, outAQ)
}

/// Makes a queue that plays and calls a closure on a dispatch queue.
///
/// - Parameters:
///   - outAQ: Takes the queue; nil where there is none.
///   - inFormat: What the packets are.
///   - inFlags: 0.
///   - inCallbackDispatchQueue: Where the closure is called, one call after the other.
///   - inCallbackBlock: Called when the queue has taken all of a buffer.
/// - Returns: As `AudioQueueNewOutput`.
@discardableResult
public func AudioQueueNewOutputWithDispatchQueue(
  _ outAQ: UnsafeMutablePointer<AudioQueueRef?>,
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: UInt32,
  _ inCallbackDispatchQueue: DispatchQueue,
  _ inCallbackBlock: @escaping AudioQueueOutputCallbackBlock
) -> OSStatus {
  unsafe newOutput(
    inFormat, inFlags, outAQ, .dispatchQueue(inCallbackDispatchQueue), inCallbackBlock)
}

/// Ends a queue and its buffers.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inImmediate: Whether at once, with no callback afterwards, or when all that is enqueued has been
///     heard; a queue that is not running ends at once.
/// - Returns: 0; `kAudioQueueErr_DisposalPending` where it is ending already; `kAudio_ParamError`.
@c @implementation
public func AudioQueueDispose(_ inAQ: AudioQueueRef, _ inImmediate: Bool) -> OSStatus {
  status { () throws(StatusError) in
    guard let object = unsafe AudioQueueObject.all.object(inAQ) else {
      throw StatusError(kAudio_ParamError)
    }
    // One call ends the queue; at once also where it is playing out.
    let isFirst = object.state.withLock { state -> Bool in
      guard state.disposal == .none || (state.disposal == .pending && inImmediate) else {
        return false
      }
      state.disposal = inImmediate ? .done : .pending
      return true
    }
    guard isFirst else { throw StatusError(kAudioQueueErr_DisposalPending) }
    if inImmediate { object.dispose() } else { object.disposeWhenPlayed() }
  }
}

/// A client's callback.
@safe
private struct AudioQueueClient {
  var function: AudioQueueOutputCallback
  var userData: UnsafeMutableRawPointer?

  func call(_ queue: AudioQueueRef, _ buffer: AudioQueueBufferRef) {
    unsafe function(userData, queue, buffer)
  }
}

private func newOutput(
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: UInt32,
  _ outAQ: UnsafeMutablePointer<AudioQueueRef?>, _ place: AudioQueueCallbacks.Place,
  _ callback: @escaping AudioQueueOutputCallbackBlock
) -> OSStatus {
  // Safe: the client lends the structure and the place for the result during the call.
  guard UInt(bitPattern: inFormat) != 0, unsafe !isNull(outAQ) else { return kAudio_ParamError }
  unsafe outAQ.pointee = nil
  return status { () throws(StatusError) in
    guard inFlags == 0 else { throw StatusError(kAudio_ParamError) }
    guard let choice = AudioQueueDevices.chosen else {
      throw StatusError(kAudioQueueErr_InvalidDevice)
    }
    let object = try unsafe AudioQueueObject(inFormat.pointee, choice: choice, place: place)
    unsafe outAQ.pointee = try unsafe object.register { queue, record, _ in
      unsafe callback(queue, record.reference)
    }
  }
}

extension AudioQueueObject {
  /// Puts the queue into the table, and has its client told what there is to tell; of buffers by `callback`.
  ///
  /// - Throws: ``StatusError`` where the table takes no more.
  func register(
    _ callback: @escaping (AudioQueueRef, AudioQueueBufferRecord, RecordedPart?) -> Void
  ) throws(StatusError) -> AudioQueueRef {
    guard let reference = unsafe AudioQueueObject.all.add(self) else {
      throw StatusError(kAudio_MemFullError)
    }
    state.withLock { $0.reference = UInt(bitPattern: reference) }
    join(SharedSession.session)
    callbacks.setHandler { [weak self] event in
      guard let self else { return }
      switch event {
      case .property(let property): tell(property)
      case .end: dispose()
      case .buffer(let record, let part, let isReset):
        let reference = state.withLock { $0.reference }
        guard takeBack(record, isReset: isReset),
          let reference = unsafe OpaquePointer(bitPattern: reference)
        else { return }
        unsafe callback(reference, record, part)
      }
    }
    return unsafe reference
  }
}

/// The devices of queues that are made in a task: tests name theirs here, as the environment does.
package enum AudioQueueDevices {
  @TaskLocal package static var choice: DeviceChoice?
  @TaskLocal package static var input: InputChoice?

  /// The devices of a queue or player that is made now; `nil` where the environment names none that there is.
  package static var chosen: DeviceChoice? { choice ?? ofProcess }

  /// The devices that the environment names; `nil` where there is none of this name.
  package static var ofProcess: DeviceChoice? {
    DeviceChoice.named(ProcessInfo.processInfo.environment["OPENCOREAUDIO_DEVICE"])
  }

  /// The devices of a queue or recorder that is made now; `nil` where the environment names none that there is.
  package static var chosenInput: InputChoice? {
    let environment = ProcessInfo.processInfo.environment
    return input
      ?? InputChoice.named(
        environment["OPENCOREAUDIO_INPUT"], playingTo: environment["OPENCOREAUDIO_DEVICE"])
  }
}
