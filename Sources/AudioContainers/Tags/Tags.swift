/// What describes a recording: texts under the keys of Core Audio's info dictionary, a picture, chapters.
package struct Tags: Equatable, Sendable {
  /// Values by key.
  ///
  /// Keys are `title`, `artist`, `album`, `track number`, `year`, `genre`, `comments` and so on.
  package var values: [String: String] = [:]
  /// The picture that belongs to the recording.
  package var artwork: Artwork?
  /// Chapters in ascending order of time.
  package var chapters: [Chapter] = []
  /// Where an ID3 tag stands, whole and as it is.
  package var id3Tag: FileExtent?
  /// Which frames are the recording, by iTunes' text.
  var gapless: GaplessInfo?

  package init() {}

  /// Whether nothing is said.
  package var isEmpty: Bool { self == Tags() }

  /// Adds what `others` have and these lack.
  package mutating func fill(from others: Tags) {
    values.merge(others.values) { mine, _ in mine }
    artwork = artwork ?? others.artwork
    if chapters.isEmpty { chapters = others.chapters }
    id3Tag = id3Tag ?? others.id3Tag
    gapless = gapless ?? others.gapless
  }
}

extension Tags {
  /// Bytes of a text beyond which it is cut off, as it stands in the file.
  static let longestText = 4096

  /// Keys of Core Audio's info dictionary that a tag can fill, and two that it has no names for but collections are sorted by.
  enum Key: String {
    case album
    case albumArtist = "album artist"
    case artist
    case comments
    case composer
    case copyright
    /// Number and, behind a stroke, total, as of tracks.
    case discNumber = "disc number"
    case duration = "approximate duration in seconds"
    case encodingApplication = "encoding application"
    case genre
    case isrc = "ISRC"
    case keySignature = "key signature"
    case lyricist
    case recordedDate = "recorded date"
    case subtitle
    case tempo
    case title
    case trackNumber = "track number"
    case year
  }

  /// Sets a value that is not yet known; an empty text says nothing.
  mutating func add(_ text: String, for key: Key) {
    guard !text.isEmpty, values[key.rawValue] == nil else { return }
    values[key.rawValue] = text
  }

  /// Sets the year, and the recorded date where the text tells more than a year.
  ///
  /// - Parameter date: As ID3v2.4 and RIFF have it: `yyyy`, `yyyy-MM`, `yyyy-MM-dd`, …
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
