/// The description of an item in MPRIS.
///
/// Source: MPRIS 2.2, `Metadata_Map`, and the Xesam Ontology that it names.
enum TrackMetadata {
  /// Returns the values of a description; without an item, only the path that means "no item".
  static func entries(
    of track: NowPlayingTrack?, path: String, artworkURL: String?
  ) -> [MPRISValue.Entry] {
    var list = MetadataList()
    list.add("mpris:trackid", .path(path))
    guard let track else { return list.entries }
    if let duration = track.duration, !track.isLive {
      list.add("mpris:length", .wide(MPRISValue.microseconds(duration)))
    }
    list.add("mpris:artUrl", artworkURL)
    list.add("xesam:title", track.title)
    list.add("xesam:artist", track.artists)
    list.add("xesam:album", track.album)
    list.add("xesam:albumArtist", track.albumArtists)
    list.add("xesam:genre", track.genres)
    list.add("xesam:composer", track.composers)
    list.add("xesam:trackNumber", track.trackNumber)
    list.add("xesam:discNumber", track.discNumber)
    list.add("xesam:url", track.url)
    list.add("xesam:contentCreated", track.created)
    list.add("xesam:useCount", track.playCount)
    list.add("xesam:audioBPM", track.beatsPerMinute)
    list.add("xesam:comment", track.comments)
    list.add("xesam:asText", track.lyrics)
    if let rating = track.rating { list.add("xesam:userRating", .number(rating)) }
    return list.entries
  }

  /// The entries with a value.
  private struct MetadataList {
    var entries: [MPRISValue.Entry] = []

    mutating func add(_ key: String, _ value: MPRISValue) {
      entries.append(MPRISValue.Entry(key: key, value: value))
    }

    mutating func add(_ key: String, _ text: String?) {
      if let text { add(key, .text(text)) }
    }

    mutating func add(_ key: String, _ texts: [String]) {
      if !texts.isEmpty { add(key, .texts(texts)) }
    }

    mutating func add(_ key: String, _ number: Int?) {
      if let number { add(key, .integer(Int32(clamping: number))) }
    }
  }
}
