import Glibc

/// The line of a terminal that shows how far a tool is; it is there only while the tool is in the foreground.
package enum StatusLine {
  private static let erasing = "\r\u{1B}[K"

  /// Shows a text in place of the last.
  package static func show(_ text: String) {
    guard Terminal.isInForeground(STDERR_FILENO) else { return }
    Terminal.complain(erasing + text)
  }

  /// Takes the text away.
  package static func clear() { show("") }
}
