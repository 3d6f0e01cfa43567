internal import MediaTimeline
internal import AudioCodecs
internal import AudioDevices
internal import AudioModel
internal import AudioProcessing
internal import Synchronization

extension Feeder {
  /// Starts, or continues after a pause; returns the reason if it fails.
  func start(nanoseconds: Int?) -> PlaybackError? {
    switch phase {
    case .running: return nil
    case .paused:
      phase = .running
      if nanoseconds != nil || engine.comingStart != nil {
        output.resume(at: nanoseconds)
      } else {
        output.resume()
      }
      return nil
    case .stopped: begin(isAtMoment: nanoseconds != nil)
    case .primed: break
    }
    // Prepare the device while the codec's library loads. Players with a start time do not, because
    // they share a device.
    if nanoseconds == nil, output.ring.unreadFrames == 0 { output.prepare() }
    // The first decoded piece determines the format for the device. More pieces cover delays of a
    // busy machine.
    if let failure = decodeAhead(frames: startFrames) {
      output.leavePrepared()
      return .codec(failure)
    }
    do throws(DeviceError) {
      try output.open(at: nanoseconds)
    } catch {
      return .device(error)
    }
    phase = .running
    observer?.playbackRunning(true)
    return nil
  }

  /// Decodes ahead of the start, once.
  ///
  /// - Parameter frames: The wanted frames; 0 for the default of a start.
  /// - Returns: The number of waiting frames, or the reason why decoding fails.
  func prime(frames: Int) -> Result<Int, CodecError> {
    if phase == .stopped { begin(isAtMoment: false) }
    if phase == .primed, output.ring.unreadFrames == 0 {
      if let failure = decodeAhead(frames: frames > 0 ? frames : startFrames) {
        return .failure(failure)
      }
    }
    return .success(output.ring.unreadFrames)
  }

  /// The frames of a start: half of the frames that are decoded ahead later.
  private var startFrames: Int { max(1, engine.aheadFrames / 2) }

  /// Starts a new time.
  ///
  /// The next decoded frame is frame 0.
  ///
  /// - Parameter isAtMoment: Whether the start has a time. Such players share a device, which takes
  ///   large pieces.
  private func begin(isAtMoment: Bool) {
    if isAtMoment { engine.setBufferedSeconds(nil) }
    staging.beginTime()
    output.ring.begin(format: staging.stagedFormat, engine.shared.withLock { $0.waiting })
    phase = .primed
  }

  /// Decodes until this many frames wait, or to the end; returns the reason if decoding fails.
  private func decodeAhead(frames: Int) -> CodecError? {
    staging.forgetFailure()
    while output.ring.unreadFrames < frames, staging.codecFailure == nil, step() {}
    // The next start may have another configuration.
    if staging.codecFailure != nil { staging.releaseSource() }
    return staging.codecFailure
  }
}
