public import Foundation
internal import Synchronization

/// Settings of captions, pictures and networks, which do not affect the sound.
extension AVPlayer {
  /// The modes of pictures with a high dynamic range.
  public struct HDRMode: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Makes modes from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Hybrid log gamma.
    public static let hlg = Self(rawValue: 1)
    /// HDR10.
    public static let hdr10 = Self(rawValue: 2)
    /// Dolby Vision.
    public static let dolbyVision = Self(rawValue: 4)
  }

  /// The modes that can be shown: an empty set.
  public class var availableHDRModes: HDRMode { [] }

  /// ``eligibleForHDRPlayback`` has changed; never posted here.
  public class var eligibleForHDRPlaybackDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerEligibleForHDRPlaybackDidChangeNotification")
  }

  /// How important the transfers of a player are.
  public enum NetworkResourcePriority: Int, Sendable {
    /// As important as those of other players.
    case `default` = 0
    /// Less important.
    case low = 1
    /// More important.
    case high = 2
  }

  /// How important the transfers of this player are; stored, but has no effect.
  public var networkResourcePriority: NetworkResourcePriority {
    get { published.withLock { $0.kept.networkPriority } }
    set { published.withLock { $0.kept.networkPriority = newValue } }
  }

  /// Whether closed captions are shown; stored without effect, because layers show no texts.
  ///
  /// ``AVPlayerItemLegibleOutput`` gives the texts to the program.
  public var isClosedCaptionDisplayEnabled: Bool {
    get { published.withLock { $0.kept.showsCaptions } }
    set { published.withLock { $0.kept.showsCaptions = newValue } }
  }

  /// Whether the program stays in the foreground during video; stored, but has no effect.
  public var preventsAutomaticBackgroundingDuringVideoPlayback: Bool {
    get { published.withLock { $0.kept.preventsBackgrounding } }
    set { published.withLock { $0.kept.preventsBackgrounding = newValue } }
  }

  /// Whether the screen may be recorded during protected video; stored, but has no effect.
  public var allowsCaptureOfClearKeyVideo: Bool {
    get { published.withLock { $0.kept.allowsCapture } }
    set { published.withLock { $0.kept.allowsCapture = newValue } }
  }

  /// Whether the route refuses to mix the sound of the player with other sound; always false.
  public var audioOutputSuppressedDueToNonMixableAudioRoute: Bool { false }
}

/// The priorities under their name of Apple's C interface.
public typealias AVPlayerNetworkResourcePriority = AVPlayer.NetworkResourcePriority

extension NSNotification.Name {
  /// ``AVPlayer/availableHDRModes`` has changed; never posted here.
  public static let AVPlayerAvailableHDRModesDidChange = Self(
    "AVPlayerAvailableHDRModesDidChangeNotification")
}
