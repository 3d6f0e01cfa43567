import NowPlaying

/// The names to play, their order, and which of them repeat.
struct PlayOrder {
  typealias Repeat = RemoteCommands.Repeat

  /// A name with its place in the list.
  struct Entry: Equatable {
    var name: QueuedName
    /// The position on the command line, then in each playlist.
    var place: [Int]
    /// Whether the entry repeats the one before it.
    var isRepetition = false
  }

  /// Maximum number of earlier entries that can be returned to.
  private static let mostEarlier = 1000

  private let names: [QueuedName]
  private(set) var repeats: Repeat
  private(set) var shuffles: Bool
  private var pending: ArraySlice<Entry> = []
  /// The number of entries in playlists since the start of the list.
  private(set) var entryCount = 0
  /// The last opened entries, and the number of the first one.
  private var earlier: [Entry] = []
  private var firstNumber = 0
  /// Whether an entry has been heard since the start of the list, or since the last repetition.
  private var hasSounded = false
  private var random: any RandomNumberGenerator

  /// Creates the order of names from the command line.
  init(
    _ names: [QueuedName], repeats: Repeat, shuffles: Bool,
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    (self.names, self.repeats, self.shuffles, self.random) = (names, repeats, shuffles, random)
    restart()
  }

  private mutating func restart() {
    pending = names.enumerated().map { Entry(name: $1, place: [$0]) }[...]
    if shuffles { pending.shuffle(using: &random) }
    (hasSounded, entryCount) = (false, 0)
  }

  /// Takes the next entry.
  ///
  /// - Parameter isSkip: Whether to take an entry other than the last one, even if the last one is
  ///   to be repeated.
  /// - Returns: `nil` at the end.
  mutating func take(isSkip: Bool) -> Entry? {
    if repeats == .one, !isSkip, hasSounded, var last = earlier.last {
      hasSounded = false
      last.isRepetition = true
      return last
    }
    // A list without sound would repeat forever.
    if pending.isEmpty, repeats != .off, hasSounded { restart() }
    return pending.popFirst()
  }

  /// Puts the entries of a playlist or folder in the place of its own entry.
  mutating func expand(_ entry: Entry, to names: [QueuedName]) {
    let entries = names.enumerated().map { Entry(name: $1, place: entry.place + [$0]) }
    entryCount += names.count
    pending = entries + pending
    if shuffles { pending.shuffle(using: &random) }
  }

  /// Records that an entry has been opened, and returns its number.
  mutating func open(_ entry: Entry) -> Int {
    var entry = entry
    if let last = earlier.last, last.place == entry.place { entry.isRepetition = true }
    earlier.append(entry)
    if earlier.count > Self.mostEarlier {
      earlier.removeFirst()
      firstNumber += 1
    }
    return firstNumber + earlier.count - 1
  }

  /// Records that an entry is audible.
  mutating func noteSound() { hasSounded = true }

  /// The number of the entry before another one and its repetitions; `nil` at the start.
  func number(before number: Int) -> Int? {
    var index = number - firstNumber
    while earlier.indices.contains(index), earlier[index].isRepetition { index -= 1 }
    return earlier.indices.contains(index - 1) ? firstNumber + index - 1 : nil
  }

  /// Makes an earlier entry the next one, followed by all later ones.
  mutating func rewind(to number: Int) {
    let index = min(max(0, number - firstNumber), earlier.count)
    let entries = earlier[index...].enumerated().compactMap { offset, entry in
      var entry = entry
      if offset > 0, entry.isRepetition { return nil as Entry? }
      entry.isRepetition = false
      return entry
    }
    earlier.removeLast(earlier.count - index)
    pending = entries + pending
  }

  /// Returns the entries after entry `number` to the pending ones, except for repetitions.
  mutating func forget(after number: Int) {
    let index = min(max(0, number + 1 - firstNumber), earlier.count)
    pending = earlier[index...].filter { !$0.isRepetition } + pending
    earlier.removeLast(earlier.count - index)
  }

  mutating func set(repeats: Repeat) { self.repeats = repeats }

  /// Shuffles the pending entries, or sorts them by their place in the list.
  mutating func set(shuffles: Bool) {
    guard shuffles != self.shuffles else { return }
    self.shuffles = shuffles
    if shuffles {
      pending.shuffle(using: &random)
    } else {
      pending.sort { $0.place.lexicographicallyPrecedes($1.place) }
    }
  }
}
