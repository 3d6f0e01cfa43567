internal import AudioRealtime
internal import Synchronization

/// A command that can be declined if its thread has ended.
protocol DeclinableCommand: Sendable {
  /// Replies on behalf of the thread.
  func decline()
}

/// A thread and its queue of commands.
///
/// The thread starts with the first command.
final class CommandThread<Command: DeclinableCommand>: Sendable {
  private struct State {
    var commands: [Command] = []
    var thread: AudioThread?
    /// Whether the thread has ended; then commands are declined.
    var isClosed = false
  }

  private let name: String
  private let signal: Signal
  private let state = Mutex(State())

  /// Makes an empty queue.
  ///
  /// - Parameters:
  ///   - name: The thread's name.
  ///   - signal: Wakes the thread.
  init(name: String, signal: Signal) {
    self.name = name
    self.signal = signal
  }

  /// Whether the thread has been started.
  var isStarted: Bool { state.withLock { $0.thread != nil } }

  /// Whether the caller is this thread.
  var isCurrent: Bool { state.withLock { $0.thread }?.isCurrent == true }

  /// Enqueues a command, or declines it if the thread has ended.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - run: The body of the thread, which ends with ``close()``.
  func send(_ command: Command, run: @escaping @Sendable () -> Void) {
    let isAccepted = state.withLock { state -> Bool in
      guard !state.isClosed else { return false }
      state.commands.append(command)
      if state.thread == nil { state.thread = AudioThread(name: name, body: run) }
      return true
    }
    if isAccepted { signal.post() } else { command.decline() }
  }

  /// Takes the next command; called on the thread.
  func take() -> Command? {
    state.withLock { $0.commands.isEmpty ? nil : $0.commands.removeFirst() }
  }

  /// Declines all pending and later commands; called on the thread, or without one.
  func close() {
    let late = state.withLock { state in
      state.isClosed = true
      defer { state.commands = [] }
      return state.commands
    }
    for command in late { command.decline() }
  }

  /// Ends the thread by a command that closes it, and waits for it unless the caller is that
  /// thread.
  ///
  /// If the thread has not been started, it never starts.
  ///
  /// If the caller is the thread, it declines all other commands first: their senders may wait for
  /// it.
  func end(by command: Command) {
    let thread = state.withLock { state in
      if state.thread == nil { state.isClosed = true }
      return state.thread
    }
    guard let thread else { return }
    guard thread.isCurrent else {
      send(command) {}
      return thread.join()
    }
    let declined = state.withLock { state in
      state.isClosed = true
      defer { state.commands = [command] }
      return state.commands
    }
    for command in declined { command.decline() }
    signal.post()
  }
}
