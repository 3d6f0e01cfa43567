public import Foundation

/// A description of a recording, by the properties that `MPMediaItemProperty…` names.
///
/// Linux has no media library, so items come from the client only: from a dictionary, or from a
/// subclass that overrides ``MPMediaEntity/value(forProperty:)``.
open class MPMediaItem: MPMediaEntity, @unchecked Sendable {
  /// The kind; music unless it is stated.
  open var mediaType: MPMediaType {
    MPMediaType(rawValue: value(MPMediaItemPropertyMediaType, or: MPMediaType.music.rawValue))
  }
  /// The title.
  open var title: String? { value(forProperty: MPMediaItemPropertyTitle) as? String }
  /// The title of the album.
  open var albumTitle: String? { value(forProperty: MPMediaItemPropertyAlbumTitle) as? String }
  /// The identifier of the album.
  open var albumPersistentID: MPMediaEntityPersistentID {
    value(MPMediaItemPropertyAlbumPersistentID, or: 0)
  }
  /// The artist.
  open var artist: String? { value(forProperty: MPMediaItemPropertyArtist) as? String }
  /// The identifier of the artist.
  open var artistPersistentID: MPMediaEntityPersistentID {
    value(MPMediaItemPropertyArtistPersistentID, or: 0)
  }
  /// The artist of the album.
  open var albumArtist: String? { value(forProperty: MPMediaItemPropertyAlbumArtist) as? String }
  /// The identifier of the artist of the album.
  open var albumArtistPersistentID: MPMediaEntityPersistentID {
    value(MPMediaItemPropertyAlbumArtistPersistentID, or: 0)
  }
  /// The genre.
  open var genre: String? { value(forProperty: MPMediaItemPropertyGenre) as? String }
  /// The identifier of the genre.
  open var genrePersistentID: MPMediaEntityPersistentID {
    value(MPMediaItemPropertyGenrePersistentID, or: 0)
  }
  /// The composer.
  open var composer: String? { value(forProperty: MPMediaItemPropertyComposer) as? String }
  /// The identifier of the composer.
  open var composerPersistentID: MPMediaEntityPersistentID {
    value(MPMediaItemPropertyComposerPersistentID, or: 0)
  }
  /// The duration, in seconds.
  open var playbackDuration: TimeInterval { value(MPMediaItemPropertyPlaybackDuration, or: 0) }
  /// The number of the track on its disc.
  open var albumTrackNumber: Int { value(MPMediaItemPropertyAlbumTrackNumber, or: 0) }
  /// The number of tracks on the disc.
  open var albumTrackCount: Int { value(MPMediaItemPropertyAlbumTrackCount, or: 0) }
  /// The number of the disc.
  open var discNumber: Int { value(MPMediaItemPropertyDiscNumber, or: 0) }
  /// The number of discs.
  open var discCount: Int { value(MPMediaItemPropertyDiscCount, or: 0) }
  /// The picture.
  open var artwork: MPMediaItemArtwork? {
    value(forProperty: MPMediaItemPropertyArtwork) as? MPMediaItemArtwork
  }
  /// Whether the lyrics are explicit.
  open var isExplicitItem: Bool { value(MPMediaItemPropertyIsExplicit, or: false) }
  /// The lyrics.
  open var lyrics: String? { value(forProperty: MPMediaItemPropertyLyrics) as? String }
  /// Whether the album has several artists.
  open var isCompilation: Bool { value(MPMediaItemPropertyIsCompilation, or: false) }
  /// The date of publication.
  open var releaseDate: Date? { value(forProperty: MPMediaItemPropertyReleaseDate) as? Date }
  /// The tempo, in beats per minute.
  open var beatsPerMinute: Int { value(MPMediaItemPropertyBeatsPerMinute, or: 0) }
  /// A comment.
  open var comments: String? { value(forProperty: MPMediaItemPropertyComments) as? String }
  /// The URL of the recording.
  open var assetURL: URL? { value(forProperty: MPMediaItemPropertyAssetURL) as? URL }
  /// Whether only a server has the recording.
  open var isCloudItem: Bool { value(MPMediaItemPropertyIsCloudItem, or: false) }
  /// Whether the recording is encrypted.
  open var hasProtectedAsset: Bool { value(MPMediaItemPropertyHasProtectedAsset, or: false) }
  /// The title of the podcast.
  open var podcastTitle: String? { value(forProperty: MPMediaItemPropertyPodcastTitle) as? String }
  /// The identifier of the podcast.
  open var podcastPersistentID: MPMediaEntityPersistentID {
    value(MPMediaItemPropertyPodcastPersistentID, or: 0)
  }
  /// The number of times that the item has been played.
  open var playCount: Int { value(MPMediaItemPropertyPlayCount, or: 0) }
  /// The number of times that the item has been skipped.
  open var skipCount: Int { value(MPMediaItemPropertySkipCount, or: 0) }
  /// The user's rating, from 0 to 5.
  open var rating: Int { value(MPMediaItemPropertyRating, or: 0) }
  /// The last time that the item was played.
  open var lastPlayedDate: Date? { value(forProperty: MPMediaItemPropertyLastPlayedDate) as? Date }
  /// The group of items that the user has chosen.
  open var userGrouping: String? { value(forProperty: MPMediaItemPropertyUserGrouping) as? String }
  /// The position to continue from, in seconds.
  open var bookmarkTime: TimeInterval { value(MPMediaItemPropertyBookmarkTime, or: 0) }
  /// The date on which the item was added to the library; the distant past if it was not.
  open var dateAdded: Date { value(MPMediaItemPropertyDateAdded, or: .distantPast) }
  /// The identifier of the item in a store; empty without one.
  open var playbackStoreID: String { value(MPMediaItemPropertyPlaybackStoreID, or: "") }
  /// Whether the item is not published yet.
  open var isPreorder: Bool { value(MPMediaItemPropertyIsPreorder, or: false) }

  private func value<Value>(_ property: String, or missing: Value) -> Value {
    value(forProperty: property) as? Value ?? missing
  }
}
