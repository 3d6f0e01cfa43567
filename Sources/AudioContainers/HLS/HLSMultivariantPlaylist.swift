/// A playlist of variants of the same presentation.
///
/// Source: RFC 8216, 4.3.4; draft-pantos-hls-rfc8216bis, 4.4.6.
package struct HLSMultivariantPlaylist: Equatable, Sendable {
  package var version: Int?
  /// Variants as listed; the first is the preferred one to start with.
  package var variants: [HLSVariant]
  package var renditions: [HLSRendition]
  package var sessionData: [HLSSessionData]
  /// Keys of the media playlists, which may be loaded early.
  package var sessionKeys: [HLSKey]
  package var hasIndependentSegments: Bool
  package var start: HLSStart?
  /// Variables that media playlists may import.
  package var variables: [String: String]

  /// The audio renditions of a variant, as listed.
  package func audioRenditions(of variant: HLSVariant) -> [HLSRendition] {
    guard let group = variant.audioGroup else { return [] }
    return renditions.filter { $0.kind == .audio && $0.group == group }
  }

  /// The audio renditions of all variants, one of each name, as listed.
  ///
  /// Source: RFC 8216, 4.3.4.1.1: the groups of variants have the same renditions.
  package var audioRenditions: [HLSRendition] {
    var names: Set<String> = []
    return variants.flatMap(audioRenditions(of:)).filter { names.insert($0.name).inserted }
  }

  /// The renditions of subtitles, one of each name, as listed.
  package var subtitleRenditions: [HLSRendition] {
    var names: Set<String> = []
    return renditions.filter {
      $0.kind == .subtitles && $0.uri != nil && names.insert($0.name).inserted
    }
  }

  /// The audio rendition of a variant to play.
  ///
  /// - Parameters:
  ///   - variant: One of ``variants``.
  ///   - name: The name of the rendition that the user has chosen.
  ///   - language: The language that the user prefers.
  /// - Returns: `nil` if the audio is only in the variant's own segments.
  package func audioRendition(
    of variant: HLSVariant, name: String? = nil, language: String? = nil
  ) -> HLSRendition? {
    let renditions = audioRenditions(of: variant)
    if let named = renditions.first(where: { $0.name == name }) { return named }
    let preferred = language.flatMap { language in
      renditions.first { $0.isAutoselected && $0.hasLanguage(language) }
    }
    return preferred ?? renditions.first { $0.isDefault }
      ?? renditions.first { $0.isAutoselected } ?? renditions.first
  }
}

/// A variant: one quality of the presentation.
///
/// Source: RFC 8216, 4.3.4.2, EXT-X-STREAM-INF.
package struct HLSVariant: Equatable, Sendable {
  /// The URI of the media playlist as in the playlist.
  package var uri: String
  /// Greatest bits per second over any segment; required, but sometimes missing.
  package var bandwidth: Int?
  package var averageBandwidth: Int?
  /// Codecs of all renditions, as in RFC 6381; empty if unknown.
  package var codecs: [String]
  /// The group of the audio renditions.
  package var audioGroup: String?
  package var name: String?
  /// Pixels, if the variant has video.
  package var resolution: HLSResolution?
  /// The server's preference: the greater, the better.
  package var score: Double?

  init(_ attributes: HLSAttributes) {
    uri = ""
    bandwidth = attributes.count("BANDWIDTH")
    averageBandwidth = attributes.count("AVERAGE-BANDWIDTH")
    codecs = attributes.list("CODECS")
    audioGroup = attributes["AUDIO"]
    name = attributes["NAME"]
    resolution = attributes["RESOLUTION"].flatMap { HLSResolution($0) }
    score = attributes.decimal("SCORE")
  }
}

/// A width and a height in pixels.
package struct HLSResolution: Equatable, Sendable {
  package var width: Int
  package var height: Int

  /// Reads `width x height`.
  init?(_ text: String) {
    let parts = text.split(maxSplits: 1) { $0 == "x" || $0 == "X" }
    guard parts.count == 2, let width = HLSText.integer(parts[0]),
      let height = HLSText.integer(parts[1]), width >= 0, height >= 0
    else { return nil }
    self.width = width
    self.height = height
  }
}

/// Data about the whole presentation.
///
/// Source: RFC 8216, 4.3.4.4, EXT-X-SESSION-DATA.
package struct HLSSessionData: Equatable, Sendable {
  package var identifier: String
  package var value: String?
  /// The URI of JSON data as in the playlist.
  package var uri: String?
  package var language: String?

  init?(_ attributes: HLSAttributes) {
    guard let identifier = attributes["DATA-ID"] else { return nil }
    self.identifier = identifier
    value = attributes["VALUE"]
    uri = attributes["URI"]
    language = attributes["LANGUAGE"]
  }
}
