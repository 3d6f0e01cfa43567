internal import MediaTimeline
internal import AudioCodecs
internal import AudioDevices
internal import AudioModel
internal import AudioProcessing
internal import AudioRealtime
internal import Synchronization

/// The feeding thread of a player, and all that only it knows.
///
/// Takes commands between pieces, decodes a piece, writes it to the ring, and sleeps while the ring is
/// full or nothing is enqueued.
final class Feeder {
  /// What the player is doing.
  enum Phase: Equatable {
    case stopped
    /// Decoded ahead, no device yet.
    case primed
    case running
    case paused
  }

  /// Frames that are decoded ahead of the device, in seconds.
  static let aheadSeconds = 0.5
  /// Frames that a device may hold, in seconds: the longer, the more everybody sleeps.
  ///
  /// It takes half of them at a time, which is what is decoded ahead.
  static let deviceSeconds = 1.0
  /// Room in the ring for what a device holds beyond that.
  static let historySeconds = 1.25

  let engine: PlaybackEngine
  let output: FeederOutput
  var phase = Phase.stopped
  /// Whether to stop once everything has been heard.
  var isEnding = false
  var decoder: (any PacketDecoder)?
  /// Why nothing can be decoded; a new start tries again.
  var codecFailure: CodecError?
  var current: ItemDecoder?
  var source: (any PlaybackSource)?
  /// Samples that the ring has not taken yet, and how many of them it has.
  var staged: [Float] = []
  var stagedOffset = 0
  var stagedFormat: DeviceFormat
  /// The player's frames before the first staged one, and for each of them.
  var stagedTime = 0.0
  var stagedRatio = 1.0
  /// The player's frames before the next that is decoded.
  var nextTime = 0.0
  /// Whether frames pass through time-pitch since the start.
  var isStretching = false
  var stretcher: TimePitch?
  /// The tap since the start.
  var tapStage: TapStage?
  /// Brings what the decoder gives to what the tap was told.
  var matcher: FrameMatcher?

  init(_ engine: PlaybackEngine) {
    self.engine = engine
    output = FeederOutput(engine)
    stagedFormat = DeviceFormat(
      sampleRate: engine.format.sampleRate, channelCount: engine.format.channelCount)
  }

  /// Runs until it is told to quit.
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
        // Silence in the place of all that follows would be no playing.
        if codecFailure != nil {
          discard()
          finish()
        }
        continue
      }
      if phase == .running, hasNothingStaged {
        output.finishFrames(isLast: isEnding && hasNothingLeft)
      }
      if isEnding, phase == .running, hasNothingLeft, output.isPlayedOut {
        finish()
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
      // Nothing has begun that could end: what is enqueued waits for the start.
      case .stopped, .primed: break
      case .paused:
        discard()
        finish()
      }
      reply.send(isEnding)
    case .reset(let next, let reply):
      discard()
      output.reset(restarts: phase == .running)
      nextTime = output.writeTime
      if let next, phase == .running || phase == .paused { begin(next) }
      reply.send(())
    case .end(let time, let reply):
      let isPlain = phase == .running && !isStretching && tapStage == nil
      let isEnded = isPlain && isEnding && output.end(at: Double(time))
      if isEnded {
        source = nil
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

  /// Gives all buffers back and forgets what was decoded of them.
  private func discard() {
    let entries = engine.shared.withLock { shared in
      defer { shared.entries = [] }
      return shared.entries
    }
    if let current { observer?.playbackReturned(current.item.buffer, isDiscarded: true) }
    current = nil
    source = nil
    for case .item(let item) in entries {
      observer?.playbackReturned(item.buffer, isDiscarded: true)
    }
    staged = []
    stagedOffset = 0
    decoder?.reset()
    stretcher?.reset()
    matcher = nil
    tapStage?.reset()
  }

  /// Closes the device and stops.
  private func finish() {
    isEnding = false
    phase = .stopped
    output.end()
    // The next start may come with another configuration.
    decoder = nil
    tapStage = nil
    observer?.playbackRunning(false)
  }

  // MARK: Feeding

  var observer: (any PlaybackObserver)? { engine.shared.withLock { $0.observer } }

  private var isFeeding: Bool { phase == .running }

  private var hasNothingStaged: Bool { stagedOffset >= staged.count }

  private var hasNothingLeft: Bool {
    current == nil && source == nil && hasNothingStaged
      && engine.shared.withLock { $0.entries.isEmpty } && tapStage?.hasEnded ?? true
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
