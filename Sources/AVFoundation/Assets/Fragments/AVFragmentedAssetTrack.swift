internal import AudioPlayback
internal import Synchronization

/// A track of sound that grows with its asset.
open class AVFragmentedAssetTrack: AVAssetTrack, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; a lock guards the state.

  /// The track since its asset has grown.
  private let grown = Mutex<CompositionSource?>(nil)

  override var source: CompositionSource { grown.withLock { $0 } ?? super.source }

  /// Takes over the properties of the grown track.
  func grow(to track: AVAssetTrack) { grown.withLock { $0 = track.source } }
}
