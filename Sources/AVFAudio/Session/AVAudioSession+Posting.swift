internal import AudioRouting
internal import Foundation

extension AVAudioSession {
  /// Posts the notification of an event.
  func post(_ event: SessionEvent) {
    switch event {
    case .route(let reason, let previous):
      post(
        Self.routeChangeNotification,
        [
          AVAudioSessionRouteChangeReasonKey: NSNumber(value: RouteChangeReason(reason).rawValue),
          AVAudioSessionRouteChangePreviousRouteKey: AVAudioSessionRouteDescription(previous),
        ])
    case .interruptionBegan:
      post(
        Self.interruptionNotification,
        [
          AVAudioSessionInterruptionTypeKey: NSNumber(value: InterruptionType.began.rawValue),
          AVAudioSessionInterruptionReasonKey: NSNumber(
            value: InterruptionReason.default.rawValue),
        ])
    case .interruptionEnded:
      post(
        Self.interruptionNotification,
        [
          AVAudioSessionInterruptionTypeKey: NSNumber(value: InterruptionType.ended.rawValue),
          AVAudioSessionInterruptionOptionKey: NSNumber(
            value: InterruptionOptions.shouldResume.rawValue),
        ])
    case .serverLost: post(Self.mediaServicesWereLostNotification, [:])
    case .serverReturned: post(Self.mediaServicesWereResetNotification, [:])
    case .othersPlay(let isPlaying):
      let type = isPlaying ? SilenceSecondaryAudioHintType.begin : .end
      post(
        Self.silenceSecondaryAudioHintNotification,
        [AVAudioSessionSilenceSecondaryAudioHintTypeKey: NSNumber(value: type.rawValue)])
    // Reported through key-value observation on Apple's systems, and through the C functions here.
    case .outputVolume, .inputVolume, .inputAvailable: break
    }
  }

  private func post(_ name: NSNotification.Name, _ userInfo: [AnyHashable: Any]) {
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
  }
}

extension AVAudioSession.RouteChangeReason {
  /// The public name of a session's reason.
  init(_ reason: SessionRoute.ChangeReason) {
    self =
      switch reason {
      case .newDevice: .newDeviceAvailable
      case .oldDeviceGone: .oldDeviceUnavailable
      case .category: .categoryChange
      case .override: .override
      case .configuration: .routeConfigurationChange
      }
  }
}
