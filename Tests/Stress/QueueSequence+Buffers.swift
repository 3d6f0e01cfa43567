import AudioToolbox

extension QueueSequence {
  private static let mostBuffers = 24

  /// A few milliseconds of frames, so that playing to the end is quick.
  func someFrames(_ dice: inout Dice) -> Int {
    1 + dice.roll(max(64, Int(plan.format.mSampleRate / 200)))
  }

  /// Allocates a buffer, and fills it if the queue plays.
  ///
  /// - Returns: `nil` if the sequence has enough buffers, unless this is the last one, or if the
  ///   queue is ending.
  func makeBuffer(
    _ queue: AudioQueueRef, frames: Int, isLast: Bool = false
  ) -> AudioQueueBufferRef? {
    var largest: UInt32 = 0
    var size: UInt32 = 4
    AudioQueueGetProperty(queue, kAudioQueueProperty_MaximumOutputPacketSize, &largest, &size)
    let format = plan.format
    let packets = max(1, frames / Int(max(1, format.mFramesPerPacket)))
    let packetBytes = format.mBytesPerPacket > 0 ? Int(format.mBytesPerPacket) : Int(largest)
    let isVarying = format.mBytesPerPacket == 0
    let byteCount = isVarying && !plan.isInput ? 417 : packets * max(1, packetBytes)
    return with { state in
      guard !state.isEnding, isLast || state.buffers.count < Self.mostBuffers else { return nil }
      var made: AudioQueueBufferRef?
      guard
        AudioQueueAllocateBufferWithPacketDescriptions(
          queue, UInt32(byteCount), isVarying ? UInt32(packets) : 0, &made) == noErr,
        let buffer = made
      else { return nil }
      if !plan.isInput {
        // Random levels; for a codec, most packets are invalid.
        for index in 0..<byteCount {
          buffer.pointee.mAudioData.storeBytes(
            of: UInt8(truncatingIfNeeded: index &* 31), toByteOffset: index, as: UInt8.self)
        }
        buffer.pointee.mAudioDataByteSize = UInt32(byteCount)
        if isVarying, let packets = buffer.pointee.mPacketDescriptions {
          packets[0] = AudioStreamPacketDescription(
            mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32(byteCount))
          buffer.pointee.mPacketDescriptionCount = 1
        }
      }
      state.buffers.append(buffer)
      // The address may have belonged to an earlier buffer.
      state.claims[buffer] = nil
      return buffer
    }
  }

  /// Enqueues a buffer unchanged.
  @discardableResult
  func enqueue(_ queue: AudioQueueRef, _ buffer: AudioQueueBufferRef) -> OSStatus {
    claim(buffer) { AudioQueueEnqueueBuffer(queue, buffer, 0, nil) }
  }

  /// Counts a buffer as claimed while a call passes it to the queue.
  private func claim(_ buffer: AudioQueueBufferRef, _ enqueue: () -> OSStatus) -> OSStatus {
    with { $0.claims[buffer, default: 0] += 1 }
    let status = enqueue()
    if status != noErr { with { $0.claims[buffer, default: 1] -= 1 } }
    return status
  }

  /// A buffer that was allocated earlier and may be freed.
  func anyBuffer(_ dice: inout Dice) -> AudioQueueBufferRef? {
    let number = dice.roll(Self.mostBuffers)
    return with { $0.buffers.isEmpty ? nil : $0.buffers[number % $0.buffers.count] }
  }

  func freeBuffer(_ queue: AudioQueueRef, _ dice: inout Dice) {
    guard let buffer = anyBuffer(&dice) else { return }
    with { state in
      // The sequence accesses the memory only with the lock held.
      if AudioQueueFreeBuffer(queue, buffer) == noErr {
        state.buffers.removeAll { $0 == buffer }
      }
    }
  }

  /// Enqueues a buffer with all parameters.
  func enqueueWithParameters(_ queue: AudioQueueRef, _ dice: inout Dice) {
    guard let buffer = anyBuffer(&dice) else { return }
    var start = AudioTimeStamp()
    start.mSampleTime = Float64(dice.roll(1024))
    // Without the flag there is no time, and the call fails.
    start.mFlags = dice.isOne(in: 8) ? [] : .sampleTimeValid
    let events = (0..<dice.roll(3)).map { _ in
      AudioQueueParameterEvent(
        mID: dice.pick([1, 2, 3, 4, 13, 99]), mValue: Float(dice.roll(200)) / 100)
    }
    var actual = AudioTimeStamp()
    let (trimStart, trimEnd) = (UInt32(dice.roll(64)), UInt32(dice.roll(64)))
    let hasStart = dice.isOne(in: 2)
    _ = claim(buffer) {
      withUnsafePointer(to: start) { start in
        AudioQueueEnqueueBufferWithParameters(
          queue, buffer, 0, nil, trimStart, trimEnd, UInt32(events.count), events,
          hasStart ? start : nil, &actual)
      }
    }
  }
}
