internal import MediaTimeline
/// What a player's sound is like where it is heard, and how that changes with buffers that wait.
struct PlaybackParameters {
  /// Changes that take effect with a frame that has not been heard.
  struct Pending {
    /// The player's frames before that one.
    var time: Double
    var changes: [PlaybackChange]
  }

  private(set) var gain: Float = 1
  /// Seconds in which that gain is reached from the moment on at which it was set.
  private(set) var gainSeconds = 0.0
  /// How often a gain has been set, other than by a buffer.
  private(set) var gainCount = 0
  private(set) var balance: Float = 0
  /// How often a balance has been set, other than by a buffer.
  private(set) var balanceCount = 0
  /// Seconds that a later gain takes.
  var rampSeconds: Float = 0
  /// In their order.
  private(set) var pending: [Pending] = []

  /// The longest ramp, in seconds.
  private static let longestRamp = 3600.0

  /// The length of a ramp in frames, which is never so short that it clicks.
  static func frames(_ seconds: Double, sampleRate: Double) -> Int {
    Int(max(PlaybackEngine.shortestRamp, min(seconds, longestRamp)) * sampleRate)
  }

  /// Sets the gain, which is reached in some seconds.
  mutating func set(gain: Float, seconds: Double) {
    (self.gain, gainSeconds) = (gain, seconds)
    gainCount += 1
  }

  /// Sets the balance.
  mutating func set(balance: Float) {
    self.balance = balance
    balanceCount += 1
  }

  /// Adds changes behind all others.
  mutating func add(_ changes: [PlaybackChange], at time: Double) {
    pending.append(Pending(time: time, changes: changes))
  }

  /// Takes over the changes of what has been heard, of which the sound knows.
  ///
  /// - Returns: All changes, in their order.
  mutating func takeHeard(at time: Double) -> [PlaybackChange] {
    let count = pending.prefix { $0.time <= time + 0.5 }.count
    guard count > 0 else { return [] }
    let changes = pending.prefix(count).flatMap(\.changes)
    pending.removeFirst(count)
    for change in changes {
      switch change.parameter {
      case .gain: (gain, gainSeconds) = (change.value, Double(rampSeconds))
      case .balance: balance = change.value
      case .rampSeconds: rampSeconds = change.value
      case .rate, .cents: break
      }
    }
    return changes
  }

  /// Forgets the changes of what is not heard any more.
  mutating func dropPending() { pending = [] }

  /// Seconds that a gain takes which comes with the next buffer.
  var nextRampSeconds: Float {
    pending.lazy.flatMap(\.changes).last { $0.parameter == .rampSeconds }?.value ?? rampSeconds
  }

  /// Whether one of two channels is quieter than the other, or will be.
  var needsBalance: Bool {
    balance != 0
      || pending.contains { $0.changes.contains { $0.parameter == .balance && $0.value != 0 } }
  }
}
