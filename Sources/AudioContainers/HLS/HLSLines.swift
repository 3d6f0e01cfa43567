internal import AudioSyntax
/// The lines of a playlist, which end with CR, LF, or both.
struct HLSLines: ~Escapable {
  /// A line without its terminator and surrounding white space.
  struct Line: Equatable {
    var text: String
    /// The line's number, from 1.
    var number: Int
  }

  private let bytes: Span<UInt8>
  private var index: Int
  /// The number of the latest line, or 0 at the start.
  private(set) var number = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
    // RFC 8216, 4.1, forbids the byte order mark, but some writers add it.
    index = bytes.has("\u{FEFF}", at: 0) ? 3 : 0
  }

  /// Returns the next line that has text, or `nil` after the last line.
  @_lifetime(self: copy self)
  mutating func next() throws(HLSError) -> Line? {
    while index < bytes.count {
      number += 1
      let range = passLine()
      guard range.count <= HLSPlaylist.longestLine else { throw HLSError(.longLine, line: number) }
      var line: [UInt8] = []
      line.append(bytes, range)
      let text = TagText.latinOrUTF8(line[...])
      if !text.isEmpty { return Line(text: text, number: number) }
    }
    return nil
  }

  /// Moves past a line and its terminator.
  @_lifetime(self: copy self)
  private mutating func passLine() -> Range<Int> {
    let start = index
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    let range = start..<index
    if index + 1 < bytes.count, bytes[index] == 0x0D, bytes[index + 1] == 0x0A { index += 1 }
    index += 1
    return range
  }
}
