/// A description of a recording: texts under the keys of Core Audio's info dictionary, a picture,
/// chapters.
package struct Tags: Equatable, Sendable {
  /// Values by key.
  ///
  /// Keys are `title`, `artist`, `album`, `track number`, `year`, `genre`, `comments`, and so on.
  package var values: [String: String] = [:]
  /// The words of the recording, which Core Audio's info dictionary does not have.
  package var lyrics: String?
  /// The recording's picture.
  package var artwork: Artwork?
  /// Chapters in ascending order of time.
  package var chapters: [Chapter] = []
  /// The range of a whole, unmodified ID3 tag.
  package var id3Tag: FileExtent?
  /// The recording's range according to iTunes's text.
  var gapless: GaplessInfo?

  package init() {}

  /// Whether the tags are empty.
  package var isEmpty: Bool { self == Tags() }

  /// Adds the missing values from `others`.
  package mutating func fill(from others: Tags) {
    values.merge(others.values) { mine, _ in mine }
    lyrics = lyrics ?? others.lyrics
    artwork = artwork ?? others.artwork
    if chapters.isEmpty { chapters = others.chapters }
    id3Tag = id3Tag ?? others.id3Tag
    gapless = gapless ?? others.gapless
  }
}

extension Tags {
  /// Maximum size of a text in the file in bytes.
  ///
  /// Longer texts are truncated.
  static let longestText = 4096
  /// Maximum size of lyrics in the file in bytes.
  static let longestLyrics = 1 << 16

  /// Maximum size of the text of a key in the file in bytes.
  static func longestText(of key: Key?) -> Int { key == .lyrics ? longestLyrics : longestText }

  /// Keys of Core Audio's info dictionary that a tag can fill.
  ///
  /// Two more keys have no name there, but collections use them for sorting.
  enum Key: String {
    case album
    case albumArtist = "album artist"
    case artist
    case comments
    case composer
    case copyright
    /// The number and, after a slash, the total, as for tracks.
    case discNumber = "disc number"
    case duration = "approximate duration in seconds"
    case encodingApplication = "encoding application"
    case genre
    case isrc = "ISRC"
    case keySignature = "key signature"
    case lyricist
    /// Kept in ``Tags/lyrics``.
    case lyrics
    case recordedDate = "recorded date"
    case subtitle
    case tempo
    case title
    case trackNumber = "track number"
    case year
  }

  /// Sets a value that is not known yet.
  ///
  /// An empty text is ignored.
  mutating func add(_ text: String, for key: Key) {
    guard !text.isEmpty else { return }
    guard key != .lyrics else {
      lyrics = lyrics ?? text
      return
    }
    guard values[key.rawValue] == nil else { return }
    values[key.rawValue] = text
  }

  /// Sets the year, and the recorded date if the text is more precise than a year.
  ///
  /// - Parameter date: A date as in ID3v2.4 and RIFF: `yyyy`, `yyyy-MM`, `yyyy-MM-dd`, …
  mutating func add(date: String) {
    let year = date.prefix { $0.isASCII && $0.isNumber }
    guard year.count == 4 else {
      add(date, for: .year)
      return
    }
    add(String(year), for: .year)
    if date.utf8.count > 4 { add(date, for: .recordedDate) }
  }
}
