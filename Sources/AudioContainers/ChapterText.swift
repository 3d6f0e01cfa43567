import AudioModel
import AudioSyntax

/// A chapter from a text track, with the location of its title in the file.
///
/// Sources: *QuickTime File Format*, "Text Sample Data", "Chapter Lists"; 3GPP TS 26.245, 5.17
/// Sample format.
package struct ChapterText: Hashable, Sendable {
  /// Maximum number of chapters.
  ///
  /// A track with more texts is not a chapter track.
  static let most = 4096
  /// Maximum size in bytes of a text that is read, including its length field.
  private static let longest: UInt64 = 2 + UInt64(Tags.longestText)

  /// Seconds from the start of the recording.
  package var start: Double
  /// The range of the file that ``title(_:)`` reads.
  package var extent: FileExtent

  init(start: Double, offset: UInt64, byteCount: UInt32) {
    self.start = start
    extent = FileExtent(offset: offset, byteCount: min(UInt64(byteCount), Self.longest))
  }

  /// Decodes the title in a sample.
  ///
  /// A sample is a byte count and the text, in UTF-8, or in UTF-16 with a byte order mark.
  package static func title(_ sample: Span<UInt8>) -> String {
    guard sample.count >= 2 else { return "" }
    let length = min(Int(sample.bigEndian16(at: 0)), sample.count - 2)
    let text = sample.extracting(2..<2 + length)
    if length >= 2, text.bigEndian16(at: 0) == 0xFEFF || text.bigEndian16(at: 0) == 0xFFFE {
      return MP4Text.utf16(text)
    }
    return MP4Text.utf8(text)
  }

  /// The sample of a title: its byte count, and the title in UTF-8.
  package static func sample(_ title: String) -> [UInt8] {
    let text = Array(title.utf8.prefix(Tags.longestText))
    return .big(UInt16(text.count)) + text
  }

  /// The sample entry of plain texts, without a font.
  package static var entry: [UInt8] {
    var entry = [UInt8](repeating: 0, count: 6)
    entry.append(big: UInt16(1))
    // Flags, justification, background, box, font, face, foreground, and an empty font name.
    entry.append(zeros: 44)
    return .box(.textHandler, entry)
  }
}
