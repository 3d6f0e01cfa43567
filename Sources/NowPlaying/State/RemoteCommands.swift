/// The commands that a client handles, and the values that belong to them.
package struct RemoteCommands: Equatable, Sendable {
  /// A set of commands.
  package struct Kinds: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let play = Kinds(rawValue: 1 << 0)
    package static let pause = Kinds(rawValue: 1 << 1)
    package static let toggle = Kinds(rawValue: 1 << 2)
    package static let stop = Kinds(rawValue: 1 << 3)
    package static let next = Kinds(rawValue: 1 << 4)
    package static let previous = Kinds(rawValue: 1 << 5)
    package static let changePosition = Kinds(rawValue: 1 << 6)
    package static let skipForward = Kinds(rawValue: 1 << 7)
    package static let skipBackward = Kinds(rawValue: 1 << 8)
    package static let changeRate = Kinds(rawValue: 1 << 9)
    package static let changeRepeat = Kinds(rawValue: 1 << 10)
    package static let changeShuffle = Kinds(rawValue: 1 << 11)
    package static let changeVolume = Kinds(rawValue: 1 << 12)
  }

  /// The items that are repeated.
  package enum Repeat: Sendable {
    case off, one, all
  }

  /// The commands with a handler.
  package var kinds: Kinds = []
  /// The rates that the client supports; empty for any rate.
  package var rates: [Double] = []
  package var repeats = Repeat.off
  package var shuffles = false
  /// The volume of the sound: 0 is silent, 1 is unchanged.
  package var volume = 1.0

  package init() {}
}

/// A request of another program.
package enum RemoteRequest: Equatable, Sendable {
  case play, pause, toggle, stop, next, previous
  /// Continues at a number of seconds.
  case changePosition(Double)
  /// Moves ahead by a number of seconds, or back.
  case skip(Double)
  case changeRate(Double)
  case changeRepeat(RemoteCommands.Repeat)
  case changeShuffle(Bool)
  case changeVolume(Double)
  /// Continues with an item of the list.
  case goTo(Int)
}
