import Foundation
import NowPlaying
import ToolSupport

/// Shows the current item to other programs, and passes on their requests.
///
/// Uses ``NowPlaying`` directly: the commands of `MediaPlayer` come on the main queue, which does
/// not run here, and the tool does not need the rest of that module.
final class DesktopPlayer: @unchecked Sendable {
  // Sendable: `condition` guards the state.

  /// The published state, with its time.
  private struct Shown {
    var item: Int?
    var title: String?
    var duration: Double?
    var state: State
    var volume: Float
    var settings: PlayQueue.Settings
    var seconds: Double
    var time: ContinuousClock.Instant
  }

  private enum State {
    case playing, waiting, paused
  }

  /// The seconds between two checks of the player.
  private static let interval = 0.25
  /// The seconds that a position may differ from its extrapolation.
  private static let tolerance = 0.1

  private let publisher: NowPlayingPublisher
  private let names: PlayQueue
  private let condition = NSCondition()
  private var player: Player?
  private var isOver = false
  private var hasThread = false
  private var mustUpdate = false

  /// The rest is for the thread only.
  private var shown: Shown?
  private var description = SourceDescription()
  private var artwork: NowPlayingArtwork?
  private var lastSeconds = 0.0

  /// Prepares to show players; fails without a session bus.
  ///
  /// - Parameters:
  ///   - names: The names that are played.
  ///   - take: Receives the requests of other programs, on any thread.
  init?(_ names: PlayQueue, _ take: @escaping @Sendable (RemoteRequest) -> Void) {
    guard NowPlayingPublisher.hasSessionBus else { return nil }
    self.names = names
    // Without libsystemd, the tool plays as usual, so a missing library is not reported.
    publisher = NowPlayingPublisher(
      identity: PlayerIdentity(name: "afplay"), respond: take, report: { _ in })
  }

  /// Shows a player in place of the last one.
  func show(_ player: Player) {
    let mustStart = condition.withLock {
      self.player = player
      condition.broadcast()
      defer { hasThread = true }
      return !hasThread
    }
    if mustStart { Thread.detachNewThread { self.run() } }
  }

  /// Publishes changes of the player immediately.
  func refresh() {
    condition.withLock {
      mustUpdate = true
      condition.broadcast()
    }
  }

  /// Removes the player from the bus.
  func end() {
    condition.withLock {
      isOver = true
      player = nil
      condition.broadcast()
    }
    publisher.update { content, now in content.set(nil as NowPlayingContent.Update?, at: now) }
  }

  private func run() {
    var last: Player?
    while let player = next() {
      if player !== last { shown = nil }
      last = player
      update(player)
    }
  }

  /// Waits for the next check; returns `nil` at the end.
  private func next() -> Player? {
    condition.withLock {
      if !isOver, !mustUpdate {
        _ = condition.wait(until: Date(timeIntervalSinceNow: Self.interval))
      }
      mustUpdate = false
      return isOver ? nil : player
    }
  }

  // MARK: State

  /// Publishes the changes.
  private func update(_ player: Player) {
    let place = player.place
    let item = place.item
    let sound = player.sound
    let now = ContinuousClock.now
    let isMoving = place.seconds != lastSeconds
    lastSeconds = place.seconds
    let new = Shown(
      item: item.number, title: item.source.title(at: place.seconds),
      duration: item.source.duration,
      state: sound.isPaused ? .paused : isMoving ? .playing : .waiting,
      volume: sound.isMuted ? 0 : sound.volume, settings: names.settings, seconds: place.seconds,
      time: now)
    guard !agrees(new) else { return }
    if new.item != shown?.item { describe(item.source) }
    shown = new
    publish(new, item)
  }

  /// Whether the published values still describe the player.
  private func agrees(_ new: Shown) -> Bool {
    guard let shown, shown.item == new.item, shown.title == new.title, shown.state == new.state,
      shown.volume == new.volume, shown.duration == new.duration, shown.settings == new.settings
    else { return false }
    let passed = shown.state == .playing ? (new.time - shown.time) / .seconds(1) : 0
    return abs(shown.seconds + passed - new.seconds) < Self.tolerance
  }

  private func describe(_ source: any PacketSource) {
    description = source.description()
    artwork = description.picture.map { NowPlayingArtwork(draw: $0) }
  }

  private func publish(_ shown: Shown, _ item: Player.Item) {
    var update = NowPlayingContent.Update(track: track(shown, item))
    update.elapsed = shown.seconds
    update.rate = shown.state == .paused ? 0 : 1
    update.isStalled = shown.state == .waiting
    condition.withLock {
      guard !isOver else { return }
      publisher.update { content, now in
        content.set(update, at: now)
        content.commands.volume = Double(shown.volume)
        content.commands.repeats = shown.settings.repeats
        content.commands.shuffles = shown.settings.shuffles
        content.commands.kinds = [
          .play, .pause, .toggle, .stop, .next, .previous, .changeVolume, .changeRepeat,
          .changeShuffle,
        ]
        if item.source.isSeekable { content.commands.kinds.insert(.changePosition) }
      }
    }
  }

  /// The tags, and the title of a station or the name of the file in place of a missing title.
  private func track(_ shown: Shown, _ item: Player.Item) -> NowPlayingTrack {
    let tags = description.tags
    var track = NowPlayingTrack()
    let title = shown.title.flatMap { $0.isEmpty ? nil : $0 }
    let address = item.name.name
    let name = address.split(separator: "/").last.map(String.init) ?? address
    track.title = title ?? tags["title"] ?? item.name.title ?? name
    track.artists = [tags["artist"] ?? item.name.artist].compactMap(\.self)
    track.album = tags["album"]
    track.albumArtists = [tags["album artist"]].compactMap(\.self)
    track.genres = [tags["genre"]].compactMap(\.self)
    track.composers = [tags["composer"]].compactMap(\.self)
    track.trackNumber = Self.number(tags["track number"])
    track.discNumber = Self.number(tags["disc number"])
    track.comments = [tags["comments"]].compactMap(\.self)
    track.duration = shown.duration
    track.isLive = description.isLive
    track.url = Self.url(address)
    track.artwork = artwork
    track.queueIndex = item.number
    return track
  }

  /// The number before a slash.
  private static func number(_ text: String?) -> Int? {
    text.flatMap { $0.split(separator: "/").first }.flatMap { Int($0) }
  }

  /// The URL of a path or URL; `nil` for standard input.
  private static func url(_ name: String) -> String? {
    if name == "-" { return nil }
    return name.contains("://") ? name : URL(fileURLWithPath: name).absoluteString
  }
}
