public import Foundation
internal import Synchronization

/// A command that skips an interval.
open class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {
  private struct Intervals: @unchecked Sendable {
    // Sendable: numbers do not change.
    var list: [NSNumber] = []
  }

  private let intervals = Mutex(Intervals())

  /// The intervals to offer, in seconds.
  ///
  /// MPRIS does not publish them: other programs choose an interval.
  open var preferredIntervals: [NSNumber] {
    get { intervals.withLock { $0 }.list }
    set {
      let new = Intervals(list: newValue)
      intervals.withLock { $0 = new }
    }
  }
}

/// A command that gives feedback, such as a like.
///
/// MPRIS has no counterpart, so other programs do not send it.
open class MPFeedbackCommand: MPRemoteCommand, @unchecked Sendable {
  private struct Feedback: Sendable {
    var isActive = false
    var title = ""
    var shortTitle = ""
  }

  private let feedback = Mutex(Feedback())

  /// Whether the feedback has been given.
  open var isActive: Bool {
    get { feedback.withLock { $0.isActive } }
    set { feedback.withLock { $0.isActive = newValue } }
  }

  /// The title.
  open var localizedTitle: String {
    get { feedback.withLock { $0.title } }
    set { feedback.withLock { $0.title = newValue } }
  }

  /// A shorter title.
  open var localizedShortTitle: String {
    get { feedback.withLock { $0.shortTitle } }
    set { feedback.withLock { $0.shortTitle = newValue } }
  }
}

/// A command that rates an item.
///
/// MPRIS publishes ratings, but other programs cannot change them.
open class MPRatingCommand: MPRemoteCommand, @unchecked Sendable {
  private struct Limits: Sendable {
    var minimum: Float = 0
    var maximum: Float = 1
  }

  private let limits = Mutex(Limits())

  /// The lowest rating.
  open var minimumRating: Float {
    get { limits.withLock { $0.minimum } }
    set { limits.withLock { $0.minimum = newValue } }
  }

  /// The highest rating.
  open var maximumRating: Float {
    get { limits.withLock { $0.maximum } }
    set { limits.withLock { $0.maximum = newValue } }
  }
}

/// A command that changes the rate.
open class MPChangePlaybackRateCommand: MPRemoteCommand, @unchecked Sendable {
  private struct Rates: @unchecked Sendable {
    // Sendable: numbers do not change.
    var list: [NSNumber] = []
  }

  private let rates = Mutex(Rates())

  /// The supported rates.
  ///
  /// MPRIS publishes the lowest and the highest one. A requested rate between two rates becomes the
  /// nearest supported one.
  open var supportedPlaybackRates: [NSNumber] {
    get { rates.withLock { $0 }.list }
    set {
      let new = Rates(list: newValue)
      rates.withLock { $0 = new }
      commandDidChange()
    }
  }
}

/// A command that changes the position.
open class MPChangePlaybackPositionCommand: MPRemoteCommand, @unchecked Sendable {}

/// A command that changes the way to shuffle.
open class MPChangeShuffleModeCommand: MPRemoteCommand, @unchecked Sendable {
  private let type = Mutex(MPShuffleType.off)

  /// The current way to shuffle, which other programs see.
  ///
  /// The client must set it, even after its own handler has carried out a command. MPRIS does not
  /// distinguish items from collections.
  open var currentShuffleType: MPShuffleType {
    get { type.withLock { $0 } }
    set {
      type.withLock { $0 = newValue }
      commandDidChange()
    }
  }
}

/// A command that changes the way to repeat.
open class MPChangeRepeatModeCommand: MPRemoteCommand, @unchecked Sendable {
  private let type = Mutex(MPRepeatType.off)

  /// The current way to repeat, which other programs see.
  ///
  /// The client must set it, even after its own handler has carried out a command.
  open var currentRepeatType: MPRepeatType {
    get { type.withLock { $0 } }
    set {
      type.withLock { $0 = newValue }
      commandDidChange()
    }
  }
}
