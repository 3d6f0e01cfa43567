internal import MediaTimeline
/// The parameters of the played frame, and the changes that wait with later buffers.
struct PlaybackParameters {
  /// Changes that take effect at an unplayed frame.
  struct Pending {
    /// The player's time of that frame.
    var time: Double
    var changes: [PlaybackChange]
  }

  private(set) var gain: Float = 1
  /// The length of the ramp to ``gain``, in seconds.
  private(set) var gainSeconds = 0.0
  /// The number of gains that were set, other than by a buffer.
  private(set) var gainCount = 0
  private(set) var balance: Float = 0
  /// The number of balances that were set, other than by a buffer.
  private(set) var balanceCount = 0
  /// The length of the ramp to a later gain, in seconds.
  var rampSeconds: Float = 0
  /// The changes, in order.
  private(set) var pending: [Pending] = []

  /// The longest ramp, in seconds.
  private static let longestRamp = 3600.0

  /// The length of a ramp in frames, long enough to avoid a click.
  static func frames(_ seconds: Double, sampleRate: Double) -> Int {
    Int(max(PlaybackEngine.shortestRamp, min(seconds, longestRamp)) * sampleRate)
  }

  /// Sets the gain, with a ramp in seconds.
  mutating func set(gain: Float, seconds: Double) {
    (self.gain, gainSeconds) = (gain, seconds)
    gainCount += 1
  }

  /// Sets the balance.
  mutating func set(balance: Float) {
    self.balance = balance
    balanceCount += 1
  }

  /// Adds changes after all others.
  mutating func add(_ changes: [PlaybackChange], at time: Double) {
    pending.append(Pending(time: time, changes: changes))
  }

  /// Takes over the changes of played frames.
  ///
  /// - Returns: The changes, in order.
  mutating func takePlayed(at time: Double) -> [PlaybackChange] {
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

  /// Forgets the changes of dropped frames.
  mutating func dropPending() { pending = [] }

  /// The length of the ramp of the next buffer's gain, in seconds.
  var nextRampSeconds: Float {
    pending.lazy.flatMap(\.changes).last { $0.parameter == .rampSeconds }?.value ?? rampSeconds
  }

  /// Whether one of two channels is quieter than the other, now or later.
  var needsBalance: Bool {
    balance != 0
      || pending.contains { $0.changes.contains { $0.parameter == .balance && $0.value != 0 } }
  }
}
