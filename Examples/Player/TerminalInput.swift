import Foundation

/// The keys and the status line of a terminal; inactive without a terminal.
@MainActor final class TerminalInput {
  /// A key.
  enum Key: Equatable {
    case space, up, down, left, right
    case letter(Character)
  }

  private let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  private var saved: termios?
  private var source: (any DispatchSourceRead)?
  /// Whether the source is active; a new source is suspended.
  private var isReading = false

  /// Whether the program is in the foreground; a background job must leave the terminal to the
  /// shell.
  var isInForeground: Bool { isTerminal && tcgetpgrp(STDIN_FILENO) == getpgrp() }

  /// Calls a function for each key, without waiting for a line and without echo.
  func listen(_ heard: @escaping @MainActor (Key) -> Void) {
    guard isTerminal else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler { [self] in
      MainActor.assumeIsolated {
        look()
        // The shell may have taken the input, and then `read` would block.
        var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard isReading, poll(&wanted, 1, 0) > 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        for key in Self.keys(bytes.prefix(max(0, count))) { heard(key) }
      }
    }
    self.source = source
    watch([SIGINT, SIGTERM, SIGHUP, SIGTSTP])
    look()
  }

  /// Restores the terminal before signals take effect.
  private func watch(_ signals: [Int32]) {
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in signals { sigaddset(&mask, number) }
    // This thread and the threads that it makes block the signals.
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    let blocked = mask
    Thread.detachNewThread { [self] in
      var mask = blocked
      var number: Int32 = 0
      while sigwait(&mask, &number) == 0 {
        let number = number
        DispatchQueue.main.async { MainActor.assumeIsolated { self.obey(number) } }
      }
    }
  }

  /// Lets a signal take its default effect: end the program, or stop it until `fg`.
  private func obey(_ number: Int32) {
    restore()
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, number)
    raise(number)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    look()
  }

  /// Checks whether the program has entered or left the foreground; call this often.
  private func look() {
    let isMine = isInForeground
    if isMine { take() }
    guard isMine != isReading, let source else { return }
    isReading = isMine
    if isMine { source.resume() } else { source.suspend() }
  }

  /// Sets the terminal to deliver each key at once and without echo, if it does not yet.
  private func take() {
    var settings = termios()
    let modes = tcflag_t(ICANON | ECHO)
    guard tcgetattr(STDIN_FILENO, &settings) == 0, settings.c_lflag & modes != 0 else { return }
    saved = settings
    settings.c_lflag &= ~modes
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Restores the terminal's settings.
  func restore() {
    guard var settings = saved else { return }
    saved = nil
    guard isInForeground else { return }
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    print()
  }

  /// Replaces the status line, cut to the terminal's width, while the program is in the foreground.
  func show(_ line: String) {
    look()
    guard isReading else { return }
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    // After the last column, a terminal starts a new line.
    let room = isKnown ? Int(size.ws_col) - 1 : 79
    FileHandle.standardOutput.write(Data("\r\u{1B}[K\(line.prefix(room))".utf8))
  }

  /// Reads keys from bytes; an arrow key is an escape, a bracket, and a letter.
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
