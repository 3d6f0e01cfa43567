internal import AudioRealtime
internal import Synchronization

/// The feeding thread of a player, with the state that only this thread uses.
///
/// Takes commands, and writes pieces from the source to the ring. Sleeps while the ring is full or
/// the source is empty.
final class Feeder {
  /// Frames that are decoded ahead of the device, in seconds.
  static let aheadSeconds = 0.5
  /// Seconds of frames that a device may hold.
  ///
  /// Long buffers let all threads sleep longer.
  ///
  /// The device takes half of a buffer at a time: as many frames as are decoded ahead.
  static let deviceSeconds = 1.0
  /// Seconds of room in the ring for frames that a device holds.
  static let historySeconds = 1.25

  let engine: PlaybackEngine
  let output: FeederOutput
  /// The frames on their way from the source to the ring.
  let staging: FrameStaging
  /// The player's state, which the engine publishes.
  var phase = PlaybackPhase.stopped {
    didSet {
      staging.phase = phase
      engine.shared.withLock { $0.phase = phase }
    }
  }
  /// Whether to stop once everything has played.
  var isEnding = false {
    didSet { staging.isEnding = isEnding }
  }

  init(_ engine: PlaybackEngine) {
    self.engine = engine
    output = FeederOutput(engine)
    staging = FrameStaging(engine, output)
  }

  /// Runs until the command to quit.
  func run() {
    while true {
      while let command = engine.commands.take() {
        if case .quit = command {
          output.close()
          return engine.commands.close()
        }
        perform(command)
      }
      output.lookAfterDevice(isPaused: phase == .paused)
      if isFeeding, step() {
        // Playing silence instead would hide the failure.
        if staging.codecFailure != nil {
          staging.discard()
          finish(isAtEnd: true)
        }
        continue
      }
      if phase == .running, staging.isEmpty {
        output.finishFrames(isLast: isEnding && staging.hasEnded)
      }
      if isEnding, phase == .running, staging.hasEnded, output.isPlayedOut {
        finish(isAtEnd: true)
        continue
      }
      sleep()
    }
  }

  // MARK: Commands

  private func perform(_ command: PlaybackCommand) {
    switch command {
    case .start(let nanoseconds, let reply): reply.send(start(nanoseconds: nanoseconds))
    case .pause(let reply): reply.send(pause())
    case .stop(let reply): reply.send(stop())
    case .stopWhenPlayed(let reply): reply.send(stopWhenPlayed())
    case .reset(let reply): reply.send(reset())
    case .end(let time, let reply): reply.send(end(at: Double(time)))
    case .prime(let frames, let reply): reply.send(prime(frames: frames))
    case .fill(let frames, let reply):
      while phase == .running, output.ring.unreadFrames < frames, staging.codecFailure == nil,
        step()
      {}
      reply.send(())
    case .revise: output.revise()
    case .quit: break
    }
  }

  private func pause() {
    guard phase == .running else { return }
    output.pause()
    phase = .paused
  }

  private func stop() {
    staging.discard()
    finish()
  }

  /// Stops when everything has played; returns whether there is something to play.
  private func stopWhenPlayed() -> Bool {
    switch phase {
    case .running: isEnding = true
    // Playback has not started: the enqueued buffers wait for the start.
    case .stopped, .primed: break
    case .paused: stop()
    }
    return isEnding
  }

  private func reset() {
    staging.discard()
    output.reset(restarts: phase == .running)
    if phase == .stopped {
      staging.nextTime = output.ring.writeTime
    } else {
      staging.begin(at: output.ring.writeTime)
    }
  }

  /// Ends before a frame of the player's time; returns whether that is possible.
  private func end(at time: Double) -> Bool {
    guard phase == .running, staging.isPlain, isEnding, output.end(at: time) else { return false }
    staging.end()
    return true
  }

  /// Closes the device and stops.
  ///
  /// - Parameter isAtEnd: Whether everything has played, or nothing more can be decoded.
  private func finish(isAtEnd: Bool = false) {
    isEnding = false
    if isAtEnd { observer?.playbackEnds() }
    output.end()
    staging.release()
    phase = .stopped
    observer?.playbackRunning(false)
  }

  // MARK: Feeding

  var observer: (any PlaybackObserver)? { engine.observers.observer }

  private var isFeeding: Bool { phase == .running }

  /// Moves a piece from the staged samples to the ring, or from the source to the staged samples.
  ///
  /// - Returns: Whether there was progress.
  func step() -> Bool {
    staging.isEmpty ? staging.stage() : staging.write()
  }

  // MARK: Sleeping

  /// Waits for a command, a buffer, room in the ring, or the device.
  private func sleep() {
    let isWaitingForEnd =
      phase == .running
      && (isEnding || !output.accepts(staging.stagedFormat)
        || output.ring.holdsFrames && staging.isEmpty)
    let isWaitingForRoom = staging.isEmpty ? output.ring.waitsForRoom : !isWaitingForEnd
    if isWaitingForRoom, phase == .running, !output.ring.requestFrames() { return }
    var deadline = MonotonicClock.nanoseconds + 3_600_000_000_000
    if isWaitingForEnd { deadline = min(deadline, output.nextLookAtEnd) }
    if phase == .running, let look = output.nextLookAfterDevice {
      deadline = min(deadline, look)
    }
    engine.signal.wait(until: deadline)
  }
}
