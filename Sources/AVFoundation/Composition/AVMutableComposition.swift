public import CoreMedia
public import Foundation
internal import MediaTimeline
internal import Synchronization

/// A composition that can be edited.
///
/// A player item, an export session or a reader uses the composition as it was when that object was
/// made.
open class AVMutableComposition: AVComposition, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the state has a lock.

  /// Makes an empty composition.
  public convenience init() { self.init(urlAssetInitializationOptions: nil) }

  /// Makes an empty composition.
  ///
  /// - Parameter urlAssetInitializationOptions: Options of ``AVURLAsset``, with which the URLs of
  ///   segments are opened.
  public init(urlAssetInitializationOptions: [String: Any]? = nil) {
    super.init(options: urlAssetInitializationOptions ?? [:])
  }

  /// The size of the picture.
  open override var naturalSize: CGSize {
    get { super.naturalSize }
    set { state.withLock { $0.naturalSize = newValue } }
  }

  private var mutableTracks: [AVMutableCompositionTrack] {
    currentTracks.compactMap { $0 as? AVMutableCompositionTrack }
  }

  // MARK: Tracks

  /// Adds an empty track.
  ///
  /// - Parameters:
  ///   - mediaType: The type; only audio is supported.
  ///   - preferredTrackID: The number; `kCMPersistentTrackID_Invalid`, or a number that is in use,
  ///     selects an unused number.
  /// - Returns: The track; `nil` if the type is not supported.
  open func addMutableTrack(
    withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID
  ) -> AVMutableCompositionTrack? {
    guard mediaType == .audio else { return nil }
    let isUsed = currentTracks.contains { $0.trackID == preferredTrackID }
    let trackID = preferredTrackID > 0 && !isUsed ? preferredTrackID : unusedTrackID()
    let track = AVMutableCompositionTrack(self, trackID: trackID)
    state.withLock { state in
      state.tracks.append(track)
      state.lastTrackID = max(state.lastTrackID, trackID)
    }
    return track
  }

  /// Removes a track, whose asset is `nil` from then on.
  open func removeTrack(_ track: AVCompositionTrack) {
    let isOwn = state.withLock { state in
      guard let index = state.tracks.firstIndex(where: { $0 === track }) else { return false }
      state.tracks.remove(at: index)
      return true
    }
    if isOwn { track.asset = nil }
  }

  /// A track into which pieces of another track can be inserted; `nil` if no track has its type.
  open func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
    mutableTracks.first { $0.mediaType == track.mediaType }
  }

  // MARK: Edits of all tracks

  /// Inserts a range of an asset, with all its tracks, and moves later parts of all tracks.
  ///
  /// - Parameters:
  ///   - timeRange: The range in the asset; a part outside of the asset is left out.
  ///   - asset: The asset; the call waits for its header.
  ///   - startTime: The time in this composition; an invalid time stands for the end.
  /// - Throws: An ``AVError`` if the asset cannot be read or the range is invalid. The composition
  ///   has not changed in this case.
  open func insertTimeRange(
    _ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime
  ) throws {
    _ = try asset.info().get()
    // Of alternative tracks, such as languages, only those that play are inserted.
    let sources = asset.tracks(withMediaType: .audio).filter(\.isPlayed)
    guard !sources.isEmpty else {
      throw AVError(.invalidSourceMedia, "\(asset.name) has no audio track")
    }
    let time = startTime.isNumeric ? startTime : duration
    guard time >= .zero else {
      throw AVError(.unknown, "the insertion time is negative: \(time.seconds) seconds")
    }
    let ranges = try sources.map { try AVMutableCompositionTrack.usable(timeRange, of: $0) }
    var free = mutableTracks
    let longest = ranges.map(\.duration).max() ?? .zero
    for (source, range) in zip(sources, ranges) {
      let track =
        free.isEmpty
        ? addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
        : free.removeFirst()
      try track?.insertTimeRange(range, of: source, at: time)
      // A gap follows a shorter track, so that later parts of all tracks stay in sync.
      track?.insertEmptyTimeRange(
        CMTimeRange(start: time + range.duration, duration: longest - range.duration))
    }
    for track in free { track.insertEmptyTimeRange(CMTimeRange(start: time, duration: longest)) }
  }

  /// Inserts a range of an asset without blocking, and calls the handler once, on any thread.
  open func insertTimeRange(
    _ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    asset.header.load { _ in
      DispatchQueue.global().async {
        do {
          try self.insertTimeRange(timeRange, of: asset, at: startTime)
          completionHandler(nil)
        } catch {
          completionHandler(error)
        }
      }
    }
  }

  /// Inserts a gap into all tracks.
  open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    for track in mutableTracks { track.insertEmptyTimeRange(timeRange) }
  }

  /// Removes a range of all tracks.
  open func removeTimeRange(_ timeRange: CMTimeRange) {
    for track in mutableTracks { track.removeTimeRange(timeRange) }
  }

  /// Changes the duration of a range of all tracks.
  open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    for track in mutableTracks { track.scaleTimeRange(timeRange, toDuration: duration) }
  }
}
