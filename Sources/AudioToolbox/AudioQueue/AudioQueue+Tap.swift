internal import AudioModel
internal import AudioPlayback
public import CoreAudioTypes
internal import Synchronization

/// Creates a tap that processes all audio of a stopped queue from its next start.
///
/// The callback runs on the decoding thread, a third of a second ahead of playback, or on the
/// recording thread. It never runs on a device thread, so it may take its time. Volume and pan
/// apply after the tap. If the callback starts, pauses, resets, or stops its own queue, the change
/// takes effect after the callback. Buffers are consumed only as the callback takes source audio.
/// While it takes no audio, an asynchronous stop does not finish.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inCallback: The function that produces or observes frames.
///   - inClientData: A pointer passed to the callback.
///   - inFlags: Either `preEffects` (before time-pitch) or `postEffects`. Add `siphon` for a tap
///     that only observes.
///   - outMaxFrames: On return, the maximum number of frames per callback.
///   - outProcessingFormat: On return, the callback format: Float32 in one buffer per channel, at
///     the sample rate of the queue.
///   - outAQTap: On return, the tap, or nil if the call fails. The tap ends with its queue.
/// - Returns: 0; `kAudioQueueErr_TooManyTaps` if the queue has a tap;
///   `kAudioQueueErr_InvalidRunState` if the queue is not stopped;
///   `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueProcessingTapNew(
  _ inAQ: AudioQueueRef, _ inCallback: AudioQueueProcessingTapCallback,
  _ inClientData: UnsafeMutableRawPointer?, _ inFlags: AudioQueueProcessingTapFlags,
  _ outMaxFrames: UnsafeMutablePointer<UInt32>,
  _ outProcessingFormat: UnsafeMutablePointer<AudioStreamBasicDescription>,
  _ outAQTap: UnsafeMutablePointer<AudioQueueProcessingTapRef?>
) -> OSStatus {
  guard unsafe !isNull(outMaxFrames), unsafe !isNull(outProcessingFormat), unsafe !isNull(outAQTap)
  else { return kAudio_ParamError }
  unsafe outAQTap.pointee = nil
  return status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    let places = inFlags.intersection([.preEffects, .postEffects])
    // Safe: the function pointer is only compared with null.
    guard unsafe unsafeBitCast(inCallback, to: UInt.self) != 0,
      places == .preEffects || places == .postEffects,
      inFlags.subtracting([.preEffects, .postEffects, .siphon]).isEmpty
    else { throw StatusError(kAudio_ParamError) }
    guard object.engine.time == nil else { throw StatusError(kAudioQueueErr_InvalidRunState) }
    let tap = unsafe AudioQueueProcessingTap(
      AudioQueueTapCallback(function: inCallback, clientData: inClientData), flags: inFlags,
      isInput: object.isInput, object.format)
    let reference = try unsafe object.add(tap)
    unsafe outMaxFrames.pointee = UInt32(clamping: tap.maximumFrames)
    unsafe outProcessingFormat.pointee = tap.processingFormat
    unsafe outAQTap.pointee = reference
  }
}

extension AudioQueueObject {
  /// Adds a tap, for the next start.
  ///
  /// - Returns: The client's reference to the tap.
  fileprivate func add(
    _ tap: AudioQueueProcessingTap
  ) throws(StatusError) -> AudioQueueProcessingTapRef {
    guard let reference = unsafe AudioQueueProcessingTap.all.add(tap) else {
      throw StatusError(kAudio_MemFullError)
    }
    unsafe tap.set(self, reference)
    let refusal = state.withLock { state -> OSStatus? in
      // Another thread may have disposed of the queue by now, and the tap with it.
      if state.disposal == .done { return kAudioQueueErr_DisposalPending }
      if state.tap != nil { return kAudioQueueErr_TooManyTaps }
      state.tap = tap
      engine.setTap(tap)
      return nil
    }
    if let refusal {
      tap.dispose()
      throw StatusError(refusal)
    }
    return unsafe reference
  }
}

/// Disposes of a tap of a stopped queue.
///
/// - Parameter inAQTap: The tap.
/// - Returns: 0; `kAudioQueueErr_InvalidRunState` if the queue is not stopped; `kAudio_ParamError`
///   if the tap is invalid or has ended with its queue.
@c @implementation
public func AudioQueueProcessingTapDispose(_ inAQTap: AudioQueueProcessingTapRef) -> OSStatus {
  status { () throws(StatusError) in
    guard let tap = unsafe AudioQueueProcessingTap.all.object(inAQTap) else {
      throw StatusError(kAudio_ParamError)
    }
    if let object = tap.queue {
      guard object.engine.time == nil else { throw StatusError(kAudioQueueErr_InvalidRunState) }
      object.state.withLock { state in
        guard state.tap === tap else { return }
        state.tap = nil
        object.engine.setTap(nil)
      }
    }
    tap.dispose()
  }
}

/// Gets source frames for the callback of a tap.
///
/// - Parameters:
///   - inAQTap: The tap, within its callback.
///   - inNumberFrames: The number of frames to get, at most 2^20.
///   - ioTimeStamp: On return from a recording queue, the sample time and capture time of the first
///     frame.
///   - outFlags: On return, `startOfStream` for the first frames after a start or a reset.
///     `endOfStream` means that a stopping queue has no more frames. The callback passes this flag
///     on when it has no more frames either.
///   - outNumberFrames: On return, the number of frames. The queue decodes more if audio is
///     enqueued.
///   - ioData: One buffer per channel. A nil data pointer is set to memory that is valid until the
///     callback returns. Otherwise, the frames are copied to the given memory.
/// - Returns: 0; `kAudioQueueErr_InvalidTapContext` outside the callback;
///   `kAudioQueueErr_InvalidTapType` for a siphon; `kAudio_ParamError`.
@c @implementation
public func AudioQueueProcessingTapGetSourceAudio(
  _ inAQTap: AudioQueueProcessingTapRef, _ inNumberFrames: UInt32,
  _ ioTimeStamp: UnsafeMutablePointer<AudioTimeStamp>,
  _ outFlags: UnsafeMutablePointer<AudioQueueProcessingTapFlags>,
  _ outNumberFrames: UnsafeMutablePointer<UInt32>,
  _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  guard unsafe !isNull(ioTimeStamp), unsafe !isNull(outFlags), unsafe !isNull(outNumberFrames),
    unsafe !isNull(ioData)
  else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let tap = try unsafe AudioQueueProcessingTap.called(inAQTap)
    let source = try unsafe tap.source(Int(inNumberFrames), into: ioData)
    unsafe outNumberFrames.pointee = UInt32(source.frames)
    unsafe outFlags.pointee = source.flags
    if tap.isInput { unsafe ioTimeStamp.pointee = AudioTimeStamp(source.time) }
  }
}

/// Gets the queue time of the source frames in the callback of a tap.
///
/// - Parameters:
///   - inAQTap: The tap, within its callback.
///   - outQueueSampleTime: On return, the sample time of the queue at the first frame.
///   - outQueueFrameCount: On return, the number of queue frames, which differs if time-pitch
///     precedes the tap.
/// - Returns: 0; `kAudioQueueErr_InvalidTapContext` outside the callback, or before it has source
///   frames; `kAudioQueueErr_InvalidTapType` if the queue records; `kAudio_ParamError`.
@c @implementation
public func AudioQueueProcessingTapGetQueueTime(
  _ inAQTap: AudioQueueProcessingTapRef, _ outQueueSampleTime: UnsafeMutablePointer<Float64>,
  _ outQueueFrameCount: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard unsafe !isNull(outQueueSampleTime), unsafe !isNull(outQueueFrameCount) else {
    return kAudio_ParamError
  }
  return status { () throws(StatusError) in
    let time = try unsafe AudioQueueProcessingTap.called(inAQTap).queueTime()
    unsafe outQueueSampleTime.pointee = time.frame
    unsafe outQueueFrameCount.pointee = UInt32(max(0, time.frames.rounded()))
  }
}
