public import CoreMedia
internal import Foundation

// Extensions of the protocol, because a class cannot override a property with an array of another
// type.
extension AVAsynchronousKeyValueLoading where Self: AVComposition {
  /// The tracks.
  public var tracks: [AVCompositionTrack] { currentTracks }

  /// The track with a number.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVCompositionTrack? {
    tracks.first { $0.trackID == trackID }
  }

  /// Loads the track with a number.
  ///
  /// The handler is called once, on any thread.
  public func loadTrack(
    withTrackID trackID: CMPersistentTrackID,
    completionHandler: @escaping @Sendable (AVCompositionTrack?, (any Error)?) -> Void
  ) {
    let track = track(withTrackID: trackID)
    DispatchQueue.global().async { completionHandler(track, nil) }
  }

  /// Returns the track with a number.
  public nonisolated(nonsending) func loadTrack(
    withTrackID trackID: CMPersistentTrackID
  ) async throws -> AVCompositionTrack? { track(withTrackID: trackID) }

  /// The tracks of a media type.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVCompositionTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// Loads the tracks of a media type.
  ///
  /// The handler is called once, on any thread.
  public func loadTracks(
    withMediaType mediaType: AVMediaType,
    completionHandler: @escaping @Sendable ([AVCompositionTrack]?, (any Error)?) -> Void
  ) {
    let tracks = tracks(withMediaType: mediaType)
    DispatchQueue.global().async { completionHandler(tracks, nil) }
  }

  /// Returns the tracks of a media type.
  public nonisolated(nonsending) func loadTracks(
    withMediaType mediaType: AVMediaType
  ) async throws -> [AVCompositionTrack] { tracks(withMediaType: mediaType) }

  /// The tracks with a characteristic.
  public func tracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> [AVCompositionTrack] {
    tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  /// Loads the tracks with a characteristic.
  ///
  /// The handler is called once, on any thread.
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
    completionHandler: @escaping @Sendable ([AVCompositionTrack]?, (any Error)?) -> Void
  ) {
    let tracks = tracks(withMediaCharacteristic: mediaCharacteristic)
    DispatchQueue.global().async { completionHandler(tracks, nil) }
  }

  /// Returns the tracks with a characteristic.
  public nonisolated(nonsending) func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> [AVCompositionTrack] { tracks(withMediaCharacteristic: mediaCharacteristic) }
}

extension AVAsynchronousKeyValueLoading where Self: AVMutableComposition {
  /// The tracks.
  public var tracks: [AVMutableCompositionTrack] {
    currentTracks.compactMap { $0 as? AVMutableCompositionTrack }
  }

  /// The track with a number.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVMutableCompositionTrack? {
    tracks.first { $0.trackID == trackID }
  }

  /// Loads the track with a number.
  ///
  /// The handler is called once, on any thread.
  public func loadTrack(
    withTrackID trackID: CMPersistentTrackID,
    completionHandler: @escaping @Sendable (AVMutableCompositionTrack?, (any Error)?) -> Void
  ) {
    let track = track(withTrackID: trackID)
    DispatchQueue.global().async { completionHandler(track, nil) }
  }

  /// Returns the track with a number.
  public nonisolated(nonsending) func loadTrack(
    withTrackID trackID: CMPersistentTrackID
  ) async throws -> AVMutableCompositionTrack? { track(withTrackID: trackID) }

  /// The tracks of a media type.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVMutableCompositionTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// Loads the tracks of a media type.
  ///
  /// The handler is called once, on any thread.
  public func loadTracks(
    withMediaType mediaType: AVMediaType,
    completionHandler: @escaping @Sendable ([AVMutableCompositionTrack]?, (any Error)?) -> Void
  ) {
    let tracks = tracks(withMediaType: mediaType)
    DispatchQueue.global().async { completionHandler(tracks, nil) }
  }

  /// Returns the tracks of a media type.
  public nonisolated(nonsending) func loadTracks(
    withMediaType mediaType: AVMediaType
  ) async throws -> [AVMutableCompositionTrack] { tracks(withMediaType: mediaType) }

  /// The tracks with a characteristic.
  public func tracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> [AVMutableCompositionTrack] {
    tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  /// Loads the tracks with a characteristic.
  ///
  /// The handler is called once, on any thread.
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
    completionHandler: @escaping @Sendable ([AVMutableCompositionTrack]?, (any Error)?) -> Void
  ) {
    let tracks = tracks(withMediaCharacteristic: mediaCharacteristic)
    DispatchQueue.global().async { completionHandler(tracks, nil) }
  }

  /// Returns the tracks with a characteristic.
  public nonisolated(nonsending) func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> [AVMutableCompositionTrack] {
    tracks(withMediaCharacteristic: mediaCharacteristic)
  }
}
