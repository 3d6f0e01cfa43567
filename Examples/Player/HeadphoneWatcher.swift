import AVFoundation

#if !os(macOS)  // There is no audio session.
  /// Tells when the headphones that sound is heard on are unplugged: listeners expect a player to pause then.
  @MainActor final class HeadphoneWatcher {
    private var observer: (any NSObjectProtocol)?

    /// Watches the route of this process.
    ///
    /// - Parameter unplugged: Called on the main thread.
    init(_ unplugged: @escaping @MainActor () -> Void) {
      let session = AVAudioSession.sharedInstance()
      observer = NotificationCenter.default.addObserver(
        forName: AVAudioSession.routeChangeNotification, object: session, queue: .main
      ) { notification in
        guard Self.isOfHeadphones(notification) else { return }
        MainActor.assumeIsolated { unplugged() }
      }
    }

    func stop() {
      if let observer { NotificationCenter.default.removeObserver(observer) }
      observer = nil
    }

    /// Whether a change of the route is that headphones went away.
    private nonisolated static func isOfHeadphones(_ notification: Notification) -> Bool {
      let information = notification.userInfo
      guard let number = information?[AVAudioSessionRouteChangeReasonKey] as? NSNumber,
        AVAudioSession.RouteChangeReason(rawValue: number.uintValue) == .oldDeviceUnavailable
      else { return false }
      let previous =
        information?[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
      return previous?.outputs.contains { $0.portType == .headphones } ?? false
    }
  }
#endif
