package import MediaTimeline
package import AudioDevices
internal import AudioModel
internal import AudioProcessing
internal import Synchronization

/// Plays a recording on a device: from any frame on, once or in a loop, with pauses.
///
/// Calls from several threads run one after the other, and may wait for the device. The observer
/// must not call the player. The player ends with ``shutDown()``.
package final class FilePlayer: Sendable {
  /// The state that the player keeps between starts; the engine keeps its phase.
  struct State {
    /// The first frame of the next start.
    var frame = 0
    /// How often the recording has been played to its end before the next start.
    var pass = 0
    var hasFailed = false
    /// Whether everything has played, and the observer is notified next.
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
  /// Held while the player starts, stops, or seeks.
  ///
  /// The feeding thread never takes it.
  private let control = Mutex(())
  let state = Mutex(State())
  let sound = Mutex(Sound())

  /// Makes a player, without opening a device.
  ///
  /// - Parameters:
  ///   - recording: The recording, which the player owns from now on.
  ///   - frameCount: Its frames.
  ///   - sampleRate: Frames a second, in hertz.
  ///   - channelCount: Samples in each frame.
  ///   - choice: The devices to try.
  package init(
    _ recording: any FrameReading, frameCount: Int, sampleRate: Double, channelCount: Int,
    choice: DeviceChoice
  ) {
    self.frameCount = frameCount
    source = LoopedFrames(recording, sampleRate: sampleRate, channelCount: channelCount)
    let format = StreamFormat(
      sampleRate: sampleRate, formatID: .linearPCM, channelCount: channelCount)
    engine = PlaybackEngine(
      format: .interleavedFloats(like: format), choice: choice, source: source)
    engine.setObserver(self)
  }

  /// Sets the recording's channel for each channel of a device, before the first start.
  ///
  /// - Parameter map: The recording's channel for each channel of the device, with `nil` for
  ///   silence. A map of `nil` keeps the order.
  package func setChannelMap(_ map: [Int?]?) { engine.setChannelMap(map) }

  /// Sets the observer, which is held weakly.
  package func setObserver(_ observer: any FilePlayerObserver) {
    state.withLock { $0.observer = observer }
  }

  /// Ends the player: closes the device, and makes no more reports.
  package func shutDown() {
    state.withLock { $0.observer = nil }
    engine.shutDown()
  }

  // MARK: Playing

  /// Whether the player plays, or waits for its start time.
  package var isPlaying: Bool { engine.phase == .running }

  /// Decodes ahead, so that a start is audible sooner.
  ///
  /// - Returns: Whether the recording can be decoded.
  package func prepare() -> Bool {
    control.withLock { _ in prepareNow() }
  }

  /// Plays from where the player stopped or paused.
  ///
  /// - Parameter nanoseconds: The time of the first frame by the monotonic clock; `nil` to
  ///   start now, even if the player was paused before its start time. A playing player does not
  ///   change.
  /// - Returns: False if no device can be started, or the recording cannot be decoded.
  package func play(nanoseconds: Int? = nil) -> Bool {
    control.withLock { _ in
      switch engine.phase {
      case .running: return true
      case .paused: return (try? engine.start(nanoseconds: nanoseconds)) != nil
      case .stopped, .primed: return begin(nanoseconds)
      }
    }
  }

  /// Pauses.
  package func pause() { control.withLock { _ in engine.pause() } }

  /// Stops.
  ///
  /// The next start continues at the frame that would have played next.
  package func stop() {
    control.withLock { _ in
      halt()
      state.withLock { $0.pass = 0 }
    }
  }

  /// The played frame, or else the first frame of the next start.
  package var frame: Double {
    guard isStarted, let time = engine.time else {
      return Double(state.withLock { $0.frame })
    }
    return min(source.frame(playedAt: time.frames), Double(frameCount))
  }

  /// Continues at a frame; a stopped player starts there later.
  ///
  /// - Parameter frame: A negative value is the first frame, a value beyond the end is the end.
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
        source.move(to: frame, playedAt: engine.time?.frames ?? 0)
        engine.reset()
        // Playback may have reached its end before the seek.
        if engine.phase == .stopped { state.withLock { $0.frame = frame } }
      }
    }
  }

  /// How often the recording repeats; negative for no end.
  package var loopCount: Int { source.loopCount }

  /// Sets how often the recording repeats, counted from the last start after a stop.
  package func setLoopCount(_ count: Int) {
    control.withLock { _ in
      let change = source.setLoopCount(count, playedAt: engine.time?.frames ?? 0)
      guard change != .none, isStarted else { return }
      // Decoded frames reach beyond the new end. If possible, they are not played.
      if case .earlierEnd(let end) = change, engine.end(at: end) { return source.end(at: end) }
      // Otherwise, decoding starts again at the played frame.
      let isPlaying = isPlaying
      engine.pause()
      guard let time = engine.time else { return }
      source.move(to: Int(source.frame(playedAt: time.frames).rounded()), playedAt: time.frames)
      engine.reset()
      if isPlaying { _ = try? engine.start() }
    }
  }

  /// Whether ``rate`` may differ from 1.
  ///
  /// A change takes effect with the next start after a stop.
  ///
  /// Stays false if the library for changes of speed is not installed.
  package var isRateEnabled: Bool { engine.timePitch.isEnabled }

  /// Sets whether the rate may differ from 1.
  package func setRateEnabled(_ isEnabled: Bool) {
    engine.setTimePitch { $0.isEnabled = isEnabled && TimePitch.isAvailable }
  }

  /// Seconds of the recording for each played second, at the same pitch.
  package var rate: Float { engine.timePitch.rate }

  /// Sets the rate, which takes effect within a third of a second.
  package func setRate(_ rate: Float) { engine.setTimePitch { $0.rate = rate } }

  // MARK: Devices

  /// The current device, or else the first choice of the next start.
  package var device: DeviceKind? { engine.device }

  /// The devices that a start tries.
  package var choice: DeviceChoice { engine.choice }

  /// Sets the devices to try.
  ///
  /// A player that plays moves to the new devices at once.
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
      // Reset this before decoding, which may fail at once.
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

  /// Stops; the next start begins with the frame that would have played next.
  ///
  /// - Parameter keepingPass: Whether the next start continues the current pass of the loop,
  ///   instead of the first one.
  private func halt(keepingPass: Bool = false) {
    guard engine.phase != .stopped else { return }
    engine.pause()
    // If the end has come first, the next start begins with the first frame.
    if engine.phase == .paused, let time = engine.time {
      let frame = Int(source.frame(playedAt: time.frames).rounded())
      let pass = keepingPass ? source.pass(playedAt: time.frames) : 0
      state.withLock { state in
        state.frame = max(0, min(frame, frameCount))
        state.pass = pass
      }
    }
    engine.stop()
  }
}
