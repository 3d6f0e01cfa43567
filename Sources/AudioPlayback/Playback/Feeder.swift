internal import MediaTimeline
internal import AudioCodecs
internal import AudioDevices
internal import AudioModel
internal import AudioProcessing
internal import AudioRealtime
internal import MediaTimeline
internal import Synchronization

/// The feeding thread of a player, with the state that only this thread uses.
///
/// Takes commands, reads a piece from the source, writes it to the ring, and sleeps while the ring
/// is full or the source is empty.
final class Feeder {
  /// Frames that are decoded ahead of the device, in seconds.
  static let aheadSeconds = 0.5
  /// Seconds of frames that a device may hold.
  ///
  /// Long buffers let all threads sleep longer.
  ///
  /// The device takes half of them at a time, which is what is decoded ahead.
  static let deviceSeconds = 1.0
  /// Seconds of room in the ring for frames that a device holds.
  static let historySeconds = 1.25

  let engine: PlaybackEngine
  let output: FeederOutput
  let source: any PlaybackSource
  /// The player's state, which the engine publishes.
  var phase = PlaybackPhase.stopped {
    didSet { engine.shared.withLock { $0.phase = phase } }
  }
  /// Whether to stop once everything has been heard.
  var isEnding = false {
    didSet { source.setEnding(isEnding) }
  }
  /// Whether the source had no more frames at the last read.
  var sourceHasEnded = false
  /// The frames of the last read.
  var block: FrameBlock
  /// The reason why decoding failed; a new start tries again.
  var codecFailure: CodecError?
  /// Samples on their way to the ring, and how many the ring has taken.
  var staged: [Float] = []
  var stagedOffset = 0
  var stagedFormat: DeviceFormat
  /// The player's time of the first staged frame, and the player's frames for each staged frame.
  var stagedTime = 0.0
  var stagedRatio = 1.0
  /// The player's time of the next decoded frame.
  var nextTime = 0.0
  /// Whether frames pass through time-pitch since the start.
  var isStretching = false
  var stretcher: TimePitch?
  /// The tap since the start.
  var tapStage: TapStage?
  /// Converts decoded frames to the tap's format.
  var matcher: FrameMatcher?

  init(_ engine: PlaybackEngine) {
    self.engine = engine
    output = FeederOutput(engine)
    source = engine.source
    let format = engine.format
    block = FrameBlock(sampleRate: format.sampleRate, channelCount: format.channelCount)
    stagedFormat = DeviceFormat(
      sampleRate: format.sampleRate, channelCount: format.channelCount)
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
        // Playing silence instead would be a lie.
        if codecFailure != nil {
          discard()
          finish(isAtEnd: true)
        }
        continue
      }
      if phase == .running, hasNothingStaged {
        output.finishFrames(isLast: isEnding && hasNothingLeft)
      }
      if isEnding, phase == .running, hasNothingLeft, output.isPlayedOut {
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
    case .pause(let reply):
      if phase == .running {
        output.pause()
        phase = .paused
      }
      reply.send(())
    case .stop(let reply):
      discard()
      finish()
      reply.send(())
    case .stopWhenPlayed(let reply):
      switch phase {
      case .running: isEnding = true
      // Playback has not started: the enqueued buffers wait for the start.
      case .stopped, .primed: break
      case .paused:
        discard()
        finish()
      }
      reply.send(isEnding)
    case .reset(let reply):
      discard()
      output.reset(restarts: phase == .running)
      nextTime = output.writeTime
      if phase != .stopped { beginSource() }
      reply.send(())
    case .end(let time, let reply):
      let isPlain = phase == .running && !isStretching && tapStage == nil
      let isEnded = isPlain && isEnding && output.end(at: Double(time))
      if isEnded {
        source.discard()
        sourceHasEnded = true
        staged = []
        stagedOffset = 0
      }
      reply.send(isEnded)
    case .prime(let frames, let reply): reply.send(prime(frames: frames))
    case .fill(let frames, let reply):
      while phase == .running, output.unreadFrames < frames, codecFailure == nil, step() {}
      reply.send(())
    case .revise: output.revise()
    case .quit: break
    }
  }

  /// Throws out everything that is not in the ring.
  private func discard() {
    source.discard()
    staged = []
    stagedOffset = 0
    stretcher?.reset()
    matcher = nil
    tapStage?.reset()
  }

  /// Starts the source at the player's time.
  func beginSource() {
    sourceHasEnded = false
    source.begin(at: nextTime)
  }

  /// Closes the device and stops.
  ///
  /// - Parameter isAtEnd: Whether everything has been heard, or nothing more can be decoded.
  private func finish(isAtEnd: Bool = false) {
    isEnding = false
    if isAtEnd { observer?.playbackEnds() }
    output.end()
    source.release()
    tapStage = nil
    phase = .stopped
    observer?.playbackRunning(false)
  }

  // MARK: Feeding

  var observer: (any PlaybackObserver)? { engine.observers.observer }

  private var isFeeding: Bool { phase == .running }

  private var hasNothingStaged: Bool { stagedOffset >= staged.count }

  private var hasNothingLeft: Bool {
    sourceHasEnded && hasNothingStaged && tapStage?.hasEnded ?? true
  }

  // MARK: Sleeping

  /// Waits for a command, a buffer, room in the ring, or the device.
  private func sleep() {
    let isWaitingForEnd =
      phase == .running
      && (isEnding || !output.accepts(stagedFormat) || output.holdsFrames && hasNothingStaged)
    let isWaitingForRoom = hasNothingStaged ? output.waitsForRoom : !isWaitingForEnd
    if isWaitingForRoom, phase == .running, !output.requestFrames() { return }
    var deadline = MonotonicClock.nanoseconds + 3_600_000_000_000
    if isWaitingForEnd { deadline = min(deadline, output.nextLookAtEnd) }
    if phase == .running, let look = output.nextLookAfterDevice {
      deadline = min(deadline, look)
    }
    engine.signal.wait(until: deadline)
  }
}
