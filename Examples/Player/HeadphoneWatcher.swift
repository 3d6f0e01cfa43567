import AVFoundation

/// Reports unplugged headphones, because listeners then expect a player to pause.
///
/// Watches the route for as long as the program runs. macOS has no audio session, and so no route
/// to watch.
@MainActor enum HeadphoneWatcher {
  /// Calls `unplugged` on the main thread when headphones go away.
  static func watch(_ unplugged: @escaping @MainActor () -> Void) {
    #if !os(macOS)
      _ = NotificationCenter.default.addObserver(
        forName: AVAudioSession.routeChangeNotification, object: AVAudioSession.sharedInstance(),
        queue: .main
      ) { notification in
        guard isOfHeadphones(notification) else { return }
        MainActor.assumeIsolated { unplugged() }
      }
    #endif
  }

  #if !os(macOS)
    /// Whether a route change means that headphones went away.
    private nonisolated static func isOfHeadphones(_ notification: Notification) -> Bool {
      let information = notification.userInfo
      guard let number = information?[AVAudioSessionRouteChangeReasonKey] as? NSNumber,
        AVAudioSession.RouteChangeReason(rawValue: number.uintValue) == .oldDeviceUnavailable
      else { return false }
      let previous =
        information?[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
      return previous?.outputs.contains { $0.portType == .headphones } ?? false
    }
  #endif
}
