internal import AudioModel
internal import AudioPlayback
public import CoreAudioTypes
internal import Synchronization

/// Makes a tap, through which all sound of a stopped queue goes from its next start on.
///
/// The callback is called on the thread of the queue that decodes, a third of a second before the sound is heard, or on the one that
/// records; never on a device's, so that it may take its time. Volume and pan come behind the tap. What the callback calls on
/// its own queue to start, pause, reset or stop it takes effect after the callback. Buffers are used up by what the callback takes of
/// its source: while it takes nothing, a stop that is not at once does not end.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inCallback: Called to make frames, or to see them.
///   - inClientData: Passed to the callback.
///   - inFlags: Either `preEffects`, which is before time-pitch, or `postEffects`; with `siphon` for a tap that only looks.
///   - outMaxFrames: Takes how many frames the callback is asked for at most.
///   - outProcessingFormat: Takes what the callback is given: Float32 in a buffer for each channel, at the queue's rate.
///   - outAQTap: Takes the tap; nil where there is none. It ends with its queue.
/// - Returns: 0; `kAudioQueueErr_TooManyTaps` where the queue has one; `kAudioQueueErr_InvalidRunState` where it is not stopped;
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
    // Safe: the address of a function is looked at as the number that it is.
    guard unsafe unsafeBitCast(inCallback, to: UInt.self) != 0,
      places == .preEffects || places == .postEffects,
      inFlags.subtracting([.preEffects, .postEffects, .siphon]).isEmpty
    else { throw StatusError(kAudio_ParamError) }
    guard object.engine.time == nil else { throw StatusError(kAudioQueueErr_InvalidRunState) }
    let format = object.format
    let tap = unsafe AudioQueueProcessingTap(
      inCallback, inClientData, flags: inFlags, isInput: object.isInput,
      sampleRate: format.sampleRate,
      channelCount: format.channelCount)
    guard let reference = unsafe AudioQueueProcessingTap.all.add(tap) else {
      throw StatusError(kAudio_MemFullError)
    }
    unsafe tap.set(object, reference)
    let refusal = object.state.withLock { state -> OSStatus? in
      // Another thread may have ended the queue by now, and the tap with it.
      if state.disposal == .done { return kAudioQueueErr_DisposalPending }
      if state.tap != nil { return kAudioQueueErr_TooManyTaps }
      state.tap = tap
      object.engine.setTap(tap)
      return nil
    }
    if let refusal {
      tap.dispose()
      throw StatusError(refusal)
    }
    unsafe outMaxFrames.pointee = UInt32(clamping: tap.maximumFrames)
    unsafe outProcessingFormat.pointee = AudioStreamBasicDescription(
      mSampleRate: format.sampleRate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved,
      mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4,
      mChannelsPerFrame: UInt32(clamping: format.channelCount), mBitsPerChannel: 32, mReserved: 0)
    unsafe outAQTap.pointee = reference
  }
}

/// Ends a tap of a stopped queue.
///
/// - Parameter inAQTap: The tap.
/// - Returns: 0; `kAudioQueueErr_InvalidRunState` where its queue is not stopped; `kAudio_ParamError` for what is no tap, or
///   has ended with its queue.
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

/// Gives the callback of a tap frames that come to it.
///
/// - Parameters:
///   - inAQTap: The tap, in its callback.
///   - inNumberFrames: How many, a million at most.
///   - ioTimeStamp: Takes the time of the first frame where the queue records: its sample time, and when it was captured.
///   - outFlags: Takes `startOfStream` with the first frames since a start or a reset, `endOfStream` where there are fewer
///     because a queue that stops has no more; the callback passes that on when it has no more frames, either.
///   - outNumberFrames: Takes how many there were. More are decoded where they are enqueued.
///   - ioData: A buffer for each channel. Where its pointer is nil it is made to point to frames, until the callback returns;
///     else they are copied to where it points.
/// - Returns: 0; `kAudioQueueErr_InvalidTapContext` outside of the callback; `kAudioQueueErr_InvalidTapType` for a siphon;
///   `kAudio_ParamError`.
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

/// Tells the callback of a tap to which time of its queue the frames belong that it has got.
///
/// - Parameters:
///   - inAQTap: The tap, in its callback.
///   - outQueueSampleTime: Takes the sample time of the queue at the first of them.
///   - outQueueFrameCount: Takes how many frames of the queue they are: not as many where time-pitch is in front of the tap.
/// - Returns: 0; `kAudioQueueErr_InvalidTapContext` outside of the callback, and before it has got frames;
///   `kAudioQueueErr_InvalidTapType` where the queue records; `kAudio_ParamError`.
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
