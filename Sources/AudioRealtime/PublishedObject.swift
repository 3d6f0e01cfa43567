internal import Synchronization

/// An immutable object that any thread may replace, and that one thread at a time uses.
///
/// A use, from ``begin()`` to ``end()``, is a turn.
/// A turn retains the object that it began with. An earlier object is released by a later call of
/// ``publish(_:)``, after the turn that may use it.
@safe
package final class PublishedObject: @unchecked Sendable {
  // Sendable: the object is an atomic reference that ``publish(_:)`` retains. Everything else is
  // atomic or guarded by a lock.

  private struct Retired: @unchecked Sendable {
    // Unchecked: only the last release uses the object.
    let object: AnyObject
    let turn: Int
  }

  private let reference = Atomic<UInt>(0)
  /// Odd during a turn.
  private let turn = Atomic<Int>(0)
  /// The thread of the turn, or 0.
  private let thread = Atomic<UInt>(0)
  private let retired = Mutex<[Retired]>([])

  package init() {}

  deinit {
    _ = Self.take(reference.load(ordering: .relaxed))
  }

  // MARK: Any thread

  /// Replaces the object, which takes effect with the next turn.
  package func publish(_ new: AnyObject?) {
    // Safe: a later call, or `deinit`, releases the object.
    let address = new.map { unsafe UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) }
    let taken = Self.take(reference.exchange(address ?? 0, ordering: .sequentiallyConsistent))
    let now = turn.load(ordering: .sequentiallyConsistent)
    // The turn in progress may use the old object. Otherwise, it is released here.
    let old = taken.map { Retired(object: $0, turn: now) }
    let left = retired.withLock { retired -> [Retired] in
      // The turn is read again: an earlier value could release the object of a later turn.
      let now = turn.load(ordering: .sequentiallyConsistent)
      let left = retired.filter { $0.turn != now }
      retired.removeAll { $0.turn != now }
      if let old, old.turn == now, now % 2 == 1 { retired.append(old) }
      return left
    }
    withExtendedLifetime((left, old)) {}
  }

  /// Whether the caller runs during its own turn.
  package var isTurnOfCaller: Bool {
    thread.load(ordering: .relaxed) == AudioThread.currentIdentifier
  }

  /// Waits until the turn in progress has ended, unless it is the caller's.
  package func waitForTurn() {
    let now = turn.load(ordering: .sequentiallyConsistent)
    guard now % 2 == 1, !isTurnOfCaller else { return }
    // The thread of the turn does not know about the caller, which therefore looks again.
    let pause = Signal()
    while turn.load(ordering: .sequentiallyConsistent) == now {
      pause.wait(until: MonotonicClock.nanoseconds + 1_000_000)
    }
  }

  private static func take(_ address: UInt) -> AnyObject? {
    // Safe: the address is that of a retained object, which the caller owns.
    unsafe UnsafeRawPointer(bitPattern: address).map {
      unsafe Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue()
    }
  }

  // MARK: The thread that uses the object

  /// Begins a turn.
  ///
  /// - Returns: `false` during another turn.
  package func begin() -> Bool {
    let now = turn.load(ordering: .relaxed)
    guard now % 2 == 0,
      turn.compareExchange(
        expected: now, desired: now + 1, ordering: .sequentiallyConsistent
      ).exchanged
    else { return false }
    thread.store(AudioThread.currentIdentifier, ordering: .relaxed)
    return true
  }

  /// The object of the turn.
  package var object: AnyObject? {
    let address = reference.load(ordering: .sequentiallyConsistent)
    // Safe: the object is retained until the turn has ended.
    return unsafe UnsafeRawPointer(bitPattern: address).map {
      unsafe Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Ends the turn.
  package func end() {
    thread.store(0, ordering: .relaxed)
    turn.wrappingAdd(1, ordering: .sequentiallyConsistent)
  }
}
