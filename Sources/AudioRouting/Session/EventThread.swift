internal import AudioRealtime
internal import Synchronization

/// A thread that handles events one at a time, in the order of their posts.
///
/// It starts with the first event and ends when it is closed. The handler may post further events.
final class EventThread<Event: Sendable>: Sendable {
  private struct State {
    var events: [Event] = []
    var thread: AudioThread?
    var isClosed = false
  }

  private let name: String
  private let handle: @Sendable (Event) -> Void
  private let signal = Signal()
  private let state = Mutex(State())

  init(name: String, handle: @escaping @Sendable (Event) -> Void) {
    self.name = name
    self.handle = handle
  }

  /// Queues an event.
  func post(_ event: Event) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.events.append(event)
      if state.thread == nil { state.thread = AudioThread(name: name) { [self] in run() } }
    }
    signal.post()
  }

  /// Drops pending events and ends the thread; does not wait for the event being handled.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.events = []
    }
    signal.post()
  }

  private func run() {
    while true {
      let (event, isClosed) = state.withLock { state in
        (state.events.isEmpty ? nil : state.events.removeFirst(), state.isClosed)
      }
      if isClosed { return }
      if let event { handle(event) } else { signal.wait() }
    }
  }
}
