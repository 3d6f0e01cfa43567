internal import AudioRealtime
internal import Synchronization

/// What a command of a thread that has ended comes to.
protocol DeclinableCommand: Sendable {
  /// Answers in place of the thread.
  func decline()
}

/// The commands of a thread, which it takes one after the other; it starts with the first.
final class CommandThread<Command: DeclinableCommand>: Sendable {
  private struct State {
    var commands: [Command] = []
    var thread: AudioThread?
    /// Whether the thread has ended: nobody answers commands any more.
    var isClosed = false
  }

  private let name: String
  private let signal: Signal
  private let state = Mutex(State())

  /// Makes the commands of a thread.
  ///
  /// - Parameters:
  ///   - name: The thread's name.
  ///   - signal: Wakes the thread.
  init(name: String, signal: Signal) {
    self.name = name
    self.signal = signal
  }

  /// Whether there has been a command.
  var isStarted: Bool { state.withLock { $0.thread != nil } }

  /// Whether the caller is the thread itself.
  var isCurrent: Bool { state.withLock { $0.thread }?.isCurrent == true }

  /// Leaves a command; declines it where the thread has ended.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - run: What the thread does, until it calls ``close()``.
  func send(_ command: Command, run: @escaping @Sendable () -> Void) {
    let isAccepted = state.withLock { state -> Bool in
      guard !state.isClosed else { return false }
      state.commands.append(command)
      if state.thread == nil { state.thread = AudioThread(name: name, body: run) }
      return true
    }
    if isAccepted { signal.post() } else { command.decline() }
  }

  /// Takes the next command, on the thread.
  func take() -> Command? {
    state.withLock { $0.commands.isEmpty ? nil : $0.commands.removeFirst() }
  }

  /// Declines this and all later commands, on the thread or where there is none.
  func close() {
    let late = state.withLock { state in
      state.isClosed = true
      defer { state.commands = [] }
      return state.commands
    }
    for command in late { command.decline() }
  }

  /// Ends the thread by a command that has it close, and waits for it unless it is the caller's; where there is none, none starts any
  /// more.
  ///
  /// The thread itself declines all other commands before: it may be about to wait for those who wait for it.
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
