/// The description of an item that plays.
package struct NowPlayingTrack: Sendable {
  package var title: String?
  package var artists: [String] = []
  package var albumArtists: [String] = []
  package var album: String?
  package var genres: [String] = []
  package var composers: [String] = []
  package var trackNumber: Int?
  package var discNumber: Int?
  /// The number of times that the item has been played.
  package var playCount: Int?
  /// The client's rating, from 0 to 1.
  package var rating: Double?
  package var beatsPerMinute: Int?
  package var comments: [String] = []
  package var lyrics: String?
  /// The moment of the item's creation, in the form of ISO 8601.
  package var created: String?
  package var url: String?
  /// The duration in seconds; `nil` if it is unknown, or for a live stream.
  package var duration: Double?
  package var isLive = false
  /// The client's own name of the item.
  package var identifier: String?
  /// The index in the client's queue.
  package var queueIndex: Int?
  package var artwork: NowPlayingArtwork?

  package init() {}

  /// Whether this describes the same item as an earlier description.
  ///
  /// Descriptions grow while an item loads, so only values that contradict each other count.
  func describesSameItem(as earlier: NowPlayingTrack) -> Bool {
    func agree<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
      one == nil || other == nil || one == other
    }
    return agree(identifier, earlier.identifier) && agree(title, earlier.title)
      && agree(url, earlier.url) && agree(album, earlier.album)
      && agree(queueIndex, earlier.queueIndex)
      && (artists.isEmpty || earlier.artists.isEmpty || artists == earlier.artists)
  }
}
