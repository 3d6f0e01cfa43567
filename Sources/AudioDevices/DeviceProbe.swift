package import AudioRealtime
internal import Synchronization

/// A device whose presence can be checked.
package protocol ProbedDevice: Hashable, Sendable {
  /// Whether the device can probably be opened now; may take seconds.
  var isReachable: Bool { get }
}

/// Checks once, on its own thread, which of several devices is reachable.
///
/// No other thread waits for the check, so a server that hangs blocks only this thread. The check
/// does not affect playback.
package final class DeviceProbe<Kind: ProbedDevice>: Sendable {
  /// The result of the check.
  package enum Outcome: Equatable, Sendable {
    case looking
    case found(Kind)
    case nothing
  }

  private let state = Mutex(Outcome.looking)

  /// Starts the check.
  ///
  /// - Parameters:
  ///   - kinds: The devices, best first.
  ///   - signal: Posted when the outcome is available.
  package init(_ kinds: [Kind], signal: Signal) {
    _ = AudioThread(name: "oca-probe") { [self] in
      let found = kinds.first { $0.isReachable }
      state.withLock { $0 = found.map { .found($0) } ?? .nothing }
      signal.post()
    }
  }

  package var outcome: Outcome { state.withLock { $0 } }
}
