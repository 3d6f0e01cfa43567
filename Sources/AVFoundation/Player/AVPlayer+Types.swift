internal import AudioPlayback
internal import Foundation

/// The states of a player.
extension AVPlayer {
  /// Whether the player can play.
  public enum Status: Int, Sendable {
    /// No item has been opened.
    case unknown
    /// The player can play.
    case readyToPlay
    /// No device can be opened; this state is final.
    case failed
  }

  /// Whether the player plays, or waits for bytes or an item.
  public enum TimeControlStatus: Int, Sendable {
    /// The player does not play.
    case paused
    /// The player waits for data, or for an item.
    case waitingToPlayAtSpecifiedRate
    /// The player plays.
    case playing
  }

  /// The action at the end of an item.
  public enum ActionAtItemEnd: Int, Sendable {
    /// The next item of a queue follows.
    case advance
    /// Pauses at the end of the item.
    case pause
    /// The player stays at the end, and keeps its rate.
    case none
  }

  /// Why the player waits.
  public struct WaitingReason: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Makes a reason from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Playback has run out of frames, or would.
    public static let toMinimizeStalls = Self(
      rawValue: "AVPlayerWaitingToMinimizeStallsReason")
    /// The player does not know yet whether enough data has arrived.
    public static let evaluatingBufferingRate = Self(
      rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
    /// Other participants of a shared session are not ready; never reported here.
    public static let waitingForCoordinatedPlayback = Self(
      rawValue: "AVPlayerWaitingForCoordinatedPlaybackReason")
    /// There is no item, or it has failed.
    public static let noItemToPlay = Self(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
  }
}

extension AVPlayer {
  /// The state that observers see.
  struct Published {
    var items: [AVPlayerItem] = []
    var rate: Float = 0
    var control = ItemPlayer.Control.paused
    var status = Status.unknown
    var error: (any Error)?
    var defaultRate: Float = 1
    var volume: Float = 1
    var isMuted = false
    var waits = true
    var endAction = ActionAtItemEnd.pause
    var kept = KeptSettings()
    var deviceID: String?
    var selection = AutomaticSelection()
    /// The threads that set the rate in ``AVPlayer/play()`` or ``AVPlayer/pause()``.
    var requestingThreads: Set<pthread_t> = []
  }
}
