import AVFoundation

/// Pauses a player when its headphones are unplugged, as published for Apple's systems.
///
/// Imports Apple's names only, so it also compiles on Apple's systems.
public final class PauseOnUnplug: @unchecked Sendable {
  // Sendable: `lock` guards all mutable state.
  private let player: AVAudioPlayer
  private let lock = NSLock()
  private var count = 0
  private var observer: (any NSObjectProtocol)?

  /// Watches the route of a player.
  public init(player: AVAudioPlayer, session: AVAudioSession = .sharedInstance()) {
    self.player = player
    observer = NotificationCenter.default.addObserver(
      forName: AVAudioSession.routeChangeNotification, object: session, queue: nil
    ) { [weak self] notification in
      self?.routeChange(notification)
    }
  }

  deinit {
    if let observer { NotificationCenter.default.removeObserver(observer) }
  }

  /// How often it has paused.
  public var pauseCount: Int { lock.withLock { count } }

  private func routeChange(_ notification: Notification) {
    guard let dic = notification.userInfo,
      let changeReason = (dic[AVAudioSessionRouteChangeReasonKey] as? NSNumber)?.intValue
    else { return }
    if changeReason == AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue {
      let routeDescription =
        dic[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
      let portDescription = routeDescription?.outputs.first
      if portDescription?.portType.rawValue == "Headphones" {
        player.pause()
        lock.withLock { count += 1 }
      }
    }
  }
}
