import Foundation

/// Keys and a line of a terminal, where there is one.
@MainActor final class TerminalInput {
  /// A key.
  enum Key: Equatable {
    case space, up, down, left, right
    case letter(Character)
  }

  /// Whether somebody sees what is shown.
  let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1

  private var saved: termios?
  private var source: (any DispatchSourceRead)?

  /// Calls a function for each key, which is taken at once and not shown.
  func listen(_ heard: @escaping @MainActor (Key) -> Void) {
    guard isTerminal else { return }
    var settings = termios()
    tcgetattr(STDIN_FILENO, &settings)
    saved = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      MainActor.assumeIsolated {
        for key in Self.keys(bytes.prefix(max(0, count))) { heard(key) }
      }
    }
    source.resume()
    self.source = source
  }

  /// Leaves the terminal as it was.
  func restore() {
    guard var settings = saved else { return }
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    print()
  }

  /// Shows a line in place of the last.
  func show(_ line: String) {
    FileHandle.standardOutput.write(Data("\r\u{1B}[K\(line)".utf8))
  }

  /// The keys that bytes are; an arrow is an escape, a bracket and a letter.
  private static func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    var escape = 0
    for byte in bytes {
      switch (escape, byte) {
      case (_, 0x1B): escape = 1
      case (1, UInt8(ascii: "[")), (1, UInt8(ascii: "O")): escape = 2
      case (2, UInt8(ascii: "A")): keys.append(.up)
      case (2, UInt8(ascii: "B")): keys.append(.down)
      case (2, UInt8(ascii: "C")): keys.append(.right)
      case (2, UInt8(ascii: "D")): keys.append(.left)
      case (0, UInt8(ascii: " ")): keys.append(.space)
      case (0, _): keys.append(.letter(Character(UnicodeScalar(byte))))
      default: break
      }
      if byte != 0x1B, escape == 2, byte != UInt8(ascii: "["), byte != UInt8(ascii: "O") {
        escape = 0
      }
    }
    return keys
  }
}
