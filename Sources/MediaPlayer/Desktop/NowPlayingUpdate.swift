internal import Foundation
internal import NowPlaying

extension NowPlayingContent.Update {
  /// Reads a dictionary of now playing information; `nil` if it is empty.
  init?(_ info: [String: Any]?) {
    guard let info, !info.isEmpty else { return nil }
    let values = DictionaryValues(values: info)
    self.init(track: NowPlayingTrack(values))
    rate = values.number(MPNowPlayingInfoPropertyPlaybackRate)
    defaultRate = values.number(MPNowPlayingInfoPropertyDefaultPlaybackRate)
    elapsed = values.number(MPNowPlayingInfoPropertyElapsedPlaybackTime)
    if elapsed == nil, let duration = track.duration,
      let progress = values.number(MPNowPlayingInfoPropertyPlaybackProgress)
    {
      elapsed = max(0, min(progress, 1)) * duration
    }
  }
}

extension NowPlayingTrack {
  /// Reads the description of an item.
  init(_ values: DictionaryValues) {
    self.init()
    title = values.text(MPMediaItemPropertyTitle)
    artists = values.texts(MPMediaItemPropertyArtist)
    albumArtists = values.texts(MPMediaItemPropertyAlbumArtist)
    album =
      values.text(MPMediaItemPropertyAlbumTitle) ?? values.text(MPMediaItemPropertyPodcastTitle)
    genres = values.texts(MPMediaItemPropertyGenre)
    composers = values.texts(MPMediaItemPropertyComposer)
    trackNumber = values.integer(MPMediaItemPropertyAlbumTrackNumber)
    discNumber = values.integer(MPMediaItemPropertyDiscNumber)
    playCount = values.integer(MPMediaItemPropertyPlayCount)
    // Stars: 0 to 5.
    rating = values.number(MPMediaItemPropertyRating).map { max(0, min($0 / 5, 1)) }
    beatsPerMinute = values.integer(MPMediaItemPropertyBeatsPerMinute)
    comments = values.texts(MPMediaItemPropertyComments)
    lyrics = values.text(MPMediaItemPropertyLyrics)
    created = values.date(MPMediaItemPropertyReleaseDate)
    url =
      values.url(MPNowPlayingInfoPropertyAssetURL) ?? values.url(MPMediaItemPropertyAssetURL)
    duration = values.number(MPMediaItemPropertyPlaybackDuration).flatMap { $0 > 0 ? $0 : nil }
    isLive = values.number(MPNowPlayingInfoPropertyIsLiveStream).map { $0 != 0 } ?? false
    identifier = values.text(MPNowPlayingInfoPropertyExternalContentIdentifier)
    queueIndex = values.integer(MPNowPlayingInfoPropertyPlaybackQueueIndex)
    artwork = (values.values[MPMediaItemPropertyArtwork] as? MPMediaItemArtwork)?.picture
  }
}
