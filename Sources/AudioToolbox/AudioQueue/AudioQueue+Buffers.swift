internal import MediaTimeline
internal import AudioModel
internal import AudioPlayback
public import CoreAudioTypes
internal import Synchronization

/// Allocates a buffer.
///
/// The queue owns the buffer and frees it when the queue is disposed of.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inBufferByteSize: The capacity in bytes.
///   - outBuffer: On return, the buffer.
/// - Returns: 0; `kAudio_MemFullError`; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueAllocateBuffer(
  _ inAQ: AudioQueueRef, _ inBufferByteSize: UInt32,
  _ outBuffer: UnsafeMutablePointer<AudioQueueBufferRef?>
) -> OSStatus {
  unsafe AudioQueueAllocateBufferWithPacketDescriptions(inAQ, inBufferByteSize, 0, outBuffer)
}

/// Allocates a buffer with room for packet descriptions.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inBufferByteSize: The capacity in bytes.
///   - inNumberPacketDescriptions: The maximum number of packet descriptions.
///   - outBuffer: On return, the buffer.
/// - Returns: The status of `AudioQueueAllocateBuffer`.
@c @implementation
public func AudioQueueAllocateBufferWithPacketDescriptions(
  _ inAQ: AudioQueueRef, _ inBufferByteSize: UInt32, _ inNumberPacketDescriptions: UInt32,
  _ outBuffer: UnsafeMutablePointer<AudioQueueBufferRef?>
) -> OSStatus {
  guard unsafe !isNull(outBuffer) else { return kAudio_ParamError }
  unsafe outBuffer.pointee = nil
  return status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    guard inBufferByteSize > 0 else { throw StatusError(kAudio_ParamError) }
    guard
      let record = AudioQueueBufferRecord(
        byteCapacity: inBufferByteSize, descriptionCapacity: inNumberPacketDescriptions)
    else { throw StatusError(kAudio_MemFullError) }
    try object.state.withLock { (state) throws(StatusError) in
      // Another thread may have disposed of the queue and its buffers by now.
      guard state.disposal != .done else { throw StatusError(kAudioQueueErr_DisposalPending) }
      state.buffers[record.key] = record
    }
    unsafe outBuffer.pointee = record.reference
  }
}

/// Frees a buffer that is not enqueued.
///
/// The queue may be running.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inBuffer: The buffer.
/// - Returns: 0; `kAudioQueueErr_InvalidBuffer` if the buffer does not belong to the queue;
///   `kAudioQueueErr_BufferInQueue` if the queue has not returned the buffer;
///   `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueFreeBuffer(
  _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    let key = UInt(bitPattern: inBuffer)
    try object.state.withLock { (state) throws(StatusError) in
      guard state.buffers[key] != nil else { throw StatusError(kAudioQueueErr_InvalidBuffer) }
      guard !state.enqueued.contains(key) else {
        throw StatusError(kAudioQueueErr_BufferInQueue)
      }
      state.buffers[key] = nil
    }
  }
}

/// Enqueues a buffer to play, or an empty buffer to fill.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inBuffer: The buffer. For playback, `mAudioDataByteSize` must be set.
///   - inNumPacketDescs: The number of descriptions. Pass 0 if the packet size is constant or the
///     buffer holds the descriptions.
///   - inPacketDescs: The packet descriptions, copied during the call.
/// - Returns: The status of `AudioQueueEnqueueBufferWithParameters`.
@c @implementation
public func AudioQueueEnqueueBuffer(
  _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef, _ inNumPacketDescs: UInt32,
  _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?
) -> OSStatus {
  unsafe AudioQueueEnqueueBufferWithParameters(
    inAQ, inBuffer, inNumPacketDescs, inPacketDescs, 0, 0, 0, nil, nil, nil)
}

/// Enqueues a buffer, with frames to trim and a start time.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inBuffer: The buffer, with `mAudioDataByteSize` set.
///   - inNumPacketDescs: The number of descriptions. Pass 0 if the packet size is constant or the
///     buffer holds the descriptions.
///   - inPacketDescs: The packet descriptions, copied during the call.
///   - inTrimFramesAtStart: The number of decoded frames to drop at the start of the buffer.
///   - inTrimFramesAtEnd: The number of decoded frames to drop at the end of the buffer.
///   - inNumParamValues: The number of parameters that change with the first frame.
///   - inParamValues: The parameters. `AudioQueueGetParameter` returns their values after the
///     buffer is decoded.
///   - inStartTime: The sample time of the first frame that is not dropped, relative to the start
///     of the queue. Silence fills any gap before it. A time in the past means now.
///   - outActualStartTime: On return, the sample time at which the buffer starts, unless the queue
///     stops or is reset before.
/// - Returns: 0; `kAudioQueueErr_InvalidBuffer` if the buffer does not belong to the queue;
///   `kAudioQueueErr_BufferEmpty`; `kAudioQueueErr_BufferEnqueuedTwice`;
///   `kAudioQueueErr_EnqueueDuringReset` while the queue is stopping or being reset;
///   `kAudioQueueErr_InvalidParameter` if a parameter is unknown; `kAudioQueueErr_InvalidQueueType`
///   if the queue records and an argument other than the buffer is set;
///   `kAudioQueueErr_DisposalPending`; `kAudio_ParamError` if descriptions are missing or invalid,
///   the start time lacks a sample time, or a parameter is invalid.
@c @implementation
public func AudioQueueEnqueueBufferWithParameters(
  _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef, _ inNumPacketDescs: UInt32,
  _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?, _ inTrimFramesAtStart: UInt32,
  _ inTrimFramesAtEnd: UInt32, _ inNumParamValues: UInt32,
  _ inParamValues: UnsafePointer<AudioQueueParameterEvent>?,
  _ inStartTime: UnsafePointer<AudioTimeStamp>?,
  _ outActualStartTime: UnsafeMutablePointer<AudioTimeStamp>?
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    if case .input(let recorder) = object.direction {
      // A buffer to record into has no start time and no frames to trim.
      guard inTrimFramesAtStart == 0, inTrimFramesAtEnd == 0, inNumParamValues == 0,
        unsafe inStartTime == nil, unsafe outActualStartTime == nil
      else { throw StatusError(kAudioQueueErr_InvalidQueueType) }
      return try unsafe object.enqueueEmpty(inBuffer, recorder)
    }
    let player = try object.player()
    let changes = try unsafe changes(inNumParamValues, inParamValues)
    // Safe: the client provides the structure during the call.
    let startFrame = try unsafe frame(of: inStartTime?.pointee)
    let part = AudioQueueBufferPart(
      trimStart: Int(inTrimFramesAtStart), trimEnd: Int(inTrimFramesAtEnd),
      startFrame: startFrame, changes: changes)
    let start = try object.state.withLock { (state) throws(StatusError) -> Int in
      let record = try state.enqueueable(UInt(bitPattern: inBuffer))
      var item = try unsafe part.item(record, inBuffer, object.format)
      if !object.format.hasConstantPackets {
        item.packets = try unsafe packets(inBuffer, inNumPacketDescs, inPacketDescs)
      }
      let start = state.noteEnqueued(item, UInt(bitPattern: inBuffer), object.format)
      // Under the lock, so that buffers play in the order of the calls.
      player.enqueue(item)
      return start
    }
    unsafe outActualStartTime?.pointee = time(of: start)
  }
}

/// The time of a frame.
private func time(of frame: Int) -> AudioTimeStamp {
  var time = AudioTimeStamp()
  time.mSampleTime = Float64(frame)
  time.mFlags = .sampleTimeValid
  return time
}

/// The frame at a time, or `nil` without a time.
private func frame(of time: AudioTimeStamp?) throws(StatusError) -> Int? {
  guard let time else { return nil }
  guard time.mFlags.contains(.sampleTimeValid), abs(time.mSampleTime) < 1e15 else {
    throw StatusError(kAudio_ParamError)
  }
  return Int(time.mSampleTime.rounded())
}

/// Copies the parameters that change with a buffer.
private func changes(
  _ count: UInt32, _ events: UnsafePointer<AudioQueueParameterEvent>?
) throws(StatusError) -> [PlaybackChange] {
  guard count > 0 else { return [] }
  guard let events = unsafe events else { throw StatusError(kAudio_ParamError) }
  var changes: [PlaybackChange] = []
  for index in 0..<Int(count) {
    // Safe: the client provides as many events as it states.
    let event = unsafe events[index]
    changes.append(try AudioQueueParameters.change(event.mID, event.mValue))
  }
  return changes
}

/// Copies the packet descriptions from the call, or otherwise from the buffer.
private func packets(
  _ buffer: AudioQueueBufferRef, _ count: UInt32,
  _ descriptions: UnsafePointer<AudioStreamPacketDescription>?
) throws(StatusError) -> [PlaybackPacket] {
  // Safe: the client provides as many descriptions as it states, and the buffer has room for its
  // stated capacity.
  var list = unsafe UnsafeBufferPointer(
    start: descriptions, count: descriptions == nil ? 0 : Int(count))
  if list.isEmpty {
    let inBuffer = unsafe min(
      buffer.pointee.mPacketDescriptionCount, buffer.pointee.mPacketDescriptionCapacity)
    unsafe list = UnsafeBufferPointer(
      start: buffer.pointee.mPacketDescriptions.map { unsafe UnsafePointer($0) },
      count: buffer.pointee.mPacketDescriptions == nil ? 0 : Int(inBuffer))
  }
  let byteCount = unsafe Int64(buffer.pointee.mAudioDataByteSize)
  var packets: [PlaybackPacket] = []
  packets.reserveCapacity(list.count)
  for index in list.indices {
    let description = unsafe list[index]
    let start = description.mStartOffset
    let size = Int64(description.mDataByteSize)
    guard start >= 0, start <= byteCount, size <= byteCount - start else {
      throw StatusError(kAudio_ParamError)
    }
    packets.append(
      PlaybackPacket(
        bytes: Int(start)..<Int(start + size),
        frameCount: Int(description.mVariableFramesInPacket)))
  }
  guard !packets.isEmpty else { throw StatusError(kAudio_ParamError) }
  return packets
}
