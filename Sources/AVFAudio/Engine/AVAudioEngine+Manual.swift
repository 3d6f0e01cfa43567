internal import AudioGraph
internal import AudioPlayback
internal import AudioRealtime
internal import AudioToolbox
internal import Foundation
internal import Synchronization

extension AVAudioEngine {
  /// Whether a client renders instead of a device.
  public var isInManualRenderingMode: Bool { state.withLock { $0.manual != nil } }

  /// The mode of manual rendering; `offline` outside of manual rendering.
  public var manualRenderingMode: AVAudioEngineManualRenderingMode {
    state.withLock { $0.manual?.mode ?? .offline }
  }

  /// The format of the frames in manual rendering.
  public var manualRenderingFormat: AVAudioFormat {
    state.withLock { $0.manual?.format ?? EngineFormats.standard($0.hardware) }
  }

  /// The maximum number of frames of a call in manual rendering; 0 outside of manual rendering.
  public var manualRenderingMaximumFrameCount: AVAudioFrameCount {
    state.withLock { AVAudioFrameCount(clamping: $0.manual?.mostFrames ?? 0) }
  }

  /// The next frame of manual rendering; a pause does not change it.
  public var manualRenderingSampleTime: AVAudioFramePosition {
    isInManualRenderingMode ? AVAudioFramePosition(keeper.graph.frame) : 0
  }

  /// Enables manual rendering.
  ///
  /// - Parameters:
  ///   - mode: The way of rendering.
  ///   - pcmFormat: The format of the frames: Float32.
  ///   - maximumFrameCount: The maximum number of frames of a call.
  /// - Throws: ``AVAudioEngineManualRenderingError/initialized`` while the engine runs;
  ///   `kAudioUnitErr_FormatNotSupported` for another sample type.
  public func enableManualRenderingMode(
    _ mode: AVAudioEngineManualRenderingMode, format pcmFormat: AVAudioFormat,
    maximumFrameCount: AVAudioFrameCount
  ) throws {
    guard pcmFormat.commonFormat == .pcmFormatFloat32, pcmFormat.graphFormat.isValid else {
      throw NSError.audio(
        EngineStatus.formatNotSupported,
        "AVAudioEngine.enableManualRenderingMode: the format is not valid Float32")
    }
    guard maximumFrameCount > 0 else {
      throw NSError.audio(
        kAudio_ParamError, "AVAudioEngine.enableManualRenderingMode: maximumFrameCount is 0")
    }
    let isRunning = state.withLock { state -> Bool in
      guard !state.isRunning else { return true }
      state.isPaused = false
      state.manual = ManualRendering(
        mode: mode, format: pcmFormat, mostFrames: Int(maximumFrameCount))
      return false
    }
    guard !isRunning else { throw NSError.manual(.initialized, "enableManualRenderingMode") }
    keeper.playback.stop()
    recorder.close()
    let old = state.withLock { $0.input?.input.setSource(nil) }
    withExtendedLifetime(old) {}
    keeper.graph.rewind()
  }

  /// Plays on a device from the next start on; stops the engine.
  public func disableManualRenderingMode() {
    guard isInManualRenderingMode else { return }
    stop()
    let old = state.withLock { state in
      state.manual = nil
      return state.input?.input.setSource(nil)
    }
    withExtendedLifetime(old) {}
    keeper.graph.rewind()
  }

  /// Renders frames in manual rendering, as fast as possible.
  ///
  /// Waits for the files of players, and calls the taps before it returns.
  ///
  /// - Parameters:
  ///   - numberOfFrames: At most ``manualRenderingMaximumFrameCount``.
  ///   - buffer: Receives the frames, in ``manualRenderingFormat``.
  /// - Returns: ``AVAudioEngineManualRenderingStatus/success``, or
  ///   ``AVAudioEngineManualRenderingStatus/insufficientDataFromInputNode`` if silence replaces
  ///   frames of the input node.
  /// - Throws: ``AVAudioEngineManualRenderingError``, or `kAudio_ParamError` for too many frames or
  ///   a buffer of another format.
  @discardableResult
  public func renderOffline(
    _ numberOfFrames: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
  ) throws -> AVAudioEngineManualRenderingStatus {
    let manual = state.withLock { $0.manual }
    guard let manual, manual.mode == .offline else {
      throw NSError.manual(.invalidMode, "renderOffline")
    }
    guard isRunning else { throw NSError.manual(.notRunning, "renderOffline") }
    guard Int(numberOfFrames) <= manual.mostFrames, numberOfFrames <= buffer.frameCapacity,
      buffer.format.isEqual(manual.format)
    else {
      throw NSError.audio(
        kAudio_ParamError,
        "AVAudioEngine.renderOffline: too many frames, or the buffer has another format")
    }
    buffer.frameLength = numberOfFrames
    var done = 0
    while done < Int(numberOfFrames) {
      let count = waitForFiles(Int(numberOfFrames) - done, at: manual.format.sampleRate)
      unsafe renderByHand(count, at: done, into: buffer.mutableAudioBufferList)
      done += count
      for node in allNodes {
        for tap in node.taps.values { tap.deliver() }
      }
    }
    let isLacking = state.withLock { $0.input }?.input.takeLack() ?? false
    return isLacking ? .insufficientDataFromInputNode : .success
  }

  /// Waits until players have decoded the next frames.
  ///
  /// - Parameters:
  ///   - count: The frames to render.
  ///   - rate: Their rate, in hertz.
  /// - Returns: The frames that can be rendered, at most `count`.
  private func waitForFiles(_ count: Int, at rate: Double) -> Int {
    var count = count
    let players = keeper.players
    let inputRates = state.withLock { $0.inputRates }
    for player in players {
      let inputRate = inputRates[player.core]
      let part = FileDecoding.aheadFrames / (inputRate == nil ? 2 : 4)
      let most = Double(part) * rate / player.sampleRate / (inputRate ?? 1)
      count = min(count, max(1, Int(most)))
    }
    for player in players {
      let inputRate = inputRates[player.core]
      let wanted = Double(count) / rate * player.sampleRate * (inputRate ?? 1)
      // A time effect takes frames ahead.
      let ahead = inputRate == nil ? 1 : FileDecoding.aheadFrames * 3 / 4
      player.voice.waitForFrames(Int(wanted.rounded(.up)) + ahead)
    }
    return count
  }

  /// The closure that renders in manual rendering, for a render thread.
  ///
  /// Fetch it before rendering begins. It neither allocates memory nor locks.
  public var manualRenderingBlock: AVAudioEngineManualRenderingBlock {
    let most = Int(manualRenderingMaximumFrameCount)
    let input = state.withLock { $0.input }
    return { [self] count, list, error in
      guard rendersByHand.load(ordering: .sequentiallyConsistent) else {
        unsafe error?.pointee = AVAudioEngineManualRenderingError.notRunning.rawValue
        return .error
      }
      guard Int(count) <= most else {
        unsafe error?.pointee = kAudio_ParamError
        return .error
      }
      unsafe renderByHand(Int(count), at: 0, into: list)
      unsafe error?.pointee = noErr
      return input?.input.takeLack() == true ? .insufficientDataFromInputNode : .success
    }
  }

  /// Renders frames into Float32 buffers, interleaved or not, from frame `start` on.
  private func renderByHand(
    _ count: Int, at start: Int, into list: UnsafeMutablePointer<AudioBufferList>
  ) {
    let buffers = unsafe UnsafeMutableAudioBufferListPointer(list)
    keeper.graph.render(count, nanoseconds: nil) { planes, part, length in
      let offset = start + part
      var index = 0
      var first = 0
      while unsafe index < buffers.count {
        let channelCount = unsafe max(1, Int(buffers[index].mNumberChannels))
        let room = unsafe Int(buffers[index].mDataByteSize) / (channelCount * 4) - offset
        if let data = unsafe buffers[index].mData?.assumingMemoryBound(to: Float.self) {
          // Safe: the buffer has room for the frames, in the channels that it states.
          unsafe planes?.copy(
            first, channelCount, count: max(0, min(length, room)),
            into: data + offset * channelCount)
        }
        first += channelCount
        index += 1
      }
    }
  }
}

extension NSError {
  fileprivate static func manual(
    _ error: AVAudioEngineManualRenderingError, _ call: String
  ) -> NSError {
    audio(error.rawValue, call)
  }
}
