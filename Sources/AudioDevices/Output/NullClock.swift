internal import AudioRealtime

/// The number of rendered frames that have played, by the monotonic clock.
///
/// The clock keeps one anchor for as long as frames remain. A new anchor at every reading would
/// lose a fraction of a frame each time.
struct NullClock: Sendable {
  /// Frames per second, in hertz.
  private let sampleRate: Double
  /// The number of rendered frames.
  private var renderedFrames = 0
  /// The start of the count, in nanoseconds, and the frames played by then.
  private var anchor: Int
  private var anchorFrames = 0
  private var isRunning = true

  /// Starts at frame 0 at a time in nanoseconds.
  init(sampleRate: Double, at now: Int) {
    self.sampleRate = sampleRate
    anchor = now
  }

  /// The frames played at a time in nanoseconds: at most the rendered ones.
  func played(at now: Int) -> Int { min(renderedFrames, due(at: now)) }

  /// The frames that an endless sound would have played.
  private func due(at now: Int) -> Int {
    guard isRunning else { return anchorFrames }
    return anchorFrames + MonotonicClock.frames(inNanoseconds: now - anchor, sampleRate: sampleRate)
  }

  /// The number of frames to render so that `leadFrames` are ahead of the clock.
  func missing(of leadFrames: Int, at now: Int) -> Int {
    leadFrames - (renderedFrames - played(at: now))
  }

  /// Adds frames; if no frames were left, they play from now on.
  mutating func add(_ frames: Int, at now: Int) {
    if isRunning, due(at: now) > renderedFrames { (anchorFrames, anchor) = (renderedFrames, now) }
    renderedFrames += frames
  }

  /// Stops or resumes the clock.
  mutating func setRunning(_ isRunning: Bool, at now: Int) {
    (anchorFrames, anchor) = (played(at: now), now)
    self.isRunning = isRunning
  }
}
