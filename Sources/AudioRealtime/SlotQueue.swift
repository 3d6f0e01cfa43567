internal import Synchronization

/// The turns of threads at a fixed number of slots, without a lock.
///
/// Any thread fills slots, including the render thread, and one thread at a time empties them in
/// their order. The owner of the queue has the memory of the slots.
@safe
package final class SlotQueue: @unchecked Sendable {
  // Unchecked: only the thread that empties slots uses ``read``; everything else is atomic.

  /// The number of slots.
  package let capacity: Int
  /// For each slot: the place that it can take, or one more if it has been filled.
  private let places: UnsafeMutablePointer<Atomic<Int>>
  private let written = Atomic<Int>(0)
  private var read = 0

  package init(capacity: Int) {
    self.capacity = capacity
    unsafe places = .allocate(capacity: capacity)
    // Safe: the memory has this capacity.
    for index in 0..<capacity { unsafe (places + index).initialize(to: Atomic(index)) }
  }

  deinit {
    // Safe: allocated by `init`.
    unsafe places.deinitialize(count: capacity)
    unsafe places.deallocate()
  }

  // MARK: Any thread

  /// Claims a place, whose slot the caller then fills; `nil` if all slots are full.
  ///
  /// The slot of a place is the remainder of its division by ``capacity``.
  package func claim() -> Int? {
    var place = written.load(ordering: .relaxed)
    while true {
      // Safe: the index is in range.
      let owner = unsafe places[place % capacity].load(ordering: .acquiring)
      guard owner >= place else { return nil }
      if owner == place {
        let (isOwn, now) = written.compareExchange(
          expected: place, desired: place + 1, ordering: .relaxed)
        if isOwn { return place }
        place = now
      } else {
        place = written.load(ordering: .relaxed)
      }
    }
  }

  /// Hands over the slot of a claimed place.
  package func fill(_ place: Int) {
    // Safe: the index is in range.
    unsafe places[place % capacity].store(place + 1, ordering: .releasing)
  }

  /// Whether this number of places can be claimed, while no other thread claims any.
  package func hasRoom(_ count: Int) -> Bool {
    guard count <= capacity else { return false }
    let last = written.load(ordering: .relaxed) + count - 1
    // Safe: the index is in range. Slots become free in their order.
    return unsafe places[last % capacity].load(ordering: .acquiring) == last
  }

  // MARK: The thread that empties slots

  /// The next place whose slot is full.
  package var next: Int? {
    // Safe: the index is in range.
    let isFull = unsafe places[read % capacity].load(ordering: .acquiring) == read + 1
    return isFull ? read : nil
  }

  /// Frees the slot of ``next``.
  package func free() {
    // Safe: the index is in range.
    unsafe places[read % capacity].store(read + capacity, ordering: .releasing)
    read += 1
  }
}
