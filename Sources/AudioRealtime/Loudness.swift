/// The volume and balance of frames during rendering.
struct Loudness {
  private(set) var gain = GainCurve()
  private(set) var balance: Float = 0
  /// The numbers of the latest volume and balance settings that were applied.
  private var seenGains = -1
  private var seenBalances = -1
  /// The frames of the latest events that set the volume and the balance.
  private var gainEventFrame = Int.min
  private var balanceEventFrame = Int.min

  /// Returns whether volume setting number `count` has not been applied.
  func isNewGain(_ count: Int) -> Bool { count != seenGains }

  /// Returns whether balance setting number `count` has not been applied.
  func isNewBalance(_ count: Int) -> Bool { count != seenBalances }

  /// Starts with a volume.
  mutating func begin(with gain: Float, at frame: Int) {
    self.gain.ramp(to: gain, at: frame, rampFrames: 0)
    gainEventFrame = Int.min
    balanceEventFrame = Int.min
  }

  /// Applies a volume that was set while `playedFrame` was audible.
  ///
  /// An event after that frame keeps its volume.
  mutating func take(gain: Float, rampFrames: Int, at frame: Int, count: Int, playedFrame: Int) {
    seenGains = count
    if gainEventFrame <= playedFrame { self.gain.ramp(to: gain, at: frame, rampFrames: rampFrames) }
  }

  /// Applies a balance in the same way.
  mutating func take(balance: Float, count: Int, playedFrame: Int) {
    seenBalances = count
    if balanceEventFrame <= playedFrame { self.balance = balance }
  }

  /// Applies the volume of an event.
  mutating func takeEvent(gain: Float, rampFrames: Int, at frame: Int, eventFrame: Int) {
    self.gain.ramp(to: gain, at: frame, rampFrames: rampFrames)
    gainEventFrame = eventFrame
  }

  /// Applies the balance of an event.
  mutating func takeEvent(balance: Float, eventFrame: Int) {
    self.balance = balance
    balanceEventFrame = eventFrame
  }
}
