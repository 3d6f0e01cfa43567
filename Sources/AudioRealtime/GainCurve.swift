/// The volume as a function of the frame: one linear ramp between two constant levels.
struct GainCurve {
  private var from: Float = 1
  private var to: Float = 1
  private var start = 0
  private var length = 0

  /// Returns the gain at a frame.
  func gain(at frame: Int) -> Float {
    if frame >= start + length { return to }
    if frame <= start { return from }
    return from + (to - from) * (Float(frame - start) / Float(length))
  }

  /// Returns the number of frames from `frame` on with constant gain, or 0 within a ramp.
  func constantFrames(from frame: Int) -> Int {
    if frame >= start + length { return .max }
    return frame < start ? start - frame : 0
  }

  /// Starts a ramp of `rampFrames` to a new gain, at `frame`.
  mutating func ramp(to gain: Float, at frame: Int, rampFrames: Int) {
    from = self.gain(at: frame)
    to = gain
    start = frame
    length = rampFrames
  }
}
