import Glibc

/// The three standard files, without the cost of Foundation's handles.
package enum Terminal {
  /// Whether standard error is a terminal, which can show a changing line.
  package static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether a file is the controlling terminal of this process, and no other job uses it.
  ///
  /// A background job that uses its terminal is stopped, and disturbs the user's input.
  package static func isInForeground(_ descriptor: Int32) -> Bool {
    tcgetpgrp(descriptor) == getpgrp()
  }

  /// Writes to standard output.
  package static func write(_ text: String) {
    write(text, to: STDOUT_FILENO)
  }

  /// Writes to standard error.
  package static func complain(_ text: String) {
    write(text, to: STDERR_FILENO)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno != EINTR { return }
      start += max(count, 0)
    }
  }
}
