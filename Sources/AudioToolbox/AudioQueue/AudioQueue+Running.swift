internal import AudioCodecs
internal import AudioDevices
internal import AudioPlayback
public import CoreAudioTypes
internal import Synchronization

/// Starts a queue, or resumes it after a pause.
///
/// A queue without buffers also starts, and plays buffers as they arrive.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inStartTime: The time of the first frame, as a host time or a sample time of the device.
///     Pass nil to start as soon as possible. Accurate to within the latency of the device.
/// - Returns: 0, even if the queue is already running; `kAudioQueueErr_CannotStart` if no device
///   works; `kAudioQueueErr_CannotStartYet` while the queue is stopping;
///   `kAudioQueueErr_CodecNotFound` if the codec is not installed;
///   `kAudioQueueErr_InvalidCodecAccess` if the codec setup fails;
///   `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueStart(
  _ inAQ: AudioQueueRef, _ inStartTime: UnsafePointer<AudioTimeStamp>?
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    var nanoseconds: Int?
    // Safe: the client provides the structure during the call.
    if let time = unsafe inStartTime?.pointee { nanoseconds = try object.nanoseconds(time) }
    let isStopping = object.state.withLock { state -> Bool in
      // A queue paused during an asynchronous stop continues to its end.
      defer { state.isPaused = false }
      return state.isStopping && !state.isPaused
    }
    guard !isStopping else {
      throw StatusError(kAudioQueueErr_CannotStartYet)
    }
    object.tellBuffers()
    do throws(PlaybackError) {
      try object.engine.start(nanoseconds: nanoseconds)
    } catch .codec(let error) {
      throw StatusError(AudioQueueObject.status(of: error))
    } catch {
      throw StatusError(kAudioQueueErr_CannotStart)
    }
    let stopsOncePlayed = object.state.withLock { state -> Bool in
      defer { state.stopsOncePlayed = false }
      return state.stopsOncePlayed
    }
    if stopsOncePlayed { object.stopWhenDone() }
  }
}

/// Decodes enqueued buffers before the start.
///
/// The call has no effect on a running queue, or if decoded frames are already waiting.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inNumberOfFramesToPrepare: The number of frames to decode, or 0 for a default. The limit is
///     about one second of audio. With time-pitch or a tap, it is a seventh of a second, so that
///     changes are audible soon.
///   - outNumberOfFramesPrepared: On return, the number of decoded frames.
/// - Returns: 0; `kAudioQueueErr_CodecNotFound` if the codec is not installed;
///   `kAudioQueueErr_InvalidCodecAccess` if the codec setup fails;
///   `kAudioQueueErr_InvalidQueueType` if the queue records; `kAudioQueueErr_DisposalPending`;
///   `kAudio_ParamError`.
@c @implementation
public func AudioQueuePrime(
  _ inAQ: AudioQueueRef, _ inNumberOfFramesToPrepare: UInt32,
  _ outNumberOfFramesPrepared: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    let player = try object.player()
    let frames: Int
    object.tellBuffers()
    do throws(CodecError) {
      frames = try player.prime(frames: Int(inNumberOfFramesToPrepare))
    } catch {
      throw StatusError(AudioQueueObject.status(of: error))
    }
    if let outNumberOfFramesPrepared = unsafe outNumberOfFramesPrepared {
      unsafe outNumberOfFramesPrepared.pointee = UInt32(clamping: frames)
    }
  }
}

/// Stops a queue.
///
/// An immediate stop returns all buffers through the callback before the call returns. The buffers
/// come later if a callback makes the call, or if the run loop belongs to another thread.
///
/// An asynchronous stop takes effect when all enqueued buffers have played. Until then, the queue
/// accepts no more buffers. A paused queue stops immediately. A queue that has not started plays
/// its buffers after the start, and then stops. Programs rely on this for short files. A buffer
/// enqueued before that start cancels the stop.
///
/// A recording queue returns the partly filled buffer with the captured audio, and the others
/// empty. After an asynchronous stop, it stops when all enqueued buffers are full.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inImmediate: True for an immediate stop; false for an asynchronous stop.
/// - Returns: 0; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueStop(_ inAQ: AudioQueueRef, _ inImmediate: Bool) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    if inImmediate {
      object.reset { object.engine.stop() }
    } else {
      object.stopWhenDone()
    }
  }
}

/// Pauses a running queue.
///
/// Its buffers stay enqueued, and its time does not advance.
///
/// - Parameter inAQ: The queue.
/// - Returns: 0; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueuePause(_ inAQ: AudioQueueRef) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    object.pause()
  }
}

/// Processes all enqueued data, so that the decoder retains no state.
///
/// A recording queue returns the partly filled buffer.
///
/// - Parameter inAQ: The queue.
/// - Returns: 0; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueFlush(_ inAQ: AudioQueueRef) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe AudioQueueObject.usable(inAQ).engine.flush()
  }
}

/// Returns all buffers and discards decoded audio.
///
/// A running queue stays running.
///
/// A recording queue returns the first buffer with the captured audio.
///
/// - Parameter inAQ: The queue.
/// - Returns: 0; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueReset(_ inAQ: AudioQueueRef) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    object.reset {
      object.engine.reset()
      let heard = object.engine.time.map { Int($0.frames.rounded()) }
      object.state.withLock { $0.enqueuedFrames = heard ?? 0 }
    }
  }
}
