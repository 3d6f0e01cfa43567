internal import CAudioRealtime
internal import Synchronization

/// A clock for tests, which advances immediately once all of its threads wait.
///
/// ``run(_:)`` makes the calling thread one of the clock's threads. Threads, signals, and clocks
/// that such a thread creates belong to the clock, too. A player in a test therefore plays ten
/// minutes in milliseconds. One thread runs at a time. Waiting threads continue in the order of
/// their deadlines and posts. A test therefore has the same events in the same order each time.
///
/// A thread must not wait for another one except through a ``Signal``, or a lock. The owner of such
/// a lock must not wait while it holds the lock. Other threads may post to signals. A thread that
/// waits for them by other means does that in ``outside(_:)``.
package final class VirtualClock: Sendable {
  enum Status {
    /// Waits for its turn.
    case ready(order: Int)
    case running
    /// Waits for a post or a deadline.
    case waiting(ObjectIdentifier, deadline: Int)
    /// Does something that the clock does not know about.
    case outside
  }

  final class Participant: Sendable {
    /// Posted at the start of this thread's turn.
    let turn = Turn()
  }

  /// A system semaphore for one thread.
  @safe
  final class Turn: @unchecked Sendable {
    // Sendable: the semaphore is thread-safe, and lives as long as this object.
    private let semaphore: OpaquePointer

    init() {
      // Safe: returns a new semaphore, or nil without memory.
      guard let made = unsafe OCASemaphoreCreate() else {
        preconditionFailure("cannot create a semaphore")
      }
      unsafe semaphore = made
    }

    deinit { unsafe OCASemaphoreDestroy(semaphore) }

    func grant() { unsafe OCASemaphorePost(semaphore) }

    func wait() { while unsafe !OCASemaphoreWait(semaphore, Int64.max) {} }
  }

  struct Entry {
    let participant: Participant
    /// The position among all threads of the clock, which decides between equal deadlines.
    let order: Int
    var status: Status
    /// Whether a post ended the last wait.
    var wasPosted = false
  }

  struct State {
    var now = 0
    var nextOrder = 0
    var entries: [ObjectIdentifier: Entry] = [:]
    /// Whether a thread is running, or has been woken to run.
    var isBusy = false
  }

  private let state = Mutex(State())

  /// Creates a clock at 0 without threads.
  package init() {}

  /// The clock of the calling thread, or `nil` for the system clock.
  static var current: VirtualClock? {
    // Safe: the thread's closure, or ``run(_:)``, keeps the clock while it is set.
    unsafe OCAVirtualClock().map {
      unsafe Unmanaged<Current>.fromOpaque($0).takeUnretainedValue().clock
    }
  }

  /// The object of the thread-local pointer.
  private final class Current: Sendable {
    let clock: VirtualClock
    let participant: Participant

    init(_ clock: VirtualClock, _ participant: Participant) {
      self.clock = clock
      self.participant = participant
    }
  }

  private static var currentParticipant: Participant? {
    // Safe: as for ``current``.
    unsafe OCAVirtualClock().map {
      unsafe Unmanaged<Current>.fromOpaque($0).takeUnretainedValue().participant
    }
  }

  /// A unique identifier of the clock, or 0 for the system clock.
  package static var identity: Int { current.map { Int(bitPattern: ObjectIdentifier($0)) } ?? 0 }

  // MARK: For tests

  /// Nanoseconds since the clock was created.
  package var nanoseconds: Int { state.withLock { $0.now } }

  /// Runs a closure on the clock.
  ///
  /// Returns when the closure does. The closure should end all threads that it has started, because
  /// they continue by themselves afterwards.
  package func run<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let participant = add()
    return try enter(participant, body)
  }

  /// Waits while virtual time passes.
  ///
  /// Call only on a thread of the clock.
  package static func sleep(nanoseconds: Int) {
    let signal = Signal()
    signal.wait(until: MonotonicClock.nanoseconds + nanoseconds)
  }

  /// Runs a closure outside the clock of the calling thread, to wait for a dispatch queue, for
  /// example.
  ///
  /// Other threads of the clock run meanwhile if something is posted to them, but time stands
  /// still. Threads, signals and clocks that the closure makes do not belong to the clock.
  package static func outside<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let clock = current, let participant = currentParticipant else { return try body() }
    // Safe: ``enter(_:_:)`` keeps what the pointer refers to until the thread has come back.
    let context = unsafe OCAVirtualClock()
    OCASetVirtualClock(nil)
    clock.leave(participant)
    defer {
      unsafe OCASetVirtualClock(context)
      clock.comeBack(participant)
    }
    return try body()
  }

  // MARK: Threads

  /// Adds a thread, which is ready from now on.
  private func add() -> Participant {
    let participant = Participant()
    state.withLock { state in
      let order = state.takeOrder()
      state.entries[ObjectIdentifier(participant)] = Entry(
        participant: participant, order: order, status: .ready(order: order))
    }
    return participant
  }

  /// Adds a thread that a thread of this clock starts.
  ///
  /// - Returns: A function that runs the new thread's closure on that thread.
  static func inherit() -> (@Sendable (() -> Void) -> Void)? {
    guard let clock = current else { return nil }
    let participant = clock.add()
    return { body in clock.enter(participant, body) }
  }

  private func enter<Result, Failure: Error>(
    _ participant: Participant, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let current = Current(self, participant)
    // Safe: `current` lives until the pointer is cleared.
    unsafe OCASetVirtualClock(Unmanaged.passUnretained(current).toOpaque())
    defer {
      OCASetVirtualClock(nil)
      state.withLock { state in
        state.entries[ObjectIdentifier(participant)] = nil
        state.isBusy = false
        Self.grantNext(&state)
      }
      withExtendedLifetime(current) {}
    }
    state.withLock { state in
      if !state.isBusy { Self.grantNext(&state) }
    }
    participant.turn.wait()
    return try body()
  }

  /// Lets other threads run, but stops the time.
  private func leave(_ participant: Participant) {
    state.withLock { state in
      state.entries[ObjectIdentifier(participant)]?.status = .outside
      state.isBusy = false
      Self.grantNext(&state)
    }
  }

  /// Waits for the turn of a thread that has been outside.
  private func comeBack(_ participant: Participant) {
    state.withLock { state in
      let order = state.takeOrder()
      state.entries[ObjectIdentifier(participant)]?.status = .ready(order: order)
      if !state.isBusy { Self.grantNext(&state) }
    }
    participant.turn.wait()
  }

  // MARK: Waiting

  /// Waits for a post to a signal, or for a deadline.
  ///
  /// `Int.max` means no deadline.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - deadline: Nanoseconds of this clock.
  ///   - isPosted: Consumes a pending post.
  /// - Returns: Whether a post occurred.
  func wait(for signal: ObjectIdentifier, until deadline: Int, isPosted: () -> Bool) -> Bool {
    guard let participant = Self.currentParticipant else {
      preconditionFailure("the waiting thread does not belong to the virtual clock")
    }
    let key = ObjectIdentifier(participant)
    let isDone = state.withLock { state -> Bool in
      if isPosted() { return true }
      state.entries[key]?.status = .waiting(signal, deadline: deadline)
      state.isBusy = false
      Self.grantNext(&state)
      return false
    }
    if isDone { return true }
    participant.turn.wait()
    return state.withLock { $0.entries[key]?.wasPosted ?? false }
  }

  /// Continues the thread that waits for a signal.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - keep: Stores the post if no thread waits.
  func post(to signal: ObjectIdentifier, keep: () -> Void) {
    state.withLock { state in
      let waiting = state.entries.first { entry in
        if case .waiting(signal, _) = entry.value.status { return true }
        return false
      }
      guard let waiting else { return keep() }
      let order = state.takeOrder()
      state.entries[waiting.key]?.wasPosted = true
      state.entries[waiting.key]?.status = .ready(order: order)
      if !state.isBusy { Self.grantNext(&state) }
    }
  }

  /// Gives the turn to the longest ready thread, or else to the one with the earliest deadline.
  private static func grantNext(_ state: inout State) {
    guard let key = state.nextReady ?? state.passTime() else { return }
    state.isBusy = true
    state.entries[key]?.status = .running
    state.entries[key]?.participant.turn.grant()
  }
}
