internal import Synchronization

/// Volumes and balances for future frames, from the feeding thread to the render thread.
///
/// Events that were taken are kept as long as a device may go back before their frames.
final class TargetEvents: Sendable {
  /// The settings from a frame on.
  ///
  /// `nil` means no change.
  struct Event {
    var frame: Int
    /// A gain and the frames of its ramp, packed.
    var target: UInt64?
    var balance: Float?
  }

  private final class Slot: Sendable {
    let frame = Atomic<Int>(0)
    let target = Atomic<UInt64>(0)
    let balance = Atomic<UInt32>(0)
    let hasTarget = Atomic<Bool>(false)
    let hasBalance = Atomic<Bool>(false)
  }

  /// The maximum number of events.
  static let capacity = 128

  private let slots = (0..<TargetEvents.capacity).map { _ in Slot() }
  private let written = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)
  /// The number of events that are never taken again.
  ///
  /// For the feeding thread.
  private let gone = Atomic<Int>(0)

  /// Adds an event after the others.
  ///
  /// For the feeding thread.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - earliest: The earliest frame to which a device may go back.
  /// - Returns: Whether there was room.
  func add(_ event: Event, earliest: Int) -> Bool {
    let index = written.load(ordering: .relaxed)
    var first = gone.load(ordering: .relaxed)
    let end = taken.load(ordering: .acquiring)
    while first < end, slot(first).frame.load(ordering: .relaxed) < earliest { first += 1 }
    gone.store(first, ordering: .releasing)
    guard index - first < slots.count else { return false }
    let slot = slot(index)
    slot.frame.store(event.frame, ordering: .relaxed)
    slot.target.store(event.target ?? 0, ordering: .relaxed)
    slot.hasTarget.store(event.target != nil, ordering: .relaxed)
    slot.balance.store((event.balance ?? 0).bitPattern, ordering: .relaxed)
    slot.hasBalance.store(event.balance != nil, ordering: .relaxed)
    written.store(index + 1, ordering: .releasing)
    return true
  }

  private func slot(_ index: Int) -> Slot { slots[index % slots.count] }

  /// Removes the pending events, while no thread renders.
  func removeUntaken() { written.store(taken.load(ordering: .relaxed), ordering: .releasing) }

  /// The frame of the next event.
  ///
  /// For the render thread.
  var nextFrame: Int? {
    let index = taken.load(ordering: .relaxed)
    guard index < written.load(ordering: .acquiring) else { return nil }
    return slot(index).frame.load(ordering: .relaxed)
  }

  /// Takes the next event, which must exist.
  ///
  /// For the render thread.
  ///
  /// - Returns: The event, and its place among ``capacity``.
  func take() -> (event: Event, place: Int) {
    let index = taken.load(ordering: .relaxed)
    let slot = slot(index)
    let event = Event(
      frame: slot.frame.load(ordering: .relaxed),
      target: slot.hasTarget.load(ordering: .relaxed) ? slot.target.load(ordering: .relaxed) : nil,
      balance: slot.hasBalance.load(ordering: .relaxed)
        ? Float(bitPattern: slot.balance.load(ordering: .relaxed)) : nil)
    taken.store(index + 1, ordering: .releasing)
    return (event, index % slots.count)
  }

  /// Returns events at or after a frame to the pending ones.
  ///
  /// For the render thread.
  ///
  /// - Returns: The place of the first of them, or `nil` if no event was returned.
  func goBack(to frame: Int) -> Int? {
    let end = taken.load(ordering: .relaxed)
    let first = gone.load(ordering: .acquiring)
    var index = end
    while index > first, slot(index - 1).frame.load(ordering: .relaxed) >= frame { index -= 1 }
    guard index < end else { return nil }
    taken.store(index, ordering: .releasing)
    return index % slots.count
  }
}
