// The keys of now playing information.

/// The elapsed time, in seconds, at the moment when it is set.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime =
  "MPNowPlayingInfoPropertyElapsedPlaybackTime"
/// The rate: 1 is normal speed, and 0 is a pause.
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"
/// The rate of the item while it plays: 2 for a podcast at double speed.
public let MPNowPlayingInfoPropertyDefaultPlaybackRate =
  "MPNowPlayingInfoPropertyDefaultPlaybackRate"
/// The index of the item in the queue, from 0.
public let MPNowPlayingInfoPropertyPlaybackQueueIndex = "MPNowPlayingInfoPropertyPlaybackQueueIndex"
/// The number of items in the queue.
public let MPNowPlayingInfoPropertyPlaybackQueueCount = "MPNowPlayingInfoPropertyPlaybackQueueCount"
/// The index of the chapter, from 0.
public let MPNowPlayingInfoPropertyChapterNumber = "MPNowPlayingInfoPropertyChapterNumber"
/// The number of chapters.
public let MPNowPlayingInfoPropertyChapterCount = "MPNowPlayingInfoPropertyChapterCount"
/// Whether the item is a live stream, which has no duration and no seeks.
public let MPNowPlayingInfoPropertyIsLiveStream = "MPNowPlayingInfoPropertyIsLiveStream"
/// The language options of the item, as ``MPNowPlayingInfoLanguageOptionGroup``s.
public let MPNowPlayingInfoPropertyAvailableLanguageOptions =
  "MPNowPlayingInfoPropertyAvailableLanguageOptions"
/// The chosen language options, as ``MPNowPlayingInfoLanguageOption``s.
public let MPNowPlayingInfoPropertyCurrentLanguageOptions =
  "MPNowPlayingInfoPropertyCurrentLanguageOptions"
/// The identifier of the collection of the item.
public let MPNowPlayingInfoCollectionIdentifier = "MPNowPlayingInfoCollectionIdentifier"
/// The app's own identifier of the item, which becomes part of the track ID.
public let MPNowPlayingInfoPropertyExternalContentIdentifier =
  "MPNowPlayingInfoPropertyExternalContentIdentifier"
/// The app's own identifier of the user.
public let MPNowPlayingInfoPropertyExternalUserProfileIdentifier =
  "MPNowPlayingInfoPropertyExternalUserProfileIdentifier"
/// The identifier of the service that provides the item.
public let MPNowPlayingInfoPropertyServiceIdentifier = "MPNowPlayingInfoPropertyServiceIdentifier"
/// The played part, from 0 to 1; used only if the elapsed time is missing.
public let MPNowPlayingInfoPropertyPlaybackProgress = "MPNowPlayingInfoPropertyPlaybackProgress"
/// The kind of the item, a number of ``MPNowPlayingInfoMediaType``.
public let MPNowPlayingInfoPropertyMediaType = "MPNowPlayingInfoPropertyMediaType"
/// The URL of the recording.
public let MPNowPlayingInfoPropertyAssetURL = "MPNowPlayingInfoPropertyAssetURL"
/// The date that belongs to the elapsed time, for a live stream.
public let MPNowPlayingInfoPropertyCurrentPlaybackDate =
  "MPNowPlayingInfoPropertyCurrentPlaybackDate"
/// The advertisements, as ``MPAdTimeRange``s.
public let MPNowPlayingInfoPropertyAdTimeRanges = "MPNowPlayingInfoPropertyAdTimeRanges"
/// The start of the credits, in seconds.
public let MPNowPlayingInfoPropertyCreditsStartTime = "MPNowPlayingInfoPropertyCreditsStartTime"
/// The International Standard Recording Code.
public let MPNowPlayingInfoPropertyInternationalStandardRecordingCode =
  "MPNowPlayingInfoPropertyInternationalStandardRecordingCode"
/// Whether the system should not suggest the item.
public let MPNowPlayingInfoPropertyExcludeFromSuggestions =
  "MPNowPlayingInfoPropertyExcludeFromSuggestions"
/// A square picture that moves; not published, because MPRIS has still pictures only.
public let MPNowPlayingInfoProperty1x1AnimatedArtwork = "MPNowPlayingInfoProperty1x1AnimatedArtwork"
/// A tall picture that moves; not published, because MPRIS has still pictures only.
public let MPNowPlayingInfoProperty3x4AnimatedArtwork = "MPNowPlayingInfoProperty3x4AnimatedArtwork"
