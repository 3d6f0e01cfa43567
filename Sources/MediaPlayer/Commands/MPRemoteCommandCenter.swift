public import Foundation
internal import NowPlaying
internal import Synchronization

/// The commands that an app receives from other programs.
///
/// On Linux, they come from the session bus: from media keys, the desktop, phones, and command-line
/// tools. Other programs can use them while ``MPNowPlayingInfoCenter/nowPlayingInfo`` describes an
/// item.
open class MPRemoteCommandCenter: NSObject, @unchecked Sendable {
  private static let sharedCenter = MPRemoteCommandCenter(DesktopLink.shared)

  private let link: DesktopLink
  /// Skips to an item of the list, by its number; for sessions with a list.
  let goToItem = Mutex<(@Sendable (Int) -> Void)?>(nil)

  /// Pauses.
  public let pauseCommand = MPRemoteCommand()
  /// Plays.
  public let playCommand = MPRemoteCommand()
  /// Stops; if the command has no target, a stop request pauses instead.
  public let stopCommand = MPRemoteCommand()
  /// Plays or pauses.
  public let togglePlayPauseCommand = MPRemoteCommand()
  /// Enables a language option; MPRIS has no counterpart.
  public let enableLanguageOptionCommand = MPRemoteCommand()
  /// Disables a language option; MPRIS has no counterpart.
  public let disableLanguageOptionCommand = MPRemoteCommand()
  /// Changes the rate.
  public let changePlaybackRateCommand = MPChangePlaybackRateCommand()
  /// Changes the way to repeat.
  public let changeRepeatModeCommand = MPChangeRepeatModeCommand()
  /// Changes the way to shuffle.
  public let changeShuffleModeCommand = MPChangeShuffleModeCommand()
  /// Continues with the next item.
  public let nextTrackCommand = MPRemoteCommand()
  /// Continues with the previous item.
  public let previousTrackCommand = MPRemoteCommand()
  /// Moves ahead; if ``changePlaybackPositionCommand`` has a target, that is called instead.
  public let skipForwardCommand = MPSkipIntervalCommand()
  /// Moves back; if ``changePlaybackPositionCommand`` has a target, that is called instead.
  public let skipBackwardCommand = MPSkipIntervalCommand()
  /// Seeks ahead while a key is pressed; MPRIS has no counterpart.
  public let seekForwardCommand = MPRemoteCommand()
  /// Seeks back while a key is pressed; MPRIS has no counterpart.
  public let seekBackwardCommand = MPRemoteCommand()
  /// Changes the position.
  public let changePlaybackPositionCommand = MPChangePlaybackPositionCommand()
  /// Rates the item; MPRIS has no counterpart.
  public let ratingCommand = MPRatingCommand()
  /// Likes the item; MPRIS has no counterpart.
  public let likeCommand = MPFeedbackCommand()
  /// Dislikes the item; MPRIS has no counterpart.
  public let dislikeCommand = MPFeedbackCommand()
  /// Bookmarks the item; MPRIS has no counterpart.
  public let bookmarkCommand = MPFeedbackCommand()
  /// Changes the volume of the program's sound; Apple's systems have no such command.
  public let openCoreAudioChangeVolumeCommand = OpenCoreAudioChangeVolumeCommand()

  init(_ link: DesktopLink) {
    self.link = link
    super.init()
    for (command, _) in published { command.center = self }
    link.receive { [weak self] in self?.receive($0) }
  }

  /// The center of the process.
  open class func shared() -> MPRemoteCommandCenter { sharedCenter }

  /// The commands with a counterpart in MPRIS.
  private var published: [(MPRemoteCommand, RemoteCommands.Kinds)] {
    [
      (playCommand, .play), (pauseCommand, .pause), (togglePlayPauseCommand, .toggle),
      (stopCommand, .stop), (nextTrackCommand, .next), (previousTrackCommand, .previous),
      (changePlaybackPositionCommand, .changePosition), (skipForwardCommand, .skipForward),
      (skipBackwardCommand, .skipBackward), (changePlaybackRateCommand, .changeRate),
      (changeRepeatModeCommand, .changeRepeat), (changeShuffleModeCommand, .changeShuffle),
      (openCoreAudioChangeVolumeCommand, .changeVolume),
    ]
  }

  /// Publishes the state of all commands.
  func commandsDidChange() {
    link.publisher.update { content, _ in
      content.commands.kinds = RemoteCommands.Kinds(
        published.filter { $0.0.isAvailable }.map(\.1))
      content.commands.rates = changePlaybackRateCommand.supportedPlaybackRates
        .map(\.doubleValue).filter(\.isFinite)
      content.commands.shuffles = changeShuffleModeCommand.currentShuffleType != .off
      content.commands.repeats = changeRepeatModeCommand.currentRepeatType.repeats
      content.commands.volume = Double(openCoreAudioChangeVolumeCommand.currentVolume)
    }
  }

  /// Carries out a request, on the main queue.
  private func receive(_ request: RemoteRequest) {
    switch request {
    case .play: send(playCommand)
    case .pause: send(pauseCommand)
    case .toggle: send(togglePlayPauseCommand)
    case .stop: send(stopCommand)
    case .next: send(nextTrackCommand)
    case .previous: send(previousTrackCommand)
    case .changePosition(let seconds):
      let command = changePlaybackPositionCommand
      command.send(MPChangePlaybackPositionCommandEvent(command, positionTime: seconds))
    case .skip(let seconds):
      let command = seconds > 0 ? skipForwardCommand : skipBackwardCommand
      command.send(MPSkipIntervalCommandEvent(command, interval: abs(seconds)))
    case .changeRate(let rate):
      let command = changePlaybackRateCommand
      command.send(MPChangePlaybackRateCommandEvent(command, playbackRate: Float(rate)))
    case .changeRepeat(let repeats):
      let command = changeRepeatModeCommand
      command.send(MPChangeRepeatModeCommandEvent(command, repeatType: MPRepeatType(repeats)))
    case .changeShuffle(let shuffles):
      let command = changeShuffleModeCommand
      let type = shuffles ? MPShuffleType.items : .off
      command.send(MPChangeShuffleModeCommandEvent(command, shuffleType: type))
    case .goTo(let item): goToItem.withLock { $0 }?(item)
    case .changeVolume(let volume):
      let command = openCoreAudioChangeVolumeCommand
      command.send(OpenCoreAudioChangeVolumeCommandEvent(command, volume: Float(volume)))
    }
  }

  private func send(_ command: MPRemoteCommand) {
    command.send(MPRemoteCommandEvent(command))
  }
}

extension MPRepeatType {
  fileprivate var repeats: RemoteCommands.Repeat {
    switch self {
    case .off: .off
    case .one: .one
    case .all: .all
    }
  }

  fileprivate init(_ repeats: RemoteCommands.Repeat) {
    self =
      switch repeats {
      case .off: .off
      case .one: .one
      case .all: .all
      }
  }
}
