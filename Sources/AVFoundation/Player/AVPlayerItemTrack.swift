public import Foundation

/// A track of an asset, as an item plays it.
open class AVPlayerItemTrack: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the value never changes.

  private let track: AVAssetTrack

  init(_ track: AVAssetTrack) { self.track = track }

  /// The track of the asset.
  open var assetTrack: AVAssetTrack? { track }

  /// Pictures per second at a rate of 1, as the file states them; 0 for sound.
  open var currentVideoFrameRate: Float { track.nominalFrameRate }
}
