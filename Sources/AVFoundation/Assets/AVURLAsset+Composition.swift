internal import Foundation

/// Finds a track whose pieces a composition track can take.
extension AVURLAsset {
  /// The first track with the same media type as a composition track.
  ///
  /// Its pieces can be inserted into the composition track, which accepts any format. Waits for the
  /// header of the media.
  ///
  /// - Parameter compositionTrack: The track of the composition.
  /// - Returns: The track; `nil` if no track has the same media type, or the media cannot be read.
  public func compatibleTrack(for compositionTrack: AVCompositionTrack) -> AVAssetTrack? {
    tracks(withMediaType: compositionTrack.mediaType).first
  }

  /// Finds a track with the media type of a composition track.
  ///
  /// The handler is called once, on any thread.
  public func findCompatibleTrack(
    for compositionTrack: AVCompositionTrack,
    completionHandler: @escaping @Sendable (AVAssetTrack?, (any Error)?) -> Void
  ) {
    let type = compositionTrack.mediaType
    load({ $0.tracks(withMediaType: type).first }, { completionHandler($0 ?? nil, $1) })
  }

  /// Finds a track with the media type of a composition track; throws an ``AVError``.
  public nonisolated(nonsending) func findCompatibleTrack(
    for compositionTrack: AVCompositionTrack
  ) async throws -> AVAssetTrack? {
    let type = compositionTrack.mediaType
    return try await loading { $0.tracks(withMediaType: type).first }
  }
}
