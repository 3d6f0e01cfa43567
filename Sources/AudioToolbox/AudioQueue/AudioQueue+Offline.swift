internal import AudioDevices
internal import AudioModel
internal import AudioPlayback
public import CoreAudioTypes
internal import Synchronization

/// Makes a stopped queue render into memory, in a format, or play again.
///
/// The queue is started as ever, and gives what is enqueued to ``AudioQueueOfflineRender(_:_:_:_:)``.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inFormat: Linear PCM in one buffer, at any rate; nil for a device again.
///   - inLayout: Its channels, of the same number; they come in the order that a device gets. May be nil.
/// - Returns: 0; `kAudioConverterErr_FormatNotSupported`; `kAudioQueueErr_InvalidRunState` where the queue is not stopped;
///   `kAudioQueueErr_InvalidQueueType` for a queue that records; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
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
    // What is rendered keeps its channels, and one is heard on both sides, as on a device.
    player.setSpreading(format.channelCount > 1 ? .always : .never)
    object.state.withLock { $0.offline = output }
  }
}

/// Renders what is enqueued into a buffer.
///
/// Decodes on the way, and calls back for buffers where the callback belongs to the calling thread's run loop.
///
/// - Parameters:
///   - inAQ: A queue that has an offline format.
///   - inTimestamp: The sample time of the first frame; frames follow each other, whatever it is.
///   - ioBuffer: A buffer of the queue that is not enqueued. Takes as many frames as it has room for; fewer where no more are enqueued
///     or the queue is not running, and in the end none.
///   - inNumberFrames: How many frames, 0 to make ready only.
/// - Returns: 0; `kAudioQueueErr_InvalidOfflineMode` where the queue has no offline format; `kAudioQueueErr_InvalidBuffer`;
///   `kAudioQueueErr_BufferInQueue`; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError` for a time without a sample time;
///   `kAudioConverterErr_FormatNotSupported` where the offline format has another rate and this machine lacks the library.
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
    // The queue may end meanwhile, in another thread or a callback.
    defer { withExtendedLifetime(record) {} }
    // Safe: the buffer is the queue's, and the client's for now.
    let capacity = unsafe Int(ioBuffer.pointee.mAudioDataBytesCapacity)
    let memory = unsafe UnsafeMutableRawBufferPointer(
      start: ioBuffer.pointee.mAudioData, count: capacity)
    let count = min(Int(inNumberFrames), capacity / max(1, output.format.bytesPerFrame))
    let rendered = try unsafe output.render(count, into: AudioConverterOutput([memory]))
    unsafe ioBuffer.pointee.mAudioDataByteSize = UInt32(rendered * output.format.bytesPerFrame)
  }
}
