/// An alternative of one kind of media, such as another language.
///
/// Source: RFC 8216, 4.3.4.1, EXT-X-MEDIA.
package struct HLSRendition: Equatable, Sendable {
  package enum Kind: String, Equatable, Sendable {
    case audio = "AUDIO"
    case video = "VIDEO"
    case subtitles = "SUBTITLES"
    case closedCaptions = "CLOSED-CAPTIONS"
  }

  package var kind: Kind
  package var group: String
  package var name: String
  package var language: String?
  /// A language that is used together with ``language``.
  package var associatedLanguage: String?
  /// The URI of the media playlist as in the playlist, or `nil` if the variant's own segments
  /// contain the rendition.
  package var uri: String?
  /// Whether to play this rendition unless the user chooses another.
  package var isDefault: Bool
  /// Whether the language of the user may select this rendition.
  package var isAutoselected: Bool
  package var isForced: Bool
  /// The greatest number of simultaneous channels.
  package var channelCount: Int?
  /// The whole attribute about channels, such as `16/JOC`.
  package var channels: String?
  /// Uniform type identifiers.
  package var characteristics: [String]
  /// Whether the rendition is a track of a file.
  package var isTrack = false
  /// The track of texts in a movie; `nil` for sound, and for a stream.
  package var textTrack: TimedTrack?

  /// Makes the rendition of a file's sound track.
  package init(trackNamed name: String, language: String?, isDefault: Bool) {
    (kind, group, self.name, self.language) = (.audio, "", name, language)
    (self.isDefault, isAutoselected, isForced) = (isDefault, true, false)
    characteristics = []
    isTrack = true
  }

  /// Makes the rendition of a movie's texts.
  package init(textTrack track: TimedTrack) {
    self.init(
      trackNamed: "Track \(track.identifier)", language: track.language,
      isDefault: track.isEnabled)
    kind = .subtitles
    isForced = track.isForced
    textTrack = track
  }

  /// Reads a rendition of a known kind.
  init?(_ attributes: HLSAttributes) {
    guard let kind = attributes["TYPE"].flatMap(Kind.init(rawValue:)) else { return nil }
    self.kind = kind
    group = attributes["GROUP-ID"] ?? ""
    name = attributes["NAME"] ?? ""
    language = attributes["LANGUAGE"]
    associatedLanguage = attributes["ASSOC-LANGUAGE"]
    uri = attributes["URI"].flatMap { $0.isEmpty ? nil : $0 }
    isDefault = attributes.isYes("DEFAULT")
    // A default rendition is always selectable.
    isAutoselected = isDefault || attributes.isYes("AUTOSELECT")
    isForced = attributes.isYes("FORCED")
    channels = attributes["CHANNELS"]
    channelCount = attributes.count("CHANNELS")
    characteristics = attributes.list("CHARACTERISTICS")
  }

  /// Whether the languages agree in their primary subtags, such as `en` and `en-GB`.
  ///
  /// Source: RFC 5646, 2.1.
  package func hasLanguage(_ other: String) -> Bool {
    guard let language else { return false }
    return Self.primary(language) == Self.primary(other)
  }

  private static func primary(_ language: String) -> String {
    language.prefix { $0 != "-" && $0 != "_" }.lowercased()
  }
}
