internal import AudioDevices
internal import AudioRealtime

/// Waits for better devices than the one that plays, after a loss.
///
/// Looks at once, and then in ever longer intervals; what plays goes on until one has been found.
struct DeviceReturn<Kind: ProbedDevice> {
  /// How soon a look follows the first one, in nanoseconds, and how long at most: what is back is to be heard within a second.
  private static var firstDelay: Int { 250_000_000 }
  private static var longestDelay: Int { 700_000_000 }
  /// How long at most the first look after a loss waits, where one loss follows another.
  private static var longestDelayAfterLosses: Int { 4_000_000_000 }

  private let signal: Signal
  private var kinds: [Kind] = []
  private var probe: DeviceProbe<Kind>?
  private var delay = Self.firstDelay
  /// When the last device was lost.
  private var lastLoss = Int.min
  /// When to look next, or `nil` while that is not known.
  private(set) var nextLook: Int?

  init(signal: Signal) {
    self.signal = signal
  }

  /// Notes a loss: one soon after another makes the looks rarer.
  mutating func noteLoss() {
    let now = MonotonicClock.nanoseconds
    let isRepeated = lastLoss > now - 2 * Self.longestDelayAfterLosses
    delay = isRepeated ? min(delay * 2, Self.longestDelayAfterLosses) : Self.firstDelay
    nextLook = isRepeated ? now + delay : now
    lastLoss = now
  }

  /// Waits for these, best first, from now on; for none where there are none.
  mutating func wait(for kinds: [Kind]) {
    self.kinds = kinds
    probe = nil
    if kinds.isEmpty { nextLook = nil }
  }

  /// Looks where it is time, and tells which device has been found.
  mutating func take() -> Kind? {
    if let probe {
      let outcome = probe.outcome
      guard outcome != .looking else { return nil }
      self.probe = nil
      nextLook = MonotonicClock.nanoseconds + delay
      delay = min(delay * 2, Self.longestDelay)
      guard case .found(let kind) = outcome else { return nil }
      return kind
    }
    if let look = nextLook, MonotonicClock.nanoseconds >= look {
      nextLook = nil
      probe = DeviceProbe(kinds, signal: signal)
    }
    return nil
  }
}
