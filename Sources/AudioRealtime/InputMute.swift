internal import Synchronization

/// Whether what devices give to a program is silence; asked by the threads that capture.
package final class InputMute: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  /// Whether it is.
  package var isMuted: Bool { flag.load(ordering: .relaxed) }

  /// Has all that is captured from now on be silence, or no more.
  ///
  /// - Returns: Whether that is a change.
  @discardableResult
  package func set(_ isMuted: Bool) -> Bool {
    flag.exchange(isMuted, ordering: .relaxed) != isMuted
  }
}
