internal import CAudioRealtime
internal import Glibc
internal import Synchronization

/// A thread of the operating system that runs one closure.
package final class AudioThread: Sendable {
  private struct State {
    var identifier: pthread_t?
    var hasEnded = false
    var waiting: [Signal] = []
  }

  private let state = Mutex(State())

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - name: What debuggers show, 15 bytes of it.
  ///   - body: What it does.
  package init(name: String, body: @escaping @Sendable () -> Void) {
    let run = VirtualClock.inherit()
    let work = Work { [self] in
      unsafe name.withCString { text in
        // Safe: the text is a C string that outlives the call.
        unsafe OCANameThread(text)
      }
      state.withLock { $0.identifier = pthread_self() }
      if let run {
        run {
          body()
          end()
        }
      } else {
        body()
        end()
      }
    }
    var thread = pthread_t()
    // Safe: the retained closure is released by the thread that takes it, or below where there is none.
    let context = unsafe Unmanaged.passRetained(work)
    let status = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        let work = unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        work.body()
        return nil
      }, context.toOpaque())
    guard status == 0 else {
      unsafe context.release()
      preconditionFailure("No thread: \(status)")
    }
    pthread_detach(thread)
  }

  /// Wakes everybody who waits for the end.
  private func end() {
    let waiting = state.withLock { state -> [Signal] in
      state.hasEnded = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for signal in waiting { signal.post() }
  }

  /// Waits until the closure has returned.
  package func join() {
    let signal = Signal()
    let hasEnded = state.withLock { state -> Bool in
      if !state.hasEnded { state.waiting.append(signal) }
      return state.hasEnded
    }
    if !hasEnded { signal.wait() }
  }

  /// Whether the caller runs on this thread.
  package var isCurrent: Bool {
    state.withLock {
      $0.identifier.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    }
  }

  /// A closure as an object, to be handed to C.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
