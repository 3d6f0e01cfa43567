internal import AudioFiles
internal import AudioPlayback
internal import CoreMedia
public import Foundation
internal import Synchronization

/// The loaded times, and the possible rates and positions.
extension AVPlayerItem {
  /// Whether playback can begin or continue without a stall.
  public var isPlaybackLikelyToKeepUp: Bool {
    properties.access(self, \.isPlaybackLikelyToKeepUp)
    return state.withLock { $0.status == .readyToPlay && ($0.hasEnded || !$0.isEmpty) }
  }

  /// Whether no frames wait to be played.
  public var isPlaybackBufferEmpty: Bool {
    properties.access(self, \.isPlaybackBufferEmpty)
    return state.withLock { $0.isEmpty && !$0.hasEnded }
  }

  /// Whether the media have been loaded and decoded to their end.
  public var isPlaybackBufferFull: Bool {
    properties.access(self, \.isPlaybackBufferFull)
    return state.withLock { $0.hasEnded }
  }

  /// The parts that can be played without loading more, `NSValue` objects with a `CMTimeRange`.
  ///
  /// For media from a server, the end is estimated from the bytes that have arrived.
  public var loadedTimeRanges: [NSValue] {
    properties.access(self, \.loadedTimeRanges)
    guard let info = media.info, let range = media.loadedRange else { return [] }
    let start = info.time(range.lowerBound)
    return [NSValue(timeRange: CMTimeRange(start: start, end: info.time(range.upperBound)))]
  }

  /// The parts that seeks can reach, `NSValue` objects with a `CMTimeRange`.
  public var seekableTimeRanges: [NSValue] {
    properties.access(self, \.seekableTimeRanges)
    guard let info = media.info, let range = media.seekableRange else { return [] }
    let (start, end) = (info.time(range.lowerBound), info.time(range.upperBound))
    return [NSValue(timeRange: CMTimeRange(start: start, end: end))]
  }

  /// Whether rates above 1 are possible.
  public var canPlayFastForward: Bool { isReady && ItemPlayer.canChangeSpeed }
  /// Whether rates between 0 and 1 are possible.
  public var canPlaySlowForward: Bool { isReady && ItemPlayer.canChangeSpeed }
  /// Whether a rate of -1 is possible: the media are a local file.
  public var canPlayReverse: Bool { isReady && media.info?.canReverse == true }
  /// Whether rates below -1 are possible.
  public var canPlayFastReverse: Bool { canPlayReverse && ItemPlayer.canChangeSpeed }
  /// Whether rates between -1 and 0 are possible.
  public var canPlaySlowReverse: Bool { canPlayReverse && ItemPlayer.canChangeSpeed }
  /// Whether the item can step forward by video frames; always false, because it is not supported.
  public var canStepForward: Bool { false }
  /// Whether the item can step backward by video frames; always false, because it is not supported.
  public var canStepBackward: Bool { false }

  private var isReady: Bool { status == .readyToPlay }

  /// The size of the upright pictures in square pixels; zero for sound, and before the item is
  /// ready.
  public var presentationSize: CGSize {
    properties.access(self, \.status)
    guard isReady, let track = asset.tracks(withMediaType: .video).first else { return .zero }
    let size = track.naturalSize.applying(track.preferredTransform)
    return CGSize(width: abs(size.width), height: abs(size.height))
  }
}
