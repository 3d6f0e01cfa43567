internal import AudioCodecs
internal import AudioDevices
internal import AudioPlayback
public import CoreAudioTypes
internal import Synchronization

/// Starts the queue, or goes on after a pause.
///
/// A queue without buffers starts, too, and plays them when they come.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inStartTime: When the first frame is due, by host time or by the sample time of the device; nil for
///     as soon as possible. Kept to within the latency of the device.
/// - Returns: 0, also where the queue runs; `kAudioQueueErr_CannotStart` where no device plays;
///   `kAudioQueueErr_CannotStartYet` while the queue stops; `kAudioQueueErr_CodecNotFound` where the codec
///   is not on this machine; `kAudioQueueErr_InvalidCodecAccess` where it cannot be set up;
///   `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueStart(
  _ inAQ: AudioQueueRef, _ inStartTime: UnsafePointer<AudioTimeStamp>?
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    var nanoseconds: Int?
    // Safe: the client lends the structure during the call.
    if let time = unsafe inStartTime?.pointee { nanoseconds = try object.nanoseconds(time) }
    let isStopping = object.state.withLock { state -> Bool in
      // A queue that was paused on its way to the end goes on to it.
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

/// Decodes enqueued buffers ahead of the start.
///
/// Does nothing on a queue that runs, or where frames are ready since the last stop or reset.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inNumberOfFramesToPrepare: How many frames, 0 for a default; no more than about a second fits, or a seventh of one with
///     time-pitch or a tap, whose changes are to be heard soon.
///   - outNumberOfFramesPrepared: Takes how many are ready.
/// - Returns: 0; `kAudioQueueErr_CodecNotFound` where the codec is not on this machine;
///   `kAudioQueueErr_InvalidCodecAccess` where it cannot be set up; `kAudioQueueErr_InvalidQueueType` for a queue
///   that records; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
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

/// Stops the queue.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inImmediate: Whether at once: all buffers come back through the callback before the call returns,
///     or after it where it is made in a callback, or where the callback's run loop is that of
///     another thread. If not, the queue stops when all that is enqueued has been heard; one that is paused
///     stops at once, and one that has not been started plays its buffers once it is, and stops: programs that fill buffers before the start
///     stop the queue where a short file ends. It goes on where more is enqueued in between. A queue that records hands the buffer over
///     that it was filling, with what was captured, and the others empty; if not at once, it stops when all that is enqueued is full.
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

/// Pauses a queue that runs; buffers stay enqueued, and time stands still.
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

/// Makes sure that the decoder keeps nothing of what has been enqueued.
///
/// A queue that records hands the buffer over that it is filling.
///
/// - Parameter inAQ: The queue.
/// - Returns: 0; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueFlush(_ inAQ: AudioQueueRef) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe AudioQueueObject.usable(inAQ).engine.flush()
  }
}

/// Returns all buffers and forgets what has been decoded; a queue that runs goes on running.
///
/// A queue that records hands the first one over with what was captured.
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
