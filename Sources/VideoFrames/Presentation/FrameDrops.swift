internal import Synchronization

/// Counts the frames of films that were decoded too late, or not shown in time.
package final class FrameDrops: Sendable {
  private let total = Atomic(0)

  package init() {}

  /// All frames that were counted.
  package var count: Int { total.load(ordering: .relaxed) }

  func add(_ count: Int) {
    if count > 0 { total.wrappingAdd(count, ordering: .relaxed) }
  }
}
