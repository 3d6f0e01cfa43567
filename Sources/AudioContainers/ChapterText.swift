/// A chapter of a track of texts: where its title stands in the file.
///
/// Sources: *QuickTime File Format*, "Text Sample Data", "Chapter Lists"; 3GPP TS 26.245, 5.17 Sample format.
package struct ChapterText: Hashable, Sendable {
  /// A track of more texts than these is none of chapters.
  static let most = 4096
  /// Bytes of the longest text that is read, with its length in front.
  private static let longest: UInt64 = 2 + UInt64(Tags.longestText)

  /// Seconds from the start of the recording.
  package var start: Double
  /// Where the bytes are that ``title(_:)`` asks for.
  package var extent: FileExtent

  init(start: Double, offset: UInt64, byteCount: UInt32) {
    self.start = start
    extent = FileExtent(offset: offset, byteCount: min(UInt64(byteCount), Self.longest))
  }

  /// The title in a sample: its length and as many bytes, in UTF-8, or UTF-16 with a byte order mark.
  package static func title(_ sample: Span<UInt8>) -> String {
    guard sample.count >= 2 else { return "" }
    let length = min(Int(sample.bigEndian16(at: 0)), sample.count - 2)
    let text = sample.extracting(2..<2 + length)
    if length >= 2, text.bigEndian16(at: 0) == 0xFEFF || text.bigEndian16(at: 0) == 0xFFFE {
      return MP4Text.utf16(text)
    }
    return MP4Text.utf8(text)
  }
}
