public import Foundation

extension NSNotification.Name {
  /// Posted when an item has been heard to its end; the object is the item.
  public static let AVPlayerItemDidPlayToEndTime = Self("AVPlayerItemDidPlayToEndTimeNotification")
  /// Posted when an item cannot continue to its end; the user info contains the error.
  public static let AVPlayerItemFailedToPlayToEndTime = Self(
    "AVPlayerItemFailedToPlayToEndTimeNotification")
  /// Posted when playback of an item has run out of frames.
  public static let AVPlayerItemPlaybackStalled = Self("AVPlayerItemPlaybackStalledNotification")
  /// Posted when the access log of an item has a new entry: the first playback has begun.
  public static let AVPlayerItemNewAccessLogEntry = Self(
    "AVPlayerItemNewAccessLogEntryNotification")
  /// Posted when the error log of an item has a new entry.
  public static let AVPlayerItemNewErrorLogEntry = Self("AVPlayerItemNewErrorLogEntryNotification")
  /// Posted when the time of an item has jumped.
  public static let AVPlayerItemTimeJumped = Self("AVPlayerItemTimeJumpedNotification")
}

/// The key of the error in ``Foundation/NSNotification/Name/AVPlayerItemFailedToPlayToEndTime``.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

extension AVPlayerItem {
  /// Posted when an item has been heard to its end; the object is the item.
  public class var didPlayToEndTimeNotification: NSNotification.Name {
    .AVPlayerItemDidPlayToEndTime
  }
  /// Posted when an item cannot continue to its end; the user info contains the error.
  public class var failedToPlayToEndTimeNotification: NSNotification.Name {
    .AVPlayerItemFailedToPlayToEndTime
  }
  /// Posted when playback of an item has run out of frames.
  public class var playbackStalledNotification: NSNotification.Name {
    .AVPlayerItemPlaybackStalled
  }
  /// Posted when the time of an item has jumped.
  public class var timeJumpedNotification: NSNotification.Name { .AVPlayerItemTimeJumped }
  /// Posted when the access log of an item has a new entry.
  public class var newAccessLogEntryNotification: NSNotification.Name {
    .AVPlayerItemNewAccessLogEntry
  }
  /// Posted when the error log of an item has a new entry.
  public class var newErrorLogEntryNotification: NSNotification.Name {
    .AVPlayerItemNewErrorLogEntry
  }
}

extension AVPlayerItem {
  /// The key of the participant of a shared session that has sought; never present here.
  public class var timeJumpedOriginatingParticipantKey: String {
    "AVPlayerItemTimeJumpedOriginatingParticipantKey"
  }
}

extension AVPlayer {
  /// Posted when the rate of a player has changed; the object is the player.
  public class var rateDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerRateDidChangeNotification")
  }
  /// The key of the reason in ``rateDidChangeNotification``, a ``RateDidChangeReason``.
  public class var rateDidChangeReasonKey: String { "AVPlayerRateDidChangeReasonKey" }

  /// The key of the participant of a shared session that has changed the rate; never present here.
  public class var rateDidChangeOriginatingParticipantKey: String {
    "AVPlayerRateDidChangeOriginatingParticipantKey"
  }

  /// Why the rate of a player has changed.
  public struct RateDidChangeReason: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Makes a reason from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The program has set the rate.
    public static let setRateCalled = Self(rawValue: "AVPlayerRateDidChangeReasonSetRateCalled")
    /// Playback at the rate could not begin, or ended early, so that the rate has become 0.
    public static let setRateFailed = Self(rawValue: "AVPlayerRateDidChangeReasonSetRateFailed")
    /// Playback in reverse has reached the start.
    public static let reversePlaybackReachedStartOfSeekableRange = Self(
      rawValue: "AVPlayerRateDidChangeReasonReversePlaybackReachedStartOfSeekableRange")
    /// Playback has reached the end of a live stream; never reported here.
    public static let playheadReachedLiveEdge = Self(
      rawValue: "AVPlayerRateDidChangeReasonPlayheadReachedLiveEdge")
    /// An interruption or the end of the session has paused the player.
    public static let audioSessionInterrupted = Self(
      rawValue: "AVPlayerRateDidChangeReasonAudioSessionInterrupted")
    /// The program has moved to the background; never reported here.
    public static let appBackgrounded = Self(
      rawValue: "AVPlayerRateDidChangeReasonAppBackgrounded")
  }
}
