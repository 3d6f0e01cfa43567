import Foundation
import Glibc
import Synchronization
import ToolSupport

/// Keys of the terminal that the tool runs on, while no other job has it.
enum Keys {
  /// What a key asks for.
  enum Key: Equatable {
    case pause, back, ahead, louder, softer, mute, next, quit
  }

  private enum Phase {
    /// Nobody listens any more, or yet.
    case silent
    case listening
    /// The program is stopped, or about to be.
    case suspended
  }

  private struct State {
    var phase = Phase.silent
    /// How the terminal was found, while it is otherwise.
    var saved: termios?
  }

  private static let state = Mutex(State())
  /// How soon it is seen that the tool has come to the foreground, in milliseconds.
  private static let interval: Int32 = 200

  /// Calls a function for each key from now on, on a thread of its own; does nothing where there is no terminal.
  static func listen(_ heard: @escaping @Sendable (Key) -> Void) {
    guard isatty(STDIN_FILENO) == 1, Terminal.isInteractive else { return }
    state.withLock { $0.phase = .listening }
    _ = takeTerminal()
    Thread.detachNewThread { run(heard) }
  }

  private static func run(_ heard: (Key) -> Void) {
    // Where another job gets the terminal just before it is read, reading fails then, and does not stop the tool.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTTIN)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var parser = KeyParser()
    var byte: UInt8 = 0
    while true {
      let isMine = takeTerminal()
      // Without descriptors it is the time alone that is waited for.
      var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&wanted, isMine ? 1 : 0, interval) > 0 else { continue }
      guard Terminal.isInForeground(STDIN_FILENO) else { continue }
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR || errno == EIO { continue }
      guard count == 1 else { return }
      if let key = parser.take(byte) { heard(key) }
    }
  }

  /// Has the terminal give each key at once and unseen, while the tool is in the foreground; others set it as they like.
  ///
  /// - Returns: Whether it does.
  private static func takeTerminal() -> Bool {
    state.withLock { state in
      var settings = termios()
      guard state.phase == .listening, Terminal.isInForeground(STDIN_FILENO),
        tcgetattr(STDIN_FILENO, &settings) == 0
      else { return false }
      let modes = tcflag_t(ICANON | ECHO)
      guard settings.c_lflag & modes != 0 else { return true }
      state.saved = settings
      // Ctrl-C stays a signal.
      settings.c_lflag &= ~modes
      return tcsetattr(STDIN_FILENO, TCSANOW, &settings) == 0
    }
  }

  /// Leaves the terminal as it was found.
  static func restoreTerminal() { restoreTerminal(.silent) }

  /// Leaves the terminal as it was found until ``resume()``.
  static func suspend() {
    if state.withLock({ $0.phase }) == .listening { restoreTerminal(.suspended) }
  }

  /// Takes the terminal again where the program goes on in the foreground.
  static func resume() {
    state.withLock { if $0.phase == .suspended { $0.phase = .listening } }
    _ = takeTerminal()
  }

  private static func restoreTerminal(_ phase: Phase) {
    state.withLock { state in
      state.phase = phase
      guard var settings = state.saved else { return }
      state.saved = nil
      // The shell that has it meanwhile sets it as it needs it.
      guard Terminal.isInForeground(STDIN_FILENO) else { return }
      tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
  }
}

/// Makes keys of the bytes that a terminal sends.
///
/// Source: ECMA-48, 5.4: a control sequence is ESC, a bracket and a final byte; DEC VT100, cursor keys.
struct KeyParser {
  private var sequence: [UInt8] = []

  /// Takes a byte, and gives the key that it ends.
  mutating func take(_ byte: UInt8) -> Keys.Key? {
    switch (sequence, byte) {
    case (_, 0x1B):
      sequence = [0x1B]
      return nil
    case ([0x1B], UInt8(ascii: "[")), ([0x1B], UInt8(ascii: "O")):
      sequence.append(byte)
      return nil
    case ([], _), ([0x1B], _):
      sequence = []
      return Self.keys[byte]
    case (_, 0x40...0x7E):
      let isPlain = sequence.count == 2
      sequence = []
      return isPlain ? Self.cursorKeys[byte] : nil
    default:
      // Parameters, of which no key of ours has any.
      if sequence.count < 16 { sequence.append(byte) }
      return nil
    }
  }

  private static let keys: [UInt8: Keys.Key] = [
    UInt8(ascii: " "): .pause, UInt8(ascii: "m"): .mute, UInt8(ascii: "q"): .quit,
    UInt8(ascii: "n"): .next,
  ]
  private static let cursorKeys: [UInt8: Keys.Key] = [
    UInt8(ascii: "A"): .louder, UInt8(ascii: "B"): .softer, UInt8(ascii: "C"): .ahead,
    UInt8(ascii: "D"): .back,
  ]
}
