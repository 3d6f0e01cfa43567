internal import AudioFiles
internal import AudioPlayback

/// The possible rates.
extension AVPlayerItem {
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

  var isReady: Bool { status == .readyToPlay }
}
