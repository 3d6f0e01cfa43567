public import Foundation

/// The use of a command.
open class MPRemoteCommandEvent: NSObject, @unchecked Sendable {
  /// The command.
  public let command: MPRemoteCommand
  /// The time of the event, in seconds since the system started.
  public let timestamp: TimeInterval

  init(_ command: MPRemoteCommand) {
    self.command = command
    timestamp = ProcessInfo.processInfo.systemUptime
  }
}

/// A skip of an interval.
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The interval, in seconds.
  public let interval: TimeInterval

  init(_ command: MPRemoteCommand, interval: TimeInterval) {
    self.interval = interval
    super.init(command)
  }
}

/// The beginning or the end of a seek.
open class MPSeekCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// Whether the seek begins or ends.
  public let type: MPSeekCommandEventType

  init(_ command: MPRemoteCommand, type: MPSeekCommandEventType) {
    self.type = type
    super.init(command)
  }
}

/// A rating.
open class MPRatingCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The rating.
  public let rating: Float

  init(_ command: MPRemoteCommand, rating: Float) {
    self.rating = rating
    super.init(command)
  }
}

/// A change of the rate.
open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The requested rate.
  public let playbackRate: Float

  init(_ command: MPRemoteCommand, playbackRate: Float) {
    self.playbackRate = playbackRate
    super.init(command)
  }
}

/// Feedback.
open class MPFeedbackCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// Whether earlier feedback is taken back.
  public let isNegative: Bool

  init(_ command: MPRemoteCommand, isNegative: Bool) {
    self.isNegative = isNegative
    super.init(command)
  }
}

/// A choice of a language.
open class MPChangeLanguageOptionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The language option.
  public let languageOption: MPNowPlayingInfoLanguageOption
  /// How long the choice lasts.
  public let setting: MPChangeLanguageOptionSetting

  init(
    _ command: MPRemoteCommand, languageOption: MPNowPlayingInfoLanguageOption,
    setting: MPChangeLanguageOptionSetting
  ) {
    (self.languageOption, self.setting) = (languageOption, setting)
    super.init(command)
  }
}

/// A change of the position.
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The requested position, in seconds.
  public let positionTime: TimeInterval

  init(_ command: MPRemoteCommand, positionTime: TimeInterval) {
    self.positionTime = positionTime
    super.init(command)
  }
}

/// A change of the way to shuffle.
open class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The requested way to shuffle.
  public let shuffleType: MPShuffleType
  /// Whether the choice lasts longer than the session.
  public let preservesShuffleMode: Bool

  init(_ command: MPRemoteCommand, shuffleType: MPShuffleType) {
    (self.shuffleType, preservesShuffleMode) = (shuffleType, false)
    super.init(command)
  }
}

/// A change of the way to repeat.
open class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The requested way to repeat.
  public let repeatType: MPRepeatType
  /// Whether the choice lasts longer than the session.
  public let preservesRepeatMode: Bool

  init(_ command: MPRemoteCommand, repeatType: MPRepeatType) {
    (self.repeatType, preservesRepeatMode) = (repeatType, false)
    super.init(command)
  }
}
