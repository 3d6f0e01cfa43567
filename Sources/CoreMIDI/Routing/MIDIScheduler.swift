internal import AudioRealtime
internal import Synchronization

/// Delivers messages at their times, on one thread for each clock.
///
/// The thread exists while messages wait, and for a while afterwards.
final class MIDIScheduler: Sendable {
  private struct Item: Sendable {
    let due: Int
    let target: UInt32
    let deliver: @Sendable () -> Void
  }

  private struct State {
    /// Waiting messages by their times; those with the same time stay in order.
    var items: [Item] = []
  }

  /// The schedulers with a thread, by their clocks.
  private static let all = Mutex<[Int: MIDIScheduler]>([:])
  /// How long a thread without messages stays, in nanoseconds.
  private static let lingering = 1_000_000_000

  private let clock = VirtualClock.identity
  private let signal = Signal()
  private let state = Mutex(State())

  private init() {}

  /// Delivers at a time of the monotonic clock in nanoseconds, or as soon as possible.
  ///
  /// - Parameters:
  ///   - time: The time; a time in the past means now.
  ///   - target: The destination, for ``flush(_:)``.
  ///   - deliver: Called on the scheduler's thread.
  static func post(at time: UInt64, target: UInt32, _ deliver: @escaping @Sendable () -> Void) {
    let due = max(Int(clamping: time), MonotonicClock.nanoseconds)
    all.withLock { all in
      let key = VirtualClock.identity
      let known = all[key]
      let scheduler = known ?? MIDIScheduler()
      all[key] = scheduler
      scheduler.add(Item(due: due, target: target, deliver: deliver))
      if known == nil { _ = AudioThread(name: "oca-midi") { scheduler.run() } }
    }
  }

  /// Drops the messages to a destination that wait for a later time; 0 means all.
  static func flush(_ target: UInt32) {
    let scheduler = all.withLock { $0[VirtualClock.identity] }
    let now = MonotonicClock.nanoseconds
    // Released after the lock, because the last reference to a client's closure runs client code.
    _ = scheduler?.state.withLock { state in
      let isDropped = { (item: Item) in
        item.due > now && (target == 0 || item.target == target)
      }
      defer { state.items.removeAll(where: isDropped) }
      return state.items.filter(isDropped)
    }
  }

  private func add(_ item: Item) {
    state.withLock { state in
      let place = state.items.lastIndex { $0.due <= item.due }.map { $0 + 1 } ?? 0
      state.items.insert(item, at: place)
    }
    signal.post()
  }

  private func run() {
    let isReal = clock == 0
    var mayLinger = isReal
    while true {
      if let item = takeDue() {
        item.deliver()
        mayLinger = isReal
        continue
      }
      if let next = state.withLock({ $0.items.first?.due }) {
        signal.wait(until: next)
      } else if mayLinger {
        mayLinger = signal.wait(until: MonotonicClock.nanoseconds + Self.lingering)
      } else if end() {
        return
      }
    }
  }

  private func takeDue() -> Item? {
    let now = MonotonicClock.nanoseconds
    return state.withLock { state in
      guard let first = state.items.first, first.due <= now else { return nil }
      return state.items.removeFirst()
    }
  }

  /// Ends, unless messages have arrived; returns whether it has ended.
  private func end() -> Bool {
    Self.all.withLock { all in
      guard state.withLock({ $0.items.isEmpty }) else { return false }
      all[clock] = nil
      return true
    }
  }
}
