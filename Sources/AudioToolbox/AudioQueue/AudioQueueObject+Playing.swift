internal import AudioCodecs
internal import AudioPipeline
internal import CoreAudioTypes
internal import Synchronization

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
    // At the client's place, behind all that it is still to be told.
    if isDisposing { callbacks.post(.end) }
  }

  func playbackDeviceChanged() { noteDevice() }

  /// What a client hears of an error of a codec.
  static func status(of error: CodecError) -> OSStatus {
    switch error {
    case .unsupportedFormat, .libraryMissing: kAudioQueueErr_CodecNotFound
    case .badConfiguration: kAudioQueueErr_InvalidCodecAccess
    case .badPacket: kAudioConverterErr_FormatNotSupported
    }
  }

  func playbackFailed(_ error: CodecError) {
    note(converterError: Self.status(of: error))
  }

  /// Keeps what went wrong, and tells those who listen.
  func note(converterError status: OSStatus) {
    state.withLock { $0.converterError = UInt32(bitPattern: status) }
    notify(kAudioQueueProperty_ConverterError)
  }
}
