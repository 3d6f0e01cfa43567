package import AudioDevices
internal import AudioPlayback
public import CoreAudioTypes
public import Dispatch
internal import Foundation
internal import Synchronization

/// Creates a playback queue.
///
/// The environment variable `OPENCOREAUDIO_DEVICE` selects the device:
///
/// - `pulse`, optionally followed by `:` and a server address, and by `#` and a sink name
/// - `alsa`, optionally followed by `:` and a PCM name
/// - `null`
/// - `offline:` followed by the path of a WAV file to write
///
/// Without the variable, the queue uses the first device that works.
///
/// - Parameters:
///   - inFormat: The format of the packets: any decodable codec, or interleaved linear PCM.
///   - inCallbackProc: The callback for a buffer that the queue has finished reading.
///   - inUserData: A pointer passed to the callback.
///   - inCallbackRunLoop: The run loop for the callback, or nil for a thread owned by the queue.
///   - inCallbackRunLoopMode: The run loop mode, or nil for the common modes.
///   - inFlags: Must be 0.
///   - outAQ: On return, the queue, or nil if the call fails.
/// - Returns: 0; `kAudioConverterErr_FormatNotSupported` if the format is not playable;
///   `kAudioQueueErr_InvalidDevice` if the environment variable is invalid; `kAudio_ParamError`.
@discardableResult
public func AudioQueueNewOutput(
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inCallbackProc: AudioQueueOutputCallback, _ inUserData: UnsafeMutableRawPointer?,
  _ inCallbackRunLoop: CFRunLoop?, _ inCallbackRunLoopMode: CFString?, _ inFlags: UInt32,
  _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
  let client = unsafe AudioQueueClient(function: inCallbackProc, userData: inUserData)
  // Safe: the function pointer is only compared with null.
  guard unsafe unsafeBitCast(inCallbackProc, to: UInt.self) != 0 else { return kAudio_ParamError }
  return unsafe newOutput(
    inFormat, inFlags, outAQ, .runLoop(inCallbackRunLoop, inCallbackRunLoopMode)
  ) { unsafe client.call($0, $1) }
}

/// The C entry point, which takes Core Foundation references.
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

/// Creates a playback queue that calls a closure on a dispatch queue.
///
/// - Parameters:
///   - outAQ: On return, the queue, or nil if the call fails.
///   - inFormat: The format of the packets.
///   - inFlags: Must be 0.
///   - inCallbackDispatchQueue: The dispatch queue for the closure. Calls never overlap.
///   - inCallbackBlock: The closure for a buffer that the queue has finished reading.
/// - Returns: The status of `AudioQueueNewOutput`.
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

/// Disposes of a queue and its buffers.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inImmediate: If true, the queue ends immediately and makes no further callbacks. If false,
///     it first plays all enqueued buffers. A queue that is not running always ends immediately.
/// - Returns: 0; `kAudioQueueErr_DisposalPending` if disposal is already in progress;
///   `kAudio_ParamError`.
@c @implementation
public func AudioQueueDispose(_ inAQ: AudioQueueRef, _ inImmediate: Bool) -> OSStatus {
  status { () throws(StatusError) in
    guard let object = unsafe AudioQueueObject.all.object(inAQ) else {
      throw StatusError(kAudio_ParamError)
    }
    // Only one call disposes of the queue. An immediate call may cut a pending disposal short.
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
  // Safe: the client provides both structures during the call.
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
  /// Registers the queue and delivers its events to the client; `callback` receives the buffers.
  ///
  /// - Throws: ``StatusError`` if the table is full.
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

/// The devices for queues created in a task.
///
/// Tests set them instead of the environment.
package enum AudioQueueDevices {
  @TaskLocal package static var choice: DeviceChoice?
  @TaskLocal package static var input: InputChoice?

  /// The devices for a new queue or player, or `nil` if the environment variable is invalid.
  package static var chosen: DeviceChoice? { choice ?? ofProcess }

  /// The devices that the environment variable names, or `nil` if it is invalid.
  package static var ofProcess: DeviceChoice? {
    DeviceChoice.named(ProcessInfo.processInfo.environment["OPENCOREAUDIO_DEVICE"])
  }

  /// The devices for a new queue or recorder, or `nil` if the environment variable is invalid.
  package static var chosenInput: InputChoice? {
    let environment = ProcessInfo.processInfo.environment
    return input
      ?? InputChoice.named(
        environment["OPENCOREAUDIO_INPUT"], playingTo: environment["OPENCOREAUDIO_DEVICE"])
  }
}
