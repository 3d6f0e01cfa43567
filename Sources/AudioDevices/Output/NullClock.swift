internal import AudioRealtime

/// How much of what was rendered has been heard, as the monotonic clock goes by.
///
/// Runs from one moment on for as long as there is something to hear: to begin anew at every look would lose a part of a frame each
/// time.
struct NullClock: Sendable {
  /// Frames per second, in hertz.
  private let sampleRate: Double
  /// Frames that there are to hear.
  private var renderedFrames = 0
  /// The moment from which it runs, in nanoseconds, and the frames heard by then.
  private var anchor: Int
  private var anchorFrames = 0
  private var isRunning = true

  /// Starts at frame 0 at a moment, in nanoseconds.
  init(sampleRate: Double, at now: Int) {
    self.sampleRate = sampleRate
    anchor = now
  }

  /// Frames heard at a moment, in nanoseconds: not past what was rendered.
  func heard(at now: Int) -> Int { min(renderedFrames, due(at: now)) }

  /// Frames that would have been heard if there had been any number.
  private func due(at now: Int) -> Int {
    guard isRunning else { return anchorFrames }
    return anchorFrames + MonotonicClock.frames(inNanoseconds: now - anchor, sampleRate: sampleRate)
  }

  /// Frames that are missing so that a number of them lies ahead of what is heard.
  func missing(of leadFrames: Int, at now: Int) -> Int {
    leadFrames - (renderedFrames - heard(at: now))
  }

  /// Adds frames, which are heard from now on where none were left.
  mutating func add(_ frames: Int, at now: Int) {
    if isRunning, due(at: now) > renderedFrames { (anchorFrames, anchor) = (renderedFrames, now) }
    renderedFrames += frames
  }

  /// Stands still, or goes on from there.
  mutating func setRunning(_ isRunning: Bool, at now: Int) {
    (anchorFrames, anchor) = (heard(at: now), now)
    self.isRunning = isRunning
  }
}
