internal import AudioRealtime
internal import Synchronization

/// The time of a recorder, as any thread may ask for it: the frames up to now, and never back.
final class RecordingClock: Sendable {
  private struct State {
    /// Frames that had been captured at a moment, or `nil` while stopped.
    var frames: Double?
    var nanoseconds = 0
    var lastFrames = 0.0
    /// Frames that are in the recording.
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
  /// - Parameter moment: When the first frame is due, in nanoseconds of the monotonic clock; `nil` for now.
  func begin(at moment: Int?) {
    state.withLock { state in
      let discontinuities = state.discontinuities
      state = State()
      state.discontinuities = discontinuities
      state.frames = 0
      state.nanoseconds = moment ?? MonotonicClock.nanoseconds
    }
  }

  /// Notes that frame `frames` follows what was captured up to a moment, of which so many are in the recording.
  func note(_ frames: Double, recorded: Int, at nanoseconds: Int) {
    state.withLock { state in
      guard state.frames != nil else { return }
      state.recordedFrames = recorded
      state.frames = frames
      state.nanoseconds = nanoseconds
    }
  }

  /// Notes a break.
  func noteDiscontinuity() { state.withLock { $0.discontinuities += 1 } }

  /// Stands still, or goes on from there.
  ///
  /// - Parameters:
  ///   - isFrozen: Whether it stands.
  ///   - moment: When it goes on, in nanoseconds of the monotonic clock; `nil` for now.
  func setFrozen(_ isFrozen: Bool, at moment: Int? = nil) {
    _ = time
    state.withLock { state in
      state.isFrozen = isFrozen
      if let frames = state.frames { state.frames = max(frames, state.lastFrames) }
      state.nanoseconds = moment ?? MonotonicClock.nanoseconds
    }
  }

  /// Whether it goes on.
  var isMoving: Bool { state.withLock { $0.frames != nil && !$0.isFrozen } }

  /// Ends; there is no time until the next start.
  func end() { state.withLock { $0.frames = nil } }

  /// The frames that have been recorded, without those that were lost or have yet to come; 0 before the start and after the end.
  var recordedFrames: Int {
    state.withLock { state in state.frames == nil ? 0 : state.recordedFrames }
  }

  var discontinuities: Int { state.withLock { $0.discontinuities } }

  /// The time now, or `nil` before the start and after the end.
  var time: (frames: Double, nanoseconds: Int)? {
    state.withLock { state in
      guard let frames = state.frames else { return nil }
      let now = MonotonicClock.nanoseconds
      // What has been captured since the last block came, or is on its way.
      let since = Double(max(0, now - state.nanoseconds)) * sampleRate / 1e9
      // What was captured before a pause may come within it.
      if !state.isFrozen { state.lastFrames = max(state.lastFrames, frames + since) }
      return (state.lastFrames, now)
    }
  }
}
