package import MediaTimeline
package import AudioDevices
internal import AudioModel
internal import AudioProcessing
internal import Synchronization

/// Plays a recording on a device: from any frame on, once or over again, with pauses.
///
/// Calls follow each other where several threads make them, and may wait for the device; none is made from within the observer.
/// The player ends with ``shutDown()``.
package final class FilePlayer: Sendable {
  /// What the player keeps between starts; the engine keeps its phase.
  struct State {
    /// Where the next start begins.
    var frame = 0
    /// How often the recording has been played to its end before that start.
    var pass = 0
    var hasFailed = false
    /// Whether everything has been heard, and the observer hears of that next.
    var isAtEnd = false
    weak var observer: (any FilePlayerObserver)?
  }

  struct Sound {
    var volume: Float = 1
    var balance: Float = 0
  }

  /// Frames of the recording.
  package let frameCount: Int
  private let source: LoopedFrames
  let engine: PlaybackEngine
  /// Held by those who start, stop or move; the feeding thread never takes it.
  private let control = Mutex(())
  let state = Mutex(State())
  let sound = Mutex(Sound())

  /// Makes a player; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - recording: What is played; from now on the player's.
  ///   - frameCount: Its frames.
  ///   - sampleRate: Frames a second, in hertz.
  ///   - channelCount: Samples in each frame.
  ///   - channelMap: For each channel of a device that of the recording, or `nil` for silence; `nil` if the order is the same.
  ///   - choice: The devices to try.
  package init(
    _ recording: any FrameReading, frameCount: Int, sampleRate: Double, channelCount: Int,
    channelMap: [Int?]? = nil, choice: DeviceChoice
  ) {
    self.frameCount = frameCount
    source = LoopedFrames(recording, sampleRate: sampleRate, channelCount: channelCount)
    let format = StreamFormat(
      sampleRate: sampleRate, formatID: .linearPCM, channelCount: channelCount)
    engine = PlaybackEngine(
      format: .interleavedFloats(like: format), choice: choice, source: source)
    engine.setObserver(self)
    engine.setChannelMap(channelMap)
  }

  /// Who hears of the player; held weakly.
  package func setObserver(_ observer: any FilePlayerObserver) {
    state.withLock { $0.observer = observer }
  }

  /// Ends: the device closes, and the observer hears nothing after this.
  package func shutDown() {
    state.withLock { $0.observer = nil }
    engine.shutDown()
  }

  // MARK: Playing

  /// Whether it plays, or waits for the moment at which it is to.
  package var isPlaying: Bool { engine.phase == .running }

  /// Decodes ahead, so that a start is heard sooner.
  ///
  /// - Returns: Whether the recording can be decoded.
  package func prepare() -> Bool {
    control.withLock { _ in prepareNow() }
  }

  /// Plays from where it stopped or paused.
  ///
  /// - Parameter nanoseconds: The moment of the monotonic clock at which the first frame is due, or `nil` for now, also where it was
  ///   paused before its moment. Nothing changes where it is playing.
  /// - Returns: Whether it plays; not where no device does, or the recording cannot be decoded.
  package func play(nanoseconds: Int? = nil) -> Bool {
    control.withLock { _ in
      switch engine.phase {
      case .running: return true
      case .paused: return (try? engine.start(nanoseconds: nanoseconds)) != nil
      case .stopped, .primed: return begin(nanoseconds)
      }
    }
  }

  /// Falls silent and stands still.
  package func pause() { control.withLock { _ in engine.pause() } }

  /// Stops; a new start goes on from here.
  package func stop() {
    control.withLock { _ in
      halt()
      state.withLock { $0.pass = 0 }
    }
  }

  /// The frame that is heard, or else the one that the next start begins with.
  package var frame: Double {
    guard isStarted, let time = engine.time else {
      return Double(state.withLock { $0.frame })
    }
    return min(source.frame(heardAt: time.frames), Double(frameCount))
  }

  /// Goes on from a frame, or begins there when it starts.
  ///
  /// - Parameter frame: Less than none is the first, more than there are is the end.
  package func seek(to frame: Int) {
    let frame = max(0, min(frame, frameCount))
    control.withLock { _ in
      switch engine.phase {
      case .stopped: state.withLock { $0.frame = frame }
      case .primed:
        halt()
        state.withLock { $0.frame = frame }
        _ = prepareNow()
      case .running, .paused:
        source.move(to: frame, heardAt: engine.time?.frames ?? 0)
        engine.reset()
        // The end may have come before.
        if engine.phase == .stopped { state.withLock { $0.frame = frame } }
      }
    }
  }

  /// How often the recording is played again after the first time; negative for without end.
  package var loopCount: Int { source.loopCount }

  /// Sets how often the recording is played again; counts from the last start that followed a stop.
  package func setLoopCount(_ count: Int) {
    control.withLock { _ in
      let change = source.setLoopCount(count, heardAt: engine.time?.frames ?? 0)
      guard change != .none, isStarted else { return }
      // What is decoded ahead goes beyond the new end: best if that is not heard.
      if case .earlierEnd(let end) = change, engine.end(at: end) { return source.end(at: end) }
      // Or it ends too soon: it is decoded again from the frame that is heard.
      let isPlaying = isPlaying
      engine.pause()
      guard let time = engine.time else { return }
      source.move(to: Int(source.frame(heardAt: time.frames).rounded()), heardAt: time.frames)
      engine.reset()
      if isPlaying { _ = try? engine.start() }
    }
  }

  /// Whether ``rate`` may be another than 1; takes effect with the next start that follows a stop.
  ///
  /// Stays false where this machine lacks the library.
  package var isRateEnabled: Bool { engine.timePitch.isEnabled }

  /// Sets whether the rate may be another than 1.
  package func setRateEnabled(_ isEnabled: Bool) {
    engine.setTimePitch { $0.isEnabled = isEnabled && TimePitch.isAvailable }
  }

  /// Seconds of the recording for each second of listening; the pitch stays.
  package var rate: Float { engine.timePitch.rate }

  /// Sets the rate, which is heard within a third of a second.
  package func setRate(_ rate: Float) { engine.setTimePitch { $0.rate = rate } }

  // MARK: Devices

  /// The device that plays, or else the one that the next start tries first.
  package var device: DeviceKind? { engine.device }

  /// The devices that a start tries.
  package var choice: DeviceChoice { engine.choice }

  /// Plays on other devices, from now on where it is playing.
  package func setChoice(_ choice: DeviceChoice) {
    control.withLock { _ in
      let isPlaying = isPlaying
      let start = engine.comingStart
      if isStarted { halt(keepingPass: true) }
      engine.setChoice(choice)
      if isPlaying { _ = begin(start) }
    }
  }

  // MARK: Under control

  private var isStarted: Bool { engine.phase == .running || engine.phase == .paused }

  private func prepareNow() -> Bool {
    guard engine.phase == .stopped else { return true }
    placeSource()
    do {
      _ = try engine.prime(frames: 0)
      return true
    } catch {
      engine.stop()
      return false
    }
  }

  private func placeSource() {
    let (frame, pass) = state.withLock { state -> (Int, Int) in
      // Before anything is decoded, which may fail at once.
      state.hasFailed = false
      defer { state.pass = 0 }
      return (state.frame, state.pass)
    }
    source.restart(at: frame, pass: pass)
  }

  private func begin(_ nanoseconds: Int?) -> Bool {
    if engine.phase != .primed { placeSource() }
    do {
      try engine.start(nanoseconds: nanoseconds)
    } catch {
      engine.stop()
      return false
    }
    engine.stopWhenPlayed()
    return true
  }

  /// Stops; the next start begins with the frame that would have been heard next.
  ///
  /// - Parameter keepingPass: Whether that start is in the pass that is heard, rather than in the first.
  private func halt(keepingPass: Bool = false) {
    guard engine.phase != .stopped else { return }
    engine.pause()
    // If the end has come first, the next start begins with the first frame.
    if engine.phase == .paused, let time = engine.time {
      let frame = Int(source.frame(heardAt: time.frames).rounded())
      let pass = keepingPass ? source.pass(heardAt: time.frames) : 0
      state.withLock { state in
        state.frame = max(0, min(frame, frameCount))
        state.pass = pass
      }
    }
    engine.stop()
  }
}
