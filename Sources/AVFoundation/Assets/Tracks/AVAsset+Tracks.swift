internal import AudioPlayback
public import CoreMedia
internal import Foundation

extension AVAsset {
  /// The track ID of the sound in media with only one sound track.
  static var audioTrackID: CMPersistentTrackID { MediaItem.onlyTrackID }

  /// Returns the tracks that play by default: all of them mixed, or else only the first one.
  func playedBytes(isMixed: Bool) -> MediaBytes {
    guard let tracks = (try? info().get())?.tracks.filter(\.isPlayed), let first = tracks.first
    else { return bytes }
    guard isMixed, tracks.count > 1 else { return bytes.reading(track: first.index) }
    return MediaBytes(.composition(Composition(tracks, of: bytes)))
  }
}

// This extends the protocol, because a composition has the same members with its own track type.
extension AVAsynchronousKeyValueLoading where Self: AVAsset {
  /// The tracks of sound and pictures; empty if the media cannot be read.
  ///
  /// Waits for the header of the media.
  public var tracks: [AVAssetTrack] {
    guard let info = try? info().get() else { return [] }
    return makeTracks(info)
  }

  // MARK: By number

  /// The track with a number; waits for the header of the media.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
    tracks.first { $0.trackID == trackID }
  }

  /// Loads the track with a number.
  ///
  /// The handler is called once, on any thread.
  public func loadTrack(
    withTrackID trackID: CMPersistentTrackID,
    completionHandler: @escaping @Sendable (AVAssetTrack?, (any Error)?) -> Void
  ) {
    load({ $0.track(withTrackID: trackID) }, { completionHandler($0 ?? nil, $1) })
  }

  /// Loads the track with a number; throws an ``AVError``.
  public nonisolated(nonsending) func loadTrack(
    withTrackID trackID: CMPersistentTrackID
  ) async throws -> AVAssetTrack? {
    try await loading { $0.track(withTrackID: trackID) }
  }

  // MARK: By type

  /// The tracks of a media type; waits for the header of the media.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// Loads the tracks of a media type.
  ///
  /// The handler is called once, on any thread.
  public func loadTracks(
    withMediaType mediaType: AVMediaType,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    load({ $0.tracks(withMediaType: mediaType) }, completionHandler)
  }

  /// Loads the tracks of a media type; throws an ``AVError``.
  public nonisolated(nonsending) func loadTracks(
    withMediaType mediaType: AVMediaType
  ) async throws -> [AVAssetTrack] {
    try await loading { $0.tracks(withMediaType: mediaType) }
  }

  // MARK: By characteristic

  /// The tracks with a characteristic; waits for the header of the media.
  public func tracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> [AVAssetTrack] {
    tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  /// Loads the tracks with a characteristic.
  ///
  /// The handler is called once, on any thread.
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    load({ $0.tracks(withMediaCharacteristic: mediaCharacteristic) }, completionHandler)
  }

  /// Loads the tracks with a characteristic; throws an ``AVError``.
  public nonisolated(nonsending) func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> [AVAssetTrack] {
    try await loading { $0.tracks(withMediaCharacteristic: mediaCharacteristic) }
  }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// The tracks.
  public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { .init("tracks") { $0.tracks } }
}
