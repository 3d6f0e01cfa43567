internal import MediaTimeline
internal import AudioCodecs
internal import AudioDevices
internal import AudioModel
internal import AudioProcessing
internal import Synchronization

extension Feeder {
  /// Starts, or goes on after a pause; says why not.
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
    // A library is opened, and a server answers, while the other is waited for. Players of one moment share a device.
    if nanoseconds == nil, output.unreadFrames == 0 { output.prepare() }
    // The first piece tells the format in which the device is opened; more of them outlast what else the machine has to do.
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
  /// - Parameter frames: How many are wanted, 0 for as many as a start should have.
  /// - Returns: How many frames wait, or why nothing can be decoded.
  func prime(frames: Int) -> Result<Int, CodecError> {
    if phase == .stopped { begin(isAtMoment: false) }
    if phase == .primed, output.unreadFrames == 0 {
      if let failure = decodeAhead(frames: frames > 0 ? frames : startFrames) {
        return .failure(failure)
      }
    }
    return .success(output.unreadFrames)
  }

  /// Frames that a start should have: half of what is decoded ahead later.
  private var startFrames: Int { max(1, engine.aheadFrames / 2) }

  /// Starts a new time, whose frame 0 is the next that is decoded.
  ///
  /// - Parameter isAtMoment: Whether the device may be one that players share, which takes much at a time.
  private func begin(isAtMoment: Bool) {
    if isAtMoment { engine.setBufferedSeconds(nil) }
    isStretching = engine.timePitch.isEnabled
    stretcher?.reset()
    nextTime = 0
    beginSource()
    prepareTap()
    output.begin(format: stagedFormat, engine.shared.withLock { $0.waiting })
    phase = .primed
  }

  /// Decodes until so many frames wait, or all that there is; says why nothing can be decoded.
  private func decodeAhead(frames: Int) -> CodecError? {
    codecFailure = nil
    while output.unreadFrames < frames, codecFailure == nil, step() {}
    // The next try may come with another configuration.
    if codecFailure != nil { source.release() }
    return codecFailure
  }
}
