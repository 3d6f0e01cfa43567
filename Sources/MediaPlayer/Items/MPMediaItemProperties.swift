// The keys of an item's properties, which now-playing information uses, too.

/// The identifier, an `MPMediaEntityPersistentID`.
public let MPMediaItemPropertyPersistentID = "persistentID"
/// The kind, a number of ``MPMediaType``.
public let MPMediaItemPropertyMediaType = "mediaType"
/// The title.
public let MPMediaItemPropertyTitle = "title"
/// The title of the album.
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
/// The identifier of the album.
public let MPMediaItemPropertyAlbumPersistentID = "albumPersistentID"
/// The artist.
public let MPMediaItemPropertyArtist = "artist"
/// The identifier of the artist.
public let MPMediaItemPropertyArtistPersistentID = "artistPersistentID"
/// The artist of the album.
public let MPMediaItemPropertyAlbumArtist = "albumArtist"
/// The identifier of the artist of the album.
public let MPMediaItemPropertyAlbumArtistPersistentID = "albumArtistPersistentID"
/// The genre.
public let MPMediaItemPropertyGenre = "genre"
/// The identifier of the genre.
public let MPMediaItemPropertyGenrePersistentID = "genrePersistentID"
/// The composer.
public let MPMediaItemPropertyComposer = "composer"
/// The identifier of the composer.
public let MPMediaItemPropertyComposerPersistentID = "composerPersistentID"
/// The duration, in seconds.
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
/// The number of the track on its disc.
public let MPMediaItemPropertyAlbumTrackNumber = "albumTrackNumber"
/// The number of tracks on the disc.
public let MPMediaItemPropertyAlbumTrackCount = "albumTrackCount"
/// The number of the disc.
public let MPMediaItemPropertyDiscNumber = "discNumber"
/// The number of discs.
public let MPMediaItemPropertyDiscCount = "discCount"
/// The picture, an ``MPMediaItemArtwork``.
public let MPMediaItemPropertyArtwork = "artwork"
/// Whether the lyrics are explicit.
public let MPMediaItemPropertyIsExplicit = "isExplicit"
/// The lyrics.
public let MPMediaItemPropertyLyrics = "lyrics"
/// Whether the album has several artists.
public let MPMediaItemPropertyIsCompilation = "isCompilation"
/// The date of publication.
public let MPMediaItemPropertyReleaseDate = "releaseDate"
/// The tempo, in beats per minute.
public let MPMediaItemPropertyBeatsPerMinute = "beatsPerMinute"
/// A comment.
public let MPMediaItemPropertyComments = "comments"
/// The URL of the recording.
public let MPMediaItemPropertyAssetURL = "assetURL"
/// Whether only a server has the recording.
public let MPMediaItemPropertyIsCloudItem = "isCloudItem"
/// Whether the recording is encrypted.
public let MPMediaItemPropertyHasProtectedAsset = "hasProtectedAsset"
/// The title of the podcast.
public let MPMediaItemPropertyPodcastTitle = "podcastTitle"
/// The identifier of the podcast.
public let MPMediaItemPropertyPodcastPersistentID = "podcastPersistentID"
/// The number of times that the item has been played.
public let MPMediaItemPropertyPlayCount = "playCount"
/// The number of times that the item has been skipped.
public let MPMediaItemPropertySkipCount = "skipCount"
/// The user's rating, from 0 to 5.
public let MPMediaItemPropertyRating = "rating"
/// The last time that the item was played.
public let MPMediaItemPropertyLastPlayedDate = "lastPlayedDate"
/// The group of items that the user has chosen.
public let MPMediaItemPropertyUserGrouping = "userGrouping"
/// The position to continue from, in seconds.
public let MPMediaItemPropertyBookmarkTime = "bookmarkTime"
/// The date on which the item was added to the library.
public let MPMediaItemPropertyDateAdded = "dateAdded"
/// The identifier of the item in a store.
public let MPMediaItemPropertyPlaybackStoreID = "playbackStoreID"
/// Whether the item is not published yet.
public let MPMediaItemPropertyIsPreorder = "isPreorder"

/// The identifier of an entity.
public let MPMediaEntityPropertyPersistentID = "persistentID"
