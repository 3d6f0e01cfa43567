/// The volume as a function of the frame: one straight ramp, level before and after it.
struct GainCurve {
  private var from: Float = 1
  private var to: Float = 1
  private var start = 0
  private var length = 0

  /// The gain at a frame.
  func gain(at frame: Int) -> Float {
    if frame >= start + length { return to }
    if frame <= start { return from }
    return from + (to - from) * (Float(frame - start) / Float(length))
  }

  /// Frames from `frame` on during which the gain stays as it is, 0 within a ramp.
  func constantFrames(from frame: Int) -> Int {
    if frame >= start + length { return .max }
    return frame < start ? start - frame : 0
  }

  /// Heads for a new gain from `frame` on, in `rampFrames`.
  mutating func ramp(to gain: Float, at frame: Int, rampFrames: Int) {
    from = self.gain(at: frame)
    to = gain
    start = frame
    length = rampFrames
  }
}
