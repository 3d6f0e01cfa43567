internal import AudioDevices
internal import AudioModel
internal import AudioPlayback
public import CoreAudioTypes
internal import Synchronization

/// Switches a stopped queue to offline rendering in a format, or back to its device.
///
/// Start the queue as usual. ``AudioQueueOfflineRender(_:_:_:_:)`` then renders the enqueued audio.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inFormat: Linear PCM in one buffer, at any sample rate, or nil to return to the device.
///   - inLayout: The channel layout, with the same number of channels. The channels keep the order
///     that a device receives. May be nil.
/// - Returns: 0; `kAudioConverterErr_FormatNotSupported`; `kAudioQueueErr_InvalidRunState` if the
///   queue is not stopped; `kAudioQueueErr_InvalidQueueType` if the queue records;
///   `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueSetOfflineRenderFormat(
  _ inAQ: AudioQueueRef, _ inFormat: UnsafePointer<AudioStreamBasicDescription>?,
  _ inLayout: UnsafePointer<AudioChannelLayout>?
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    let player = try object.player()
    guard player.time == nil else { throw StatusError(kAudioQueueErr_InvalidRunState) }
    let before = object.state.withLock { $0.offline }
    guard let description = unsafe inFormat?.pointee else {
      if let before { player.setChoice(before.choice) }
      player.setSpreading(.whenMoved)
      return object.state.withLock { $0.offline = nil }
    }
    let format = StreamFormat(description)
    if let inLayout = unsafe inLayout {
      let layout = try? unsafe ChannelLayout(inLayout, channelCount: format.channelCount)
      guard layout != nil else { throw StatusError(kAudio_ParamError) }
    }
    let output = try AudioQueueOfflineOutput(
      object, format, choice: before?.choice ?? player.choice)
    player.setChoice(DeviceChoice([.pulled(output.device)]))
    // Offline output keeps its channels. A mono source goes to both sides, as on a device.
    player.setSpreading(format.channelCount > 1 ? .always : .never)
    object.state.withLock { $0.offline = output }
  }
}

/// Renders enqueued audio into a buffer.
///
/// The call decodes on the calling thread. If the callbacks belong to this thread's run loop, it
/// also makes pending buffer callbacks.
///
/// - Parameters:
///   - inAQ: A queue with an offline render format.
///   - inTimestamp: The sample time of the first frame. It must be valid, but its value is ignored,
///     because output is always contiguous.
///   - ioBuffer: A buffer of the queue that is not enqueued. On return, it holds as many frames as
///     fit. It holds fewer frames if the enqueued audio runs out or the queue is not running, and
///     finally 0.
///   - inNumberFrames: The number of frames to render, or 0 to only prepare.
/// - Returns: 0; `kAudioQueueErr_InvalidOfflineMode` if the queue has no offline format;
///   `kAudioQueueErr_InvalidBuffer`; `kAudioQueueErr_BufferInQueue`;
///   `kAudioQueueErr_DisposalPending`; `kAudio_ParamError` if the time has no sample time;
///   `kAudioConverterErr_FormatNotSupported` if the offline format has another rate and the
///   resampling library is not installed.
@c @implementation
public func AudioQueueOfflineRender(
  _ inAQ: AudioQueueRef, _ inTimestamp: UnsafePointer<AudioTimeStamp>,
  _ ioBuffer: AudioQueueBufferRef, _ inNumberFrames: UInt32
) -> OSStatus {
  guard UInt(bitPattern: inTimestamp) != 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    guard unsafe inTimestamp.pointee.mFlags.contains(.sampleTimeValid) else {
      throw StatusError(kAudio_ParamError)
    }
    let key = UInt(bitPattern: ioBuffer)
    let (output, record) = try object.state.withLock { (state) throws(StatusError) in
      guard let output = state.offline else {
        throw StatusError(kAudioQueueErr_InvalidOfflineMode)
      }
      guard let record = state.buffers[key] else {
        throw StatusError(kAudioQueueErr_InvalidBuffer)
      }
      guard !state.enqueued.contains(key) else {
        throw StatusError(kAudioQueueErr_BufferInQueue)
      }
      return (output, record)
    }
    // The queue may end during the call, in another thread or a callback.
    defer { withExtendedLifetime(record) {} }
    // Safe: the buffer belongs to the queue, and the client holds it for now.
    let capacity = unsafe Int(ioBuffer.pointee.mAudioDataBytesCapacity)
    let memory = unsafe UnsafeMutableRawBufferPointer(
      start: ioBuffer.pointee.mAudioData, count: capacity)
    let count = min(Int(inNumberFrames), capacity / max(1, output.format.bytesPerFrame))
    let rendered = try unsafe output.render(count, into: AudioConverterOutput([memory]))
    unsafe ioBuffer.pointee.mAudioDataByteSize = UInt32(rendered * output.format.bytesPerFrame)
  }
}
