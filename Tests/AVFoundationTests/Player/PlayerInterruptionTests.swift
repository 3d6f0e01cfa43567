import AVFoundation
import AudioDevices
import AudioRealtime
import AudioRouting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AVFAudio
@testable import AVFoundation

/// Players whose session becomes inactive.
@Suite struct PlayerInterruptionTests {
  private let sound: PlayedSound
  private let session = AVAudioSession(ProcessSession(DeviceChoice([.null])))

  init() throws { sound = try PlayedSound() }

  @Test("a playing player pauses, reports the reason, and continues when the program plays again")
  func deactivation() throws {
    try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
      try VirtualClock().run {
        let player = AVPlayer(url: try sound.file([Float](repeating: 0.1, count: 48_000)))
        player.listen(to: session)
        try session.setActive(false)
        let reasons = Mutex<[AVPlayer.RateDidChangeReason]>([])
        let observer = NotificationCenter.default.addObserver(
          forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil
        ) { notification in
          let reason = notification.userInfo?[AVPlayer.rateDidChangeReasonKey]
          if let reason = reason as? AVPlayer.RateDidChangeReason {
            reasons.withLock { $0.append(reason) }
          }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        player.play()
        VirtualClock.sleep(nanoseconds: 1_000_000_000)
        #expect(throws: NSError.self) { try session.setActive(false) }
        #expect(player.rate == 0 && player.timeControlStatus == .paused)
        let time = player.currentTime().seconds
        #expect(time > 0.5)
        try session.setActive(false)
        player.play()
        VirtualClock.sleep(nanoseconds: 500_000_000)
        #expect(player.rate == 1 && player.currentTime().seconds > time + 0.2)
        player.pause()
        #expect(
          reasons.withLock { $0 } == [
            .setRateCalled, .audioSessionInterrupted, .setRateCalled, .setRateCalled,
          ])
      }
    }
  }
}
