import Foundation
import Glibc
import Synchronization
import ToolSupport

/// Keys of the terminal that the tool runs on.
enum Keys {
  /// What a key asks for.
  enum Key: Equatable {
    case pause, back, ahead, louder, softer, mute, next, quit
  }

  private static let saved = Mutex<termios?>(nil)

  /// Calls a function for each key from now on, on a thread of its own; does nothing where there is no terminal.
  static func listen(_ heard: @escaping @Sendable (Key) -> Void) {
    guard isatty(STDIN_FILENO) == 1, Terminal.isInteractive else { return }
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    let before = settings
    saved.withLock { $0 = before }
    // Each key at once and unseen; Ctrl-C stays a signal.
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    Thread.detachNewThread {
      var parser = KeyParser()
      var byte: UInt8 = 0
      while true {
        let count = read(STDIN_FILENO, &byte, 1)
        if count < 0, errno == EINTR { continue }
        guard count == 1 else { return }
        if let key = parser.take(byte) { heard(key) }
      }
    }
  }

  /// Leaves the terminal as it was found.
  static func restoreTerminal() {
    saved.withLock { saved in
      guard var settings = saved else { return }
      tcsetattr(STDIN_FILENO, TCSANOW, &settings)
      saved = nil
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
