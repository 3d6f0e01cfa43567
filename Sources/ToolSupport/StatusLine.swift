import Glibc

/// The progress line of a tool on the terminal, visible only while the tool is in the foreground.
package enum StatusLine {
  private static let erasing = "\r\u{1B}[K"

  /// Shows as much of a text as fits, in place of the last one.
  package static func show(_ text: String) {
    guard Terminal.isInForeground(STDERR_FILENO) else { return }
    Terminal.complain(erasing + fitting(text, columnCount: columnCount))
  }

  /// Removes the text.
  package static func clear() { show("") }

  /// The start of a text that leaves the last column of a line free.
  ///
  /// After the last column, a terminal continues on the next line.
  package static func fitting(_ text: String, columnCount: Int) -> String {
    var room = columnCount - 1
    return String(
      text.prefix { character in
        room -= width(character)
        return room >= 0
      })
  }

  /// The current number of columns of the terminal.
  private static var columnCount: Int {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// The number of columns for a character.
  ///
  /// Source: Unicode Standard Annex 11, East Asian Width, by the blocks that are entirely wide.
  private static func width(_ character: Character) -> Int {
    let isWide = character.unicodeScalars.first.map { scalar in
      wide.contains { $0.contains(scalar.value) }
    }
    return isWide == true ? 2 : 1
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FF,
    0x1F300...0x1FAFF, 0x20000...0x3FFFD,
  ]
}
