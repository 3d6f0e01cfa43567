/// The volume and the balance of frames, as a render thread goes through them.
struct Loudness {
  private(set) var gain = GainCurve()
  private(set) var balance: Float = 0
  /// How often a volume had been set when it was taken over last, and how often a balance.
  private var seenGains = -1
  private var seenBalances = -1
  /// The last frames from which the volume and the balance of an event have held.
  private var gainEventFrame = Int.min
  private var balanceEventFrame = Int.min

  /// Whether a volume that was set as the `count`th has not been taken over.
  func isNewGain(_ count: Int) -> Bool { count != seenGains }

  /// Whether a balance that was set as the `count`th has not been taken over.
  func isNewBalance(_ count: Int) -> Bool { count != seenBalances }

  /// Begins with a volume.
  mutating func begin(with gain: Float, at frame: Int) {
    self.gain.ramp(to: gain, at: frame, rampFrames: 0)
    gainEventFrame = Int.min
    balanceEventFrame = Int.min
  }

  /// Takes over a volume that was set when `heardFrame` was heard; an event behind that frame holds on.
  mutating func take(gain: Float, rampFrames: Int, at frame: Int, count: Int, heardFrame: Int) {
    seenGains = count
    if gainEventFrame <= heardFrame { self.gain.ramp(to: gain, at: frame, rampFrames: rampFrames) }
  }

  /// Takes over a balance in the same way.
  mutating func take(balance: Float, count: Int, heardFrame: Int) {
    seenBalances = count
    if balanceEventFrame <= heardFrame { self.balance = balance }
  }

  /// Takes over the volume of an event.
  mutating func takeEvent(gain: Float, rampFrames: Int, at frame: Int, eventFrame: Int) {
    self.gain.ramp(to: gain, at: frame, rampFrames: rampFrames)
    gainEventFrame = eventFrame
  }

  /// Takes over the balance of an event.
  mutating func takeEvent(balance: Float, eventFrame: Int) {
    self.balance = balance
    balanceEventFrame = eventFrame
  }
}
