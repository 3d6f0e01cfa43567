public import AVFoundation
internal import Dispatch
public import Foundation
internal import NowPlaying
internal import Synchronization

/// Players that other programs see and control as one.
///
/// A session has its own centers. On Linux, each session of a program is a player on the session
/// bus: all are visible at once, whichever is active. The volume of the players is published, and
/// other programs can change it. If one of the first players is an `AVQueuePlayer`, its items are
/// published as a list. Other programs can skip to any item.
open class MPNowPlayingSession: NSObject, @unchecked Sendable {
  private struct State: Sendable {
    var players: [AVPlayer]
    var publishes = false
  }

  /// Whether a thread is publishing, and whether another publication must follow.
  private struct Turn: Sendable {
    var isTaken = false
    var hasChanged = false

    /// Returns whether another publication must follow; otherwise, ends the turn.
    mutating func next() -> Bool {
      defer { hasChanged = false }
      isTaken = hasChanged
      return hasChanged
    }
  }

  /// The active session of the program.
  private struct Active: Sendable {
    weak var session: MPNowPlayingSession?
  }

  private static let active = Mutex(Active())

  private let state: Mutex<State>
  private let turn = Mutex(Turn())
  private let numbers = Mutex(ItemNumbers())
  private let follower = PlayerFollower()

  /// The information that the session publishes.
  public let nowPlayingInfoCenter: MPNowPlayingInfoCenter
  /// The commands of the session.
  public let remoteCommandCenter: MPRemoteCommandCenter

  /// Makes a session of players.
  public convenience init(players: [AVPlayer]) {
    let hasTrackList = players.contains { $0 is AVQueuePlayer }
    self.init(players: players, link: DesktopLink(hasTrackList: hasTrackList))
  }

  init(players: [AVPlayer], link: DesktopLink) {
    state = Mutex(State(players: players))
    nowPlayingInfoCenter = MPNowPlayingInfoCenter(link)
    remoteCommandCenter = MPRemoteCommandCenter(link)
    super.init()
    remoteCommandCenter.openCoreAudioChangeVolumeCommand.addTarget { [weak self] event in
      self?.changeVolume(event) ?? .noActionableNowPlayingItem
    }
    remoteCommandCenter.goToItem.withLock {
      $0 = { [weak self] number in self?.goToItem(number) }
    }
    follow()
  }

  deinit { nowPlayingInfoCenter.nowPlayingInfo = nil }

  // MARK: Players

  /// The players.
  open var players: [AVPlayer] { state.withLock { $0.players } }

  /// Adds a player, unless the session has it.
  open func addPlayer(_ player: AVPlayer) {
    changePlayers { players in
      if !players.contains(where: { $0 === player }) { players.append(player) }
    }
  }

  /// Removes a player.
  open func removePlayer(_ player: AVPlayer) {
    changePlayers { players in players.removeAll { $0 === player } }
  }

  private func changePlayers(_ body: (inout [AVPlayer]) -> Void) {
    let hasChanged = state.withLock { state in
      let couldBecomeActive = !state.players.isEmpty
      body(&state.players)
      return couldBecomeActive == state.players.isEmpty
    }
    follow()
    if hasChanged { notify { $0.nowPlayingSessionDidChangeCanBecomeActive($1) } }
    if !canBecomeActive { resign() }
  }

  // MARK: Publishing

  /// Whether the session publishes the item that plays.
  ///
  /// The description is ``AVFoundation/AVPlayerItem/nowPlayingInfo`` with the elapsed time, the
  /// rate, and the duration of the player.
  open var automaticallyPublishesNowPlayingInfo: Bool {
    get { state.withLock { $0.publishes } }
    set {
      state.withLock { $0.publishes = newValue }
      playersDidChange()
    }
  }

  private func follow() {
    follower.follow(players) { [weak self] in
      self?.playersDidChange()
    } played: { [weak self] player, seconds in
      self?.check(player, seconds)
    }
    playersDidChange()
  }

  /// Publishes the players if the published position has drifted.
  ///
  /// A notification of a jump may come before the player has its new time.
  private func check(_ player: AVPlayer, _ seconds: Double) {
    let current = players.first { $0.timeControlStatus != .paused } ?? players.first
    let published = nowPlayingInfoCenter.publishedSeconds
    if current === player, abs(published - seconds) > Self.tolerance { playersDidChange() }
  }

  /// The difference of positions in seconds that is corrected.
  private static let tolerance = 0.2

  /// Publishes the players after a change, on one thread at a time.
  ///
  /// A change during a publication starts another publication, so that the last one is up to date.
  private func playersDidChange() {
    let isMine = turn.withLock { turn in
      turn.hasChanged = true
      defer { turn.isTaken = true }
      return !turn.isTaken
    }
    guard isMine else { return }
    while turn.withLock({ $0.next() }) { publishPlayers() }
  }

  /// Publishes the current state of the players.
  private func publishPlayers() {
    let (players, publishes) = state.withLock { ($0.players, $0.publishes) }
    if let volume = players.first?.volume {
      let command = remoteCommandCenter.openCoreAudioChangeVolumeCommand
      if command.currentVolume != volume { command.currentVolume = volume }
    }
    guard publishes else { return }
    let player = players.first { $0.timeControlStatus != .paused } ?? players.first
    guard let player, let item = player.currentItem else {
      return nowPlayingInfoCenter.publish(nil)
    }
    nowPlayingInfoCenter.publish(
      Self.information(of: item, in: player),
      isStalled: player.timeControlStatus == .waitingToPlayAtSpecifiedRate,
      queue: queue(of: player))
  }

  /// The items of a queue.
  private func queue(of player: AVPlayer) -> [NowPlayingContent.Entry] {
    guard let player = player as? AVQueuePlayer else { return [] }
    let items = player.items()
    let ids = numbers.withLock { numbers in items.map { numbers.number(of: $0) } }
    return zip(ids, items).map { id, item in
      let values = DictionaryValues(values: Self.description(of: item))
      return NowPlayingContent.Entry(id: id, track: NowPlayingTrack(values))
    }
  }

  /// Skips to an item of a queue.
  private func goToItem(_ number: Int) {
    guard let item = numbers.withLock({ $0.item(number) }) else { return }
    for case let player as AVQueuePlayer in players {
      guard let index = player.items().firstIndex(where: { $0 === item }) else { continue }
      for _ in 0..<index { player.advanceToNextItem() }
    }
  }

  private static func information(
    of item: AVPlayerItem, in player: AVPlayer
  ) -> [String: Any] {
    var information = description(of: item)
    let isPaused = player.timeControlStatus == .paused
    information[MPNowPlayingInfoPropertyPlaybackRate] = isPaused ? 0 : player.rate
    information[MPNowPlayingInfoPropertyDefaultPlaybackRate] = player.defaultRate
    let time = player.currentTime()
    if time.isNumeric { information[MPNowPlayingInfoPropertyElapsedPlaybackTime] = time.seconds }
    return information
  }

  /// The description of an item, with the name of its file in place of a missing title.
  private static func description(of item: AVPlayerItem) -> [String: Any] {
    var description = item.nowPlayingInfo ?? [:]
    if description[MPMediaItemPropertyTitle] == nil, let asset = item.asset as? AVURLAsset {
      description[MPMediaItemPropertyTitle] = asset.url.deletingPathExtension().lastPathComponent
      description[MPNowPlayingInfoPropertyAssetURL] = asset.url
    }
    let duration = item.duration
    if duration.isNumeric {
      description[MPMediaItemPropertyPlaybackDuration] = duration.seconds
    } else if item.status == .readyToPlay {
      description[MPNowPlayingInfoPropertyIsLiveStream] = true
    }
    return description
  }

  private func changeVolume(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus {
    guard let event = event as? OpenCoreAudioChangeVolumeCommandEvent else {
      return .commandFailed
    }
    for player in players { player.volume = event.volume }
    return players.isEmpty ? .noActionableNowPlayingItem : .success
  }

  // MARK: Activity

  /// Receives changes.
  open weak var delegate: (any MPNowPlayingSessionDelegate)?

  /// Whether the session can become active: it has a player.
  open var canBecomeActive: Bool { !players.isEmpty }

  /// Whether the session is the active one of the program.
  open var isActive: Bool { Self.active.withLock { $0.session === self } }

  /// Makes the session the active one of the program, if it has a player.
  ///
  /// - Parameter completion: Called on the main queue, with whether the session is active.
  open func becomeActiveIfPossible(completion: (@Sendable (Bool) -> Void)? = nil) {
    let canBecomeActive = canBecomeActive
    if canBecomeActive {
      let previous = Self.active.withLock { active in
        defer { active.session = self }
        return active.session
      }
      if previous !== self {
        previous?.notify { $0.nowPlayingSessionDidChangeActive($1) }
        notify { $0.nowPlayingSessionDidChangeActive($1) }
      }
    }
    if let completion { DispatchQueue.main.async { completion(canBecomeActive) } }
  }

  /// Makes the session the active one of the program, if it has a player.
  ///
  /// - Returns: Whether the session is active.
  open func becomeActiveIfPossible() async -> Bool {
    await withCheckedContinuation { continuation in
      becomeActiveIfPossible { continuation.resume(returning: $0) }
    }
  }

  /// Ends the activity of a session that has lost its players.
  private func resign() {
    let wasActive = Self.active.withLock { active in
      guard active.session === self else { return false }
      active.session = nil
      return true
    }
    if wasActive { notify { $0.nowPlayingSessionDidChangeActive($1) } }
  }

  private func notify(
    _ body: @escaping @Sendable (any MPNowPlayingSessionDelegate, MPNowPlayingSession) -> Void
  ) {
    DispatchQueue.main.async { [self] in
      if let delegate { body(delegate, self) }
    }
  }
}
