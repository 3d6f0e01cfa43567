internal import CAudioRealtime
internal import Glibc
internal import Synchronization

/// An operating system thread that runs one closure.
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
  ///   - name: The name for debuggers, which show 15 bytes of it.
  ///   - body: The closure to run.
  package init(name: String, body: @escaping @Sendable () -> Void) {
    let run = VirtualClock.inherit()
    let work = Work { [self] in
      unsafe name.withCString { text in
        // Safe: the string is a C string that outlives the call.
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
    // Safe: the thread releases the retained closure, or the code below does if no thread starts.
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
      preconditionFailure("cannot create a thread: error \(status) of pthread_create")
    }
    pthread_detach(thread)
  }

  /// Wakes all threads that wait for the end.
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

  /// The identifier of the calling thread, of whichever kind; never 0.
  package static var currentIdentifier: UInt { UInt(pthread_self()) }

  /// Whether the caller runs on this thread.
  package var isCurrent: Bool {
    state.withLock {
      $0.identifier.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    }
  }

  /// A closure in an object that can be passed to C.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
