internal import CAudioRealtime
internal import Synchronization

/// A clock for tests: time passes only while every thread of it waits, and then at once.
///
/// ``run(_:)`` makes the calling thread one of the clock's threads. Threads, signals and clocks that such
/// a thread makes belong to the clock, too: a player that a test makes there plays ten minutes in
/// milliseconds. One thread runs at a time, and waiting threads continue in the order of their
/// deadlines and posts. So a test has the same events in the same order each time.
///
/// A thread must not wait for another one by other means than a ``Signal``, except for a lock that is
/// free whenever its owner waits. Threads from elsewhere may post to signals.
package final class VirtualClock: Sendable {
  fileprivate enum Status {
    /// Waits for its turn.
    case ready(order: Int)
    case running
    /// Waits for a post or a deadline.
    case waiting(ObjectIdentifier, deadline: Int)
  }

  fileprivate final class Participant: Sendable {
    /// Posted when it is this thread's turn.
    let turn = Turn()
  }

  /// A semaphore of the system, for one thread.
  @safe
  fileprivate final class Turn: @unchecked Sendable {
    // Sendable: the semaphore is made for many threads and lives as long as this object.
    private let semaphore: OpaquePointer

    init() {
      // Safe: returns a new semaphore, or nil without memory.
      guard let made = unsafe OCASemaphoreCreate() else {
        preconditionFailure("No memory for a semaphore")
      }
      unsafe semaphore = made
    }

    deinit { unsafe OCASemaphoreDestroy(semaphore) }

    func grant() { unsafe OCASemaphorePost(semaphore) }

    func wait() { while unsafe !OCASemaphoreWait(semaphore, Int64.max) {} }
  }

  fileprivate struct Entry {
    let participant: Participant
    /// Its place among all threads of the clock, which decides between equal deadlines.
    let order: Int
    var status: Status
    /// Whether the last wait ended by a post.
    var wasPosted = false
  }

  fileprivate struct State {
    var now = 0
    var nextOrder = 0
    var entries: [ObjectIdentifier: Entry] = [:]
    /// Whether a thread runs, or has been told to.
    var isBusy = false
  }

  private let state = Mutex(State())

  /// Makes a clock at 0 without threads.
  package init() {}

  /// The clock of the calling thread; `nil` for the clock of the system.
  static var current: VirtualClock? {
    // Safe: the thread's closure, or ``run(_:)``, keeps the clock while it is set.
    unsafe OCAVirtualClock().map {
      unsafe Unmanaged<Current>.fromOpaque($0).takeUnretainedValue().clock
    }
  }

  /// What the thread-local pointer refers to.
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

  /// Tells clocks apart; 0 for the clock of the system.
  package static var identity: Int { current.map { Int(bitPattern: ObjectIdentifier($0)) } ?? 0 }

  // MARK: For tests

  /// Nanoseconds since the clock was made.
  package var nanoseconds: Int { state.withLock { $0.now } }

  /// Runs a closure on the clock.
  ///
  /// Returns when the closure does. Threads that it has started stand still from then on, so it should
  /// have ended them.
  package func run<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let participant = add()
    return try enter(participant, body)
  }

  /// Waits while virtual time passes; only a thread of the clock may call this.
  package static func sleep(nanoseconds: Int) {
    let signal = Signal()
    signal.wait(until: MonotonicClock.nanoseconds + nanoseconds)
  }

  // MARK: Threads

  /// Announces a thread, which is ready from now on.
  private func add() -> Participant {
    let participant = Participant()
    state.withLock { state in
      let order = state.takeOrder()
      state.entries[ObjectIdentifier(participant)] = Entry(
        participant: participant, order: order, status: .ready(order: order))
    }
    return participant
  }

  /// Announces a thread of a thread of this clock.
  ///
  /// - Returns: Runs the new thread's closure on that thread.
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

  // MARK: Waiting

  /// Waits for a post to a signal, or for a deadline; `Int.max` for no deadline.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - deadline: Nanoseconds of this clock.
  ///   - isPosted: Takes a post that came before.
  /// - Returns: Whether there was a post.
  func wait(for signal: ObjectIdentifier, until deadline: Int, isPosted: () -> Bool) -> Bool {
    guard let participant = Self.currentParticipant else {
      preconditionFailure("a thread outside of a virtual clock waits for a signal of it")
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

  /// Has the thread that waits for a signal continue.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - keep: Keeps the post if no thread waits.
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

  /// Gives the turn to the thread that is ready longest, else to the one with the nearest deadline.
  private static func grantNext(_ state: inout State) {
    guard let key = state.nextReady ?? state.passTime() else { return }
    state.isBusy = true
    state.entries[key]?.status = .running
    state.entries[key]?.participant.turn.grant()
  }
}

extension VirtualClock.State {
  fileprivate mutating func takeOrder() -> Int {
    defer { nextOrder += 1 }
    return nextOrder
  }

  /// The thread that is ready longest.
  fileprivate var nextReady: ObjectIdentifier? {
    var best: (key: ObjectIdentifier, order: Int)?
    for (key, entry) in entries {
      if case .ready(let order) = entry.status, order < best?.order ?? .max { best = (key, order) }
    }
    return best?.key
  }

  /// Moves time to the nearest deadline.
  ///
  /// - Returns: The thread of that deadline; `nil` if none has one.
  fileprivate mutating func passTime() -> ObjectIdentifier? {
    var best: (key: ObjectIdentifier, deadline: Int, order: Int)?
    for (key, entry) in entries {
      guard case .waiting(_, let deadline) = entry.status, deadline != .max else { continue }
      if (deadline, entry.order) < (best?.deadline ?? .max, best?.order ?? .max) {
        best = (key, deadline, entry.order)
      }
    }
    guard let best else { return nil }
    now = max(now, best.deadline)
    entries[best.key]?.wasPosted = false
    return best.key
  }
}
