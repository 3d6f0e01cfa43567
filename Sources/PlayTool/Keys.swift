import Foundation
import Glibc
import Synchronization
import ToolSupport

/// Keys of the terminal that the tool runs on, while the tool is in the foreground.
enum Keys {
  /// The action of a key.
  enum Key: Equatable {
    case pause, back, ahead, louder, softer, mute, next, previous, shuffle, `repeat`, quit
  }

  private enum Phase {
    /// The program does not listen to keys.
    case silent
    case listening
    /// The program is stopped, or about to stop.
    case suspended
  }

  private struct State {
    var phase = Phase.silent
    /// The original settings of the terminal, while they are changed.
    var saved: termios?
  }

  private static let state = Mutex(State())
  /// The interval of checks for the foreground, in milliseconds.
  private static let interval: Int32 = 200

  /// Starts a thread that calls a function for each key; has no effect without a terminal.
  static func listen(_ heard: @escaping @Sendable (Key) -> Void) {
    guard isatty(STDIN_FILENO) == 1, Terminal.isInteractive else { return }
    state.withLock { $0.phase = .listening }
    _ = takeTerminal()
    Thread.detachNewThread { run(heard) }
  }

  private static func run(_ heard: (Key) -> Void) {
    // If another job gets the terminal just before a read, the read fails, and does not stop the
    // tool.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTTIN)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var parser = KeyParser()
    var byte: UInt8 = 0
    while true {
      let isMine = takeTerminal()
      // Without descriptors, only the timeout ends the wait.
      var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&wanted, isMine ? 1 : 0, interval) > 0 else { continue }
      guard Terminal.isInForeground(STDIN_FILENO) else { continue }
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR || errno == EIO { continue }
      guard count == 1 else { return }
      if let key = parser.take(byte) { heard(key) }
    }
  }

  /// Makes the terminal deliver each key immediately and without echo, while the tool is in the
  /// foreground.
  ///
  /// Other programs may change the settings at any time.
  ///
  /// - Returns: Whether the terminal does so.
  private static func takeTerminal() -> Bool {
    state.withLock { state in
      var settings = termios()
      guard state.phase == .listening, Terminal.isInForeground(STDIN_FILENO),
        tcgetattr(STDIN_FILENO, &settings) == 0
      else { return false }
      let modes = tcflag_t(ICANON | ECHO)
      guard settings.c_lflag & modes != 0 else { return true }
      state.saved = settings
      // Ctrl-C remains a signal.
      settings.c_lflag &= ~modes
      return tcsetattr(STDIN_FILENO, TCSANOW, &settings) == 0
    }
  }

  /// Restores the original settings of the terminal.
  static func restoreTerminal() { restoreTerminal(.silent) }

  /// Restores the original settings of the terminal until ``resume()``.
  static func suspend() {
    if state.withLock({ $0.phase }) == .listening { restoreTerminal(.suspended) }
  }

  /// Changes the settings again if the program resumes in the foreground.
  static func resume() {
    state.withLock { if $0.phase == .suspended { $0.phase = .listening } }
    _ = takeTerminal()
  }

  private static func restoreTerminal(_ phase: Phase) {
    state.withLock { state in
      state.phase = phase
      guard var settings = state.saved else { return }
      state.saved = nil
      // A shell that has the terminal uses its own settings.
      guard Terminal.isInForeground(STDIN_FILENO) else { return }
      tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
  }
}

/// Converts the bytes from a terminal to keys.
///
/// Source: ECMA-48, 5.4: a control sequence is ESC, a bracket, and a final byte; DEC VT100, cursor
/// keys.
struct KeyParser {
  private var sequence: [UInt8] = []

  /// Takes a byte, and returns the key that it completes.
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
      // Parameters, which the supported keys do not have.
      if sequence.count < 16 { sequence.append(byte) }
      return nil
    }
  }

  private static let keys: [UInt8: Keys.Key] = [
    UInt8(ascii: " "): .pause, UInt8(ascii: "m"): .mute, UInt8(ascii: "q"): .quit,
    UInt8(ascii: "n"): .next, UInt8(ascii: "p"): .previous, UInt8(ascii: "s"): .shuffle,
    UInt8(ascii: "r"): .repeat,
  ]
  private static let cursorKeys: [UInt8: Keys.Key] = [
    UInt8(ascii: "A"): .louder, UInt8(ascii: "B"): .softer, UInt8(ascii: "C"): .ahead,
    UInt8(ascii: "D"): .back,
  ]
}
