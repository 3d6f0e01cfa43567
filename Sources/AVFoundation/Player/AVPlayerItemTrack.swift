internal import AudioPlayback
public import Foundation

/// A track of an asset, as an item plays it.
open class AVPlayerItemTrack: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; only the weak reference changes.

  private let track: AVAssetTrack
  private weak var item: AVPlayerItem?

  init(_ track: AVAssetTrack, of item: AVPlayerItem) {
    self.track = track
    self.item = item
  }

  /// The track of the asset.
  open var assetTrack: AVAssetTrack? { track }

  /// Whether the item plays the sound of the track.
  ///
  /// Of alternative tracks, such as languages, only one is enabled at first. If the item mixes
  /// several tracks, a change is heard at once. If the item has only one track, up to 1.5 seconds
  /// of decoded sound are heard first. A track of pictures stores the value, without effect.
  open var isEnabled: Bool {
    get { item?.trackMixes.isEnabled(track.trackID) ?? track.isPlayed }
    set {
      guard let item, newValue != isEnabled else { return }
      item.trackMixes.setEnabled(newValue, track.trackID)
      if track.mediaType == .audio, item.media.info?.isMixed == true { item.reread() }
    }
  }

  /// Pictures per second at a rate of 1, as the file states them; 0 for sound.
  open var currentVideoFrameRate: Float { track.nominalFrameRate }
}
