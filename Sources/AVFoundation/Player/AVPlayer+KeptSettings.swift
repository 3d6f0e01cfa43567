internal import Synchronization

/// The behavior of a player in the background; for video only.
public enum AVPlayerAudiovisualBackgroundPlaybackPolicy: Int, Sendable {
  /// The system decides.
  case automatic = 1
  /// Playback pauses.
  case pauses = 2
  /// Playback continues.
  case continuesIfPossible = 3
}

/// Settings of video and external screens, which do not affect the sound.
extension AVPlayer {
  /// The values that a client has set.
  struct KeptSettings {
    var allowsExternalPlayback = true
    var usesExternalScreens = false
    var preventsDisplaySleep = true
    var backgroundPolicy = AVPlayerAudiovisualBackgroundPlaybackPolicy.automatic
    var showsCaptions = false
    var preventsBackgrounding = true
    var allowsCapture = false
    var networkPriority = NetworkResourcePriority.default
  }

  /// Whether external screens may play the media; stored, but has no effect.
  public var allowsExternalPlayback: Bool {
    get { published.withLock { $0.kept.allowsExternalPlayback } }
    set { published.withLock { $0.kept.allowsExternalPlayback = newValue } }
  }

  /// Whether an external screen plays the media; always false.
  public var isExternalPlaybackActive: Bool { false }

  /// Whether external screens that mirror this one play the media; stored, but has no effect.
  public var usesExternalPlaybackWhileExternalScreenIsActive: Bool {
    get { published.withLock { $0.kept.usesExternalScreens } }
    set { published.withLock { $0.kept.usesExternalScreens = newValue } }
  }

  /// Whether the screen stays on during video; stored, but has no effect.
  public var preventsDisplaySleepDuringVideoPlayback: Bool {
    get { published.withLock { $0.kept.preventsDisplaySleep } }
    set { published.withLock { $0.kept.preventsDisplaySleep = newValue } }
  }

  /// The behavior for video in the background; stored, but has no effect.
  public var audiovisualBackgroundPlaybackPolicy: AVPlayerAudiovisualBackgroundPlaybackPolicy {
    get { published.withLock { $0.kept.backgroundPolicy } }
    set { published.withLock { $0.kept.backgroundPolicy = newValue } }
  }

  /// Whether a picture is hidden because its screen is not protected; always false.
  public var isOutputObscuredDueToInsufficientExternalProtection: Bool { false }

  /// Whether pictures with a high dynamic range can be shown; always false.
  public class var eligibleForHDRPlayback: Bool { false }
}
