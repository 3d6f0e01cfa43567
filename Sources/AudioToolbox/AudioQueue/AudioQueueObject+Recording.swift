internal import AudioDevices
internal import AudioModel
internal import AudioPlayback
internal import CoreAudioTypes
internal import Synchronization

extension AudioQueueObject: RecordingObserver {
  func recordingReturned(
    _ buffer: any RecordingBuffer, _ part: RecordedPart, isDiscarded: Bool
  ) {
    guard let record = buffer as? AudioQueueBufferRecord else { return }
    record.note(part, framesVary: format.framesPerPacket == 0)
    if isDiscarded { state.withLock { _ = $0.enqueued.remove(record.key) } }
    callbacks.post(.buffer(record, part, isReset: isDiscarded))
  }

  func recordingRunning(_ isRunning: Bool) { playbackRunning(isRunning) }

  func recordingDeviceChanged() { noteDevice() }

  func recordingFailed(_ failure: RecordingFailure) {
    let status =
      switch failure {
      case .codec(let error): Self.status(of: error)
      case .underrun: kAudioQueueErr_RecordUnderrun
      case .packetTooLarge: kAudioConverterErr_InvalidOutputSize
      }
    note(converterError: status)
  }

  /// Enqueues an empty buffer with the recorder.
  ///
  /// - Throws: ``StatusError`` if the buffer is unavailable or too small for a packet.
  func enqueueEmpty(
    _ buffer: AudioQueueBufferRef, _ recorder: RecordingEngine
  ) throws(StatusError) {
    let key = UInt(bitPattern: buffer)
    try state.withLock { (state) throws(StatusError) in
      let record = try state.enqueueable(key)
      guard record.byteCapacity >= max(1, format.bytesPerPacket) else {
        throw StatusError(kAudio_ParamError)
      }
      state.enqueued.insert(key)
      // Under the lock, so that buffers are filled in the order of the calls.
      recorder.enqueue(record)
    }
  }
}
