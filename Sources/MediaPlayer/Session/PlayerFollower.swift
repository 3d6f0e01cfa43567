internal import AVFoundation
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Observes players, and reports changes of everything that a description of them contains.
final class PlayerFollower: Sendable {
  private struct Observers: @unchecked Sendable {
    // Sendable: tokens of notifications are only kept and removed.
    var properties: [NSKeyValueObservation] = []
    var jumps: (any NSObjectProtocol)?
    /// The observers of time, with their players.
    var times: [(player: AVPlayer, token: Any)] = []
  }

  private static let queue = DispatchQueue(label: "oca-now-playing")

  private let observers = Mutex(Observers())

  init() {}

  deinit { end(observers.withLock { $0 }) }

  /// Observes players in place of the previous players.
  ///
  /// - Parameters:
  ///   - players: The players.
  ///   - changed: Called after a change, on the thread of the change.
  ///   - played: Called every second of playback, with a player and its seconds.
  func follow(
    _ players: [AVPlayer], changed: @escaping @Sendable () -> Void,
    played: @escaping @Sendable (AVPlayer, Double) -> Void
  ) {
    var new = Observers()
    for player in players {
      let token = player.addPeriodicTimeObserver(
        forInterval: CMTime(value: 1, timescale: 1), queue: Self.queue
      ) { [weak player] time in
        if let player, time.isNumeric { played(player, time.seconds) }
      }
      new.times.append((player, token))
      new.properties += [
        player.observe(\.timeControlStatus) { _, _ in changed() },
        player.observe(\.rate) { _, _ in changed() },
        player.observe(\.volume) { _, _ in changed() },
        player.observe(\.currentItem?.status) { _, _ in changed() },
        player.observe(\.currentItem?.duration) { _, _ in changed() },
        player.observe(\.currentItem?.nowPlayingInfo) { _, _ in changed() },
      ]
    }
    if !players.isEmpty {
      let items = WeakPlayers(players)
      new.jumps = NotificationCenter.default.addObserver(
        forName: AVPlayerItem.timeJumpedNotification, object: nil, queue: nil
      ) { notification in
        if items.play(notification.object) { changed() }
      }
    }
    let next = new
    let old = observers.withLock { observers in
      defer { observers = next }
      return observers
    }
    end(old)
  }

  private func end(_ observers: Observers) {
    for observation in observers.properties { observation.invalidate() }
    if let jumps = observers.jumps { NotificationCenter.default.removeObserver(jumps) }
    for (player, token) in observers.times { player.removeTimeObserver(token) }
  }

  /// Weak references to players.
  private struct WeakPlayers: Sendable {
    private struct Reference: Sendable {
      weak var player: AVPlayer?
    }

    private let references: [Reference]

    init(_ players: [AVPlayer]) { references = players.map { Reference(player: $0) } }

    /// Whether an object is the current item of a player.
    func play(_ object: Any?) -> Bool {
      guard let item = object as? AVPlayerItem else { return false }
      return references.contains { $0.player?.currentItem === item }
    }
  }
}
