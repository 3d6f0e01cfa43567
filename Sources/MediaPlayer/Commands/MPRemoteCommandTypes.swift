/// The ways to shuffle.
public enum MPShuffleType: Int, Sendable {
  /// The items keep their order.
  case off
  /// The items have a random order.
  case items
  /// The collections, such as albums, have a random order.
  case collections
}

/// The ways to repeat.
public enum MPRepeatType: Int, Sendable {
  /// Playback ends with the last item.
  case off
  /// The current item repeats.
  case one
  /// The whole queue repeats.
  case all
}

/// How long a choice of a language lasts.
public enum MPChangeLanguageOptionSetting: Int, Sendable {
  /// The choice does not last.
  case none
  /// For the current item.
  case nowPlayingItemOnly
  /// For all items.
  case permanent
}

/// The moments of a seek.
public enum MPSeekCommandEventType: UInt, Sendable {
  /// The user begins to seek.
  case beginSeeking
  /// The user ends the seek.
  case endSeeking
}
