internal import Synchronization

/// The number of the last device that said it is lost.
final class LostGeneration: Sendable {
  private let lost = Atomic<Int>(0)

  var value: Int { lost.load(ordering: .acquiring) }

  func set(_ generation: Int) { lost.store(generation, ordering: .releasing) }
}
