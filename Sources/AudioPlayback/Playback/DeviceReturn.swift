internal import AudioDevices
internal import AudioRealtime

/// Looks for better devices than the current one, after a loss.
///
/// Looks at once, and then at growing intervals. The current device plays until a better one is
/// found.
struct DeviceReturn<Kind: ProbedDevice> {
  /// The first and the longest interval, in nanoseconds: a device must play within a second of
  /// its return.
  private static var firstDelay: Int { 250_000_000 }
  private static var longestDelay: Int { 700_000_000 }
  /// The longest delay of the first look after repeated losses, in nanoseconds.
  private static var longestDelayAfterLosses: Int { 4_000_000_000 }

  private let signal: Signal
  private var kinds: [Kind] = []
  private var probe: DeviceProbe<Kind>?
  private var delay = Self.firstDelay
  /// The time of the last loss.
  private var lastLoss = Int.min
  /// The time of the next look; `nil` if it is unknown.
  private(set) var nextLook: Int?

  init(signal: Signal) {
    self.signal = signal
  }

  /// Notes a loss.
  ///
  /// Frequent losses make the checks rarer.
  mutating func noteLoss() {
    let now = MonotonicClock.nanoseconds
    let isRepeated = lastLoss > now - 2 * Self.longestDelayAfterLosses
    delay = isRepeated ? min(delay * 2, Self.longestDelayAfterLosses) : Self.firstDelay
    nextLook = isRepeated ? now + delay : now
    lastLoss = now
  }

  /// Sets the devices to look for, best first.
  mutating func wait(for kinds: [Kind]) {
    self.kinds = kinds
    probe = nil
    if kinds.isEmpty { nextLook = nil }
  }

  /// Looks if it is time, and returns the device that was found.
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
