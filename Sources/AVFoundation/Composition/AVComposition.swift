internal import AudioPlayback
public import CoreMedia
public import Foundation
internal import MediaTimeline
internal import Synchronization

/// Media made of pieces of other assets, on tracks that play at the same time.
///
/// Compositions play in an ``AVPlayer``, and an ``AVAssetExportSession`` writes them to a file.
/// The mix has the highest sample rate and the most channels of its sources.
open class AVComposition: AVAsset, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the state has a lock.

  struct State: Sendable {
    var tracks: [AVCompositionTrack] = []
    var naturalSize = CGSize.zero
    var lastTrackID: CMPersistentTrackID = 0
  }

  let state = Mutex(State())
  /// The options with which URLs of segments are opened.
  public let urlAssetInitializationOptions: [String: Any]

  init(options: [String: Any]) {
    urlAssetInitializationOptions = options
    super.init(bytes: MediaBytes(.composition(Composition())), name: "composition")
  }

  var currentTracks: [AVCompositionTrack] { state.withLock { $0.tracks } }

  override var bytes: MediaBytes { MediaBytes(.composition(Composition(currentTracks))) }

  override var header: AssetHeader {
    let composition = Composition(currentTracks)
    let bytes = MediaBytes(.composition(composition))
    guard let format = composition.format else { return AssetHeader(bytes: bytes, name: name) }
    return AssetHeader(MediaItem.Info(composition, format), bytes: bytes, name: name)
  }

  override func makeTracks(_ info: MediaItem.Info) -> [AVAssetTrack] { currentTracks }

  /// The end of the longest track.
  open override var duration: CMTime { currentTracks.map(\.edits.end).max() ?? .zero }

  /// Whether ``duration`` is exact; always true.
  open override var providesPreciseDurationAndTiming: Bool { true }

  /// The size of the picture.
  open var naturalSize: CGSize { state.withLock { $0.naturalSize } }

  /// Numbers of removed tracks are not used again.
  override var highestTrackID: CMPersistentTrackID {
    state.withLock { state in max(state.tracks.map(\.trackID).max() ?? 0, state.lastTrackID) }
  }

  // MARK: Copies

  /// Returns a composition with the current tracks, which never change.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = AVComposition(options: urlAssetInitializationOptions)
    take(to: copy) { AVCompositionTrack(copy, trackID: $0, $1) }
    return copy
  }

  /// Returns a composition with the current tracks, which can be edited.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = AVMutableComposition(urlAssetInitializationOptions: urlAssetInitializationOptions)
    take(to: copy) { AVMutableCompositionTrack(copy, trackID: $0, $1) }
    return copy
  }

  private func take(
    to copy: AVComposition,
    _ make: (CMPersistentTrackID, AVCompositionTrack.State) -> AVCompositionTrack
  ) {
    let (tracks, size) = state.withLock { ($0.tracks, $0.naturalSize) }
    let copies = tracks.map { track in make(track.trackID, track.state.withLock { $0 }) }
    copy.state.withLock { state in
      state.tracks = copies
      state.naturalSize = size
      state.lastTrackID = copies.map(\.trackID).max() ?? 0
    }
  }
}
