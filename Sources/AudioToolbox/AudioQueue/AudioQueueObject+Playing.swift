internal import AudioCodecs
internal import AudioModel
internal import AudioPlayback
internal import CoreAudioTypes
internal import Synchronization

extension AudioQueueObject {
  /// Passes the total duration of all buffers to the player, if packets have a constant size.
  ///
  /// A client that generates audio in its callback controls latency through the size of its
  /// buffers.
  func tellBuffers() {
    guard case .output(let player) = direction else { return }
    let bytes = state.withLock { $0.buffers.values.reduce(0) { $0 + $1.byteCapacity } }
    guard bytes > 0, format.bytesPerPacket > 0, format.framesPerPacket > 0 else {
      return player.setBufferedSeconds(nil)
    }
    let frames = Double(bytes / format.bytesPerPacket) * Double(format.framesPerPacket)
    player.setBufferedSeconds(frames / format.sampleRate)
  }
}

extension AudioQueueObject: PlaybackObserver {
  func playbackReturned(_ buffer: any PlaybackBuffer, isDiscarded: Bool) {
    guard let record = buffer as? AudioQueueBufferRecord else { return }
    if isDiscarded { state.withLock { _ = $0.enqueued.remove(record.key) } }
    callbacks.post(.buffer(record, nil, isReset: isDiscarded))
  }

  func playbackRunning(_ isRunning: Bool) {
    let (hasChanged, isDisposing) = state.withLock { state -> (Bool, Bool) in
      defer { state.isRunning = isRunning }
      if !isRunning {
        state.isStopping = false
        state.isPaused = false
        state.enqueuedFrames = 0
      }
      return (state.isRunning != isRunning, state.disposal == .pending && !isRunning)
    }
    if hasChanged { notify(kAudioQueueProperty_IsRunning) }
    // Posted as an event, so that it follows all pending events.
    if isDisposing { callbacks.post(.end) }
  }

  func playbackDeviceChanged() { noteDevice() }

  /// The status for a codec error.
  static func status(of error: CodecError) -> OSStatus {
    switch error {
    case .unsupportedFormat, .libraryMissing, .channelsWithoutPlace: kAudioQueueErr_CodecNotFound
    case .badConfiguration, .alreadyBegun: kAudioQueueErr_InvalidCodecAccess
    case .badPacket: kAudioConverterErr_FormatNotSupported
    }
  }

  func playbackFailed(_ error: CodecError) {
    note(converterError: Self.status(of: error))
  }

  /// Stores an error and notifies listeners.
  func note(converterError status: OSStatus) {
    state.withLock { $0.converterError = UInt32(bitPattern: status) }
    notify(kAudioQueueProperty_ConverterError)
  }
}
