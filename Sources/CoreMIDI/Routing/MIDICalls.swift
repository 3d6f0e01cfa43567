internal import AudioRealtime
internal import Synchronization

/// The calls of one client function: counts the calls in progress, and begins no calls after the
/// end.
final class MIDICalls: Sendable {
  private struct State {
    var isEnded = false
    /// The threads of the calls in progress, by the numbers of the calls.
    var threads: [Int: UInt] = [:]
    var lastNumber = 0
    var waiting: [Signal] = []
  }

  /// The threads for which each thread waits.
  private static let waits = Mutex<[UInt: Set<UInt>]>([:])

  private let state = Mutex(State())

  // MARK: Calls

  /// Calls the function, unless the calls have ended.
  func perform(_ call: () -> Void) {
    let number = state.withLock { state -> Int? in
      guard !state.isEnded else { return nil }
      state.lastNumber += 1
      state.threads[state.lastNumber] = AudioThread.currentIdentifier
      return state.lastNumber
    }
    guard let number else { return }
    call()
    let waiting = state.withLock { state in
      state.threads[number] = nil
      defer { state.waiting = [] }
      return state.waiting
    }
    for signal in waiting { signal.post() }
  }

  // MARK: Waiting

  /// Ends the calls, and waits for those in progress.
  ///
  /// Do not hold a lock during this call, or during ``wait()``.
  func end() {
    state.withLock { $0.isEnded = true }
    wait()
  }

  /// Waits for the calls in progress, except those that wait for the calling thread.
  ///
  /// The exceptions prevent deadlocks. They are the thread's own calls, and calls that wait for one
  /// of these, also indirectly.
  func wait() {
    let thread = AudioThread.currentIdentifier
    let calls = state.withLock { $0.threads }
    let others = Self.begin(Set(calls.values), for: thread)
    let numbers = calls.filter { others.contains($0.value) }.keys.sorted()
    while let signal = signal(after: numbers) { signal.wait() }
    Self.waits.withLock { $0[thread] = nil }
  }

  /// A signal that is posted when the next call ends; `nil` if all calls with these numbers have
  /// ended.
  private func signal(after numbers: [Int]) -> Signal? {
    state.withLock { state in
      guard numbers.contains(where: { state.threads[$0] != nil }) else { return nil }
      let signal = Signal()
      state.waiting.append(signal)
      return signal
    }
  }

  /// Notes that a thread waits for others, except for those that wait for the thread.
  ///
  /// - Returns: The threads for which the thread waits.
  private static func begin(_ others: Set<UInt>, for thread: UInt) -> Set<UInt> {
    waits.withLock { waits in
      let free = others.filter { !waitsFor(thread, $0, in: waits) }
      waits[thread] = free
      return free
    }
  }

  private static func waitsFor(
    _ thread: UInt, _ other: UInt, in waits: [UInt: Set<UInt>]
  ) -> Bool {
    var (rest, seen) = ([other], Set<UInt>())
    while let next = rest.popLast() {
      if next == thread { return true }
      if seen.insert(next).inserted { rest += waits[next] ?? [] }
    }
    return false
  }
}
