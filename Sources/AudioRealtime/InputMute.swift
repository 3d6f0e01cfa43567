internal import Synchronization

/// Whether captured audio is replaced by silence, for the capturing threads.
package final class InputMute: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  /// Whether the input is muted.
  package var isMuted: Bool { flag.load(ordering: .relaxed) }

  /// Mutes or unmutes the audio captured from now on.
  ///
  /// - Returns: Whether the value changed.
  @discardableResult
  package func set(_ isMuted: Bool) -> Bool {
    flag.exchange(isMuted, ordering: .relaxed) != isMuted
  }
}
