internal import AudioRealtime
internal import Synchronization

/// A thread that handles events one at a time, in the order of their posts.
///
/// It starts with the first event and ends when it is closed. The handler may post further events.
final class EventThread<Event: Sendable>: Sendable {
  private struct State {
    var events: [Event] = []
    var thread: AudioThread?
    /// Made with the thread, so that both belong to the same clock.
    var signal: Signal?
    var isClosed = false
  }

  private let name: String
  private let handle: @Sendable (Event) -> Void
  private let state = Mutex(State())

  init(name: String, handle: @escaping @Sendable (Event) -> Void) {
    self.name = name
    self.handle = handle
  }

  /// Queues an event.
  func post(_ event: Event) {
    let signal = state.withLock { state -> Signal? in
      guard !state.isClosed else { return nil }
      state.events.append(event)
      if state.thread == nil {
        let signal = Signal()
        state.signal = signal
        state.thread = AudioThread(name: name) { [self] in run(signal) }
      }
      return state.signal
    }
    signal?.post()
  }

  /// Drops pending events and ends the thread; does not wait for the event being handled.
  func close() {
    let signal = state.withLock { state in
      state.isClosed = true
      state.events = []
      return state.signal
    }
    signal?.post()
  }

  private func run(_ signal: Signal) {
    while true {
      let (event, isClosed) = state.withLock { state in
        (state.events.isEmpty ? nil : state.events.removeFirst(), state.isClosed)
      }
      if isClosed { return }
      if let event { handle(event) } else { signal.wait() }
    }
  }
}
