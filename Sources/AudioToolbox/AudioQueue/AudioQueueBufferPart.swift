internal import AudioModel
internal import AudioPlayback
internal import CoreAudioTypes
internal import MediaTimeline

/// The part of a buffer to play, and the time and the parameters of its start.
struct AudioQueueBufferPart {
  /// Decoded frames to drop at either end.
  var trimStart: Int
  var trimEnd: Int
  /// The sample time of the first frame that is not dropped, or `nil` for no delay.
  var startFrame: Int?
  /// Parameters that change with the first frame.
  var changes: [PlaybackChange]

  /// The buffer as the player takes it, without packet descriptions.
  ///
  /// - Throws: ``StatusError`` if the client's structure states no bytes, or too many.
  func item(
    _ record: AudioQueueBufferRecord, _ buffer: AudioQueueBufferRef, _ format: StreamFormat
  ) throws(StatusError) -> PlaybackItem {
    // Safe: the record shows that the buffer exists.
    let (used, capacity) = unsafe (
      buffer.pointee.mAudioDataByteSize, buffer.pointee.mAudioDataBytesCapacity
    )
    guard used > 0 else { throw StatusError(kAudioQueueErr_BufferEmpty) }
    guard used <= capacity else { throw StatusError(kAudio_ParamError) }
    var byteCount = Int(used)
    if format.hasConstantPackets {
      byteCount -= byteCount % format.bytesPerPacket
      guard byteCount > 0 else { throw StatusError(kAudio_ParamError) }
    }
    var item = PlaybackItem(buffer: record, byteCount: byteCount, changes: changes)
    (item.trimStart, item.trimEnd) = (trimStart, trimEnd)
    item.startFrame = startFrame
    return item
  }
}

extension AudioQueueObject.State {
  /// Records a buffer that is about to be enqueued.
  ///
  /// - Returns: The sample time at which the buffer starts.
  mutating func noteEnqueued(_ item: PlaybackItem, _ key: UInt, _ format: StreamFormat) -> Int {
    let frames = item.decodedFrames(format) - item.trimStart - item.trimEnd
    let start = max(enqueuedFrames, item.startFrame ?? 0)
    enqueuedFrames = start + max(0, frames)
    enqueued.insert(key)
    stopsOncePlayed = false
    return start
  }
}
