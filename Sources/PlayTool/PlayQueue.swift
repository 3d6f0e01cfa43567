import Foundation
import NowPlaying
import ToolSupport

/// Opens the names to play one after another.
final class PlayQueue: @unchecked Sendable {
  // Sendable: `lock` guards the state; `next(isSkip:)` is for the playing thread only.

  /// How the order differs from that of the list.
  struct Settings: Equatable {
    var repeats = PlayOrder.Repeat.off
    var shuffles = false
  }

  /// Maximum number of playlist entries, because nested playlists could have endless entries.
  private static let mostEntries = 100_000

  private let options: PlayOptions
  private let report: (String, ToolFailure) -> Void
  private let describe: (Player.Item) -> Void
  private let lock = NSLock()
  private var order: PlayOrder
  private var isOver = false
  private var stopOpening: (() -> Void)?

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - options: The names, and how to open them.
  ///   - report: Receives the names that cannot be opened, with the reasons.
  ///   - describe: Receives each item.
  init(
    _ options: PlayOptions, report: @escaping (String, ToolFailure) -> Void,
    describe: @escaping (Player.Item) -> Void
  ) {
    (self.options, self.report, self.describe) = (options, report, describe)
    order = PlayOrder(
      options.names.map { QueuedName(name: $0) }, repeats: options.settings.repeats,
      shuffles: options.settings.shuffles)
  }

  // MARK: Any thread

  /// Cancels the wait for an item, and opens no more items.
  func end() {
    let stop = lock.withLock {
      isOver = true
      return stopOpening
    }
    stop?()
  }

  var settings: Settings {
    lock.withLock { Settings(repeats: order.repeats, shuffles: order.shuffles) }
  }

  /// Changes the settings, which apply to the items that are not open yet.
  ///
  /// - Returns: Whether they differ from the previous ones.
  func change(_ body: (inout Settings) -> Void) -> Bool {
    lock.withLock {
      let old = Settings(repeats: order.repeats, shuffles: order.shuffles)
      var new = old
      body(&new)
      order.set(repeats: new.repeats)
      order.set(shuffles: new.shuffles)
      return new != old
    }
  }

  /// The number of the item before another one; `nil` at the start.
  func number(before number: Int) -> Int? { lock.withLock { order.number(before: number) } }

  /// Makes an earlier item the next one, followed by all later ones.
  func rewind(to number: Int) { lock.withLock { order.rewind(to: number) } }

  /// Chooses the items after item `number` again.
  func forget(after number: Int) { lock.withLock { order.forget(after: number) } }

  /// Records that an item is audible.
  func noteSound() { lock.withLock { order.noteSound() } }

  // MARK: The playing thread

  /// Opens the next name that can be opened.
  ///
  /// - Parameter isSkip: Whether to open an item other than the last one, even if the last one is
  ///   to be repeated.
  /// - Returns: `nil` at the end.
  func next(isSkip: Bool = false) -> Player.Item? {
    let opener = SourceOpener(
      cacheFolder: options.cacheFolder, soundFont: options.soundFont
    ) { [self] stop in
      let isOver = lock.withLock {
        stopOpening = stop
        return self.isOver
      }
      if isOver { stop?() }
    }
    var isSkip = isSkip
    while let entry = lock.withLock({ isOver ? nil : order.take(isSkip: isSkip) }) {
      do throws(ToolFailure) {
        switch try opener.open(entry.name) {
        case .playlist(let names): try expand(entry, to: names)
        case .source(let source): return item(entry, source)
        }
      } catch {
        report(entry.name.name, error)
        // The same name would fail again.
        isSkip = true
      }
    }
    return nil
  }

  private func expand(_ entry: PlayOrder.Entry, to names: [QueuedName]) throws(ToolFailure) {
    let fits = lock.withLock {
      guard order.entryCount + names.count <= Self.mostEntries else { return false }
      order.expand(entry, to: names)
      return true
    }
    guard fits else {
      throw ToolFailure(
        "there are more than \(Self.mostEntries) files and playlist entries in total")
    }
  }

  private func item(_ entry: PlayOrder.Entry, _ source: any PacketSource) -> Player.Item {
    let number = lock.withLock { order.open(entry) }
    let item = Player.Item(name: entry.name, source: source, number: number)
    if let seconds = options.seconds { source.limit(toSeconds: seconds) }
    describe(item)
    return item
  }
}
