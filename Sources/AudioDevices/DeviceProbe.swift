package import AudioRealtime
internal import Synchronization

/// Looks once, on a thread of its own, which of some devices can be reached.
///
/// Nobody waits for it: a server that hangs keeps only this thread. What plays meanwhile is not touched.
package final class DeviceProbe: Sendable {
  /// What the look has given.
  package enum Outcome: Equatable, Sendable {
    case looking
    case found(DeviceKind)
    case nothing
  }

  private let state = Mutex(Outcome.looking)

  /// Starts to look.
  ///
  /// - Parameters:
  ///   - kinds: The devices, best first.
  ///   - signal: Posted when the outcome is there.
  package init(_ kinds: [DeviceKind], signal: Signal) {
    _ = AudioThread(name: "oca-probe") { [self] in
      let found = kinds.first { $0.isReachable }
      state.withLock { $0 = found.map { .found($0) } ?? .nothing }
      signal.post()
    }
  }

  package var outcome: Outcome { state.withLock { $0 } }
}
