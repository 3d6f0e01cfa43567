internal import Foundation

/// The track from which a track of a composition can take more pieces.
extension AVURLAsset {
  /// A track with the media type of a composition track, for inserting its pieces there.
  ///
  /// Waits for the header of the media. Tracks of a composition take any format.
  ///
  /// - Parameter compositionTrack: The track of the composition.
  /// - Returns: `nil` if no track has the same media type, or the media cannot be read.
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
