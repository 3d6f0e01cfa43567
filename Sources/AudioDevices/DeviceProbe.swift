package import AudioRealtime
internal import Synchronization

/// A device that can be looked for.
package protocol ProbedDevice: Hashable, Sendable {
  /// Whether it seems that the device could be opened now; may take seconds.
  var isReachable: Bool { get }
}

/// Looks once, on a thread of its own, which of some devices can be reached.
///
/// Nobody waits for it: a server that hangs keeps only this thread. What plays meanwhile is not touched.
package final class DeviceProbe<Kind: ProbedDevice>: Sendable {
  /// What the look has given.
  package enum Outcome: Equatable, Sendable {
    case looking
    case found(Kind)
    case nothing
  }

  private let state = Mutex(Outcome.looking)

  /// Starts to look.
  ///
  /// - Parameters:
  ///   - kinds: The devices, best first.
  ///   - signal: Posted when the outcome is there.
  package init(_ kinds: [Kind], signal: Signal) {
    _ = AudioThread(name: "oca-probe") { [self] in
      let found = kinds.first { $0.isReachable }
      state.withLock { $0 = found.map { .found($0) } ?? .nothing }
      signal.post()
    }
  }

  package var outcome: Outcome { state.withLock { $0 } }
}
