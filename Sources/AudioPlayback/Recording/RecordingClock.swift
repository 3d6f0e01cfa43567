internal import AudioRealtime
internal import Synchronization

/// The time of a recorder in frames, for any thread.
///
/// It never goes back.
final class RecordingClock: Sendable {
  private struct State {
    /// The frames captured up to `nanoseconds`, or `nil` while stopped.
    var frames: Double?
    var nanoseconds = 0
    var lastFrames = 0.0
    /// The number of frames in the recording.
    var recordedFrames = 0
    var isFrozen = false
    var discontinuities = 0
  }

  private let sampleRate: Double
  private let state = Mutex(State())

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
  }

  /// Starts at 0.
  ///
  /// - Parameter moment: The time of the first frame on the monotonic clock, in nanoseconds; `nil`
  ///   for now.
  func begin(at moment: Int?) {
    state.withLock { state in
      let discontinuities = state.discontinuities
      state = State()
      state.discontinuities = discontinuities
      state.frames = 0
      state.nanoseconds = moment ?? MonotonicClock.nanoseconds
    }
  }

  /// Notes the frames captured up to a time.
  ///
  /// - Parameters:
  ///   - frames: The frames captured, including lost ones.
  ///   - recorded: The frames in the recording.
  ///   - nanoseconds: The time on the monotonic clock.
  func note(_ frames: Double, recorded: Int, at nanoseconds: Int) {
    state.withLock { state in
      guard state.frames != nil else { return }
      state.recordedFrames = recorded
      state.frames = frames
      state.nanoseconds = nanoseconds
    }
  }

  /// Notes a discontinuity.
  func noteDiscontinuity() { state.withLock { $0.discontinuities += 1 } }

  /// Stops or resumes the clock.
  ///
  /// - Parameters:
  ///   - isFrozen: Whether the clock stops.
  ///   - moment: The time at which it resumes, in nanoseconds of the monotonic clock; `nil` for
  ///     now.
  func setFrozen(_ isFrozen: Bool, at moment: Int? = nil) {
    _ = time
    state.withLock { state in
      state.isFrozen = isFrozen
      if let frames = state.frames { state.frames = max(frames, state.lastFrames) }
      state.nanoseconds = moment ?? MonotonicClock.nanoseconds
    }
  }

  /// Whether the clock runs.
  var isMoving: Bool { state.withLock { $0.frames != nil && !$0.isFrozen } }

  /// Ends the clock; it has no time until the next start.
  func end() { state.withLock { $0.frames = nil } }

  /// The recorded frames so far, without lost frames; 0 before the start and after the end.
  var recordedFrames: Int {
    state.withLock { state in state.frames == nil ? 0 : state.recordedFrames }
  }

  var discontinuities: Int { state.withLock { $0.discontinuities } }

  /// The time now, or `nil` before the start and after the end.
  var time: (frames: Double, nanoseconds: Int)? {
    state.withLock { state in
      guard let frames = state.frames else { return nil }
      let now = MonotonicClock.nanoseconds
      // Include frames captured since the last block, or still on their way.
      let since = Double(max(0, now - state.nanoseconds)) * sampleRate / 1e9
      // Frames captured before a pause may arrive during the pause.
      if !state.isFrozen { state.lastFrames = max(state.lastFrames, frames + since) }
      return (state.lastFrames, now)
    }
  }
}
