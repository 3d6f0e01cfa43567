internal import Synchronization

/// Volumes and balances that hold from frames to come on, from the feeding thread to the render thread.
final class TargetEvents: Sendable {
  private final class Slot: Sendable {
    let frame = Atomic<Int>(0)
    let target = Atomic<UInt64>(0)
    let balance = Atomic<UInt32>(0)
  }

  private let slots = (0..<64).map { _ in Slot() }
  private let written = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)

  /// Adds an event behind the others, on the feeding thread.
  ///
  /// - Returns: Whether there was room.
  func add(_ frame: Int, target: UInt64, balance: UInt32) -> Bool {
    let index = written.load(ordering: .relaxed)
    guard index - taken.load(ordering: .acquiring) < slots.count else { return false }
    let slot = slots[index % slots.count]
    slot.frame.store(frame, ordering: .relaxed)
    slot.target.store(target, ordering: .relaxed)
    slot.balance.store(balance, ordering: .relaxed)
    written.store(index + 1, ordering: .releasing)
    return true
  }

  /// Forgets all, while no thread renders.
  func removeAll() { taken.store(written.load(ordering: .relaxed), ordering: .releasing) }

  /// The frame of the next event, on the render thread.
  var nextFrame: Int? {
    let index = taken.load(ordering: .relaxed)
    guard index < written.load(ordering: .acquiring) else { return nil }
    return slots[index % slots.count].frame.load(ordering: .relaxed)
  }

  /// Takes the next event out, which there must be, on the render thread.
  func take() -> (target: UInt64, balance: UInt32) {
    let index = taken.load(ordering: .relaxed)
    let slot = slots[index % slots.count]
    let event = (slot.target.load(ordering: .relaxed), slot.balance.load(ordering: .relaxed))
    taken.store(index + 1, ordering: .releasing)
    return event
  }
}
