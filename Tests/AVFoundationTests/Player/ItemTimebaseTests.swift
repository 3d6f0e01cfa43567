import AVFoundation
import AudioDevices
import AudioRealtime
import Foundation
import Synchronization
import Testing

/// The timebase of an item, and copies of items.
@Suite struct ItemTimebaseTests {
  private let sound: PlayedSound

  init() throws { sound = try PlayedSound() }

  private func run(_ body: () throws -> Void) throws {
    try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
      try VirtualClock().run { try body() }
    }
  }

  private func sleep(_ seconds: Double) { VirtualClock.sleep(nanoseconds: Int(seconds * 1e9)) }

  private func item(seconds: Int, _ name: String = "in.wav") throws -> AVPlayerItem {
    AVPlayerItem(url: try sound.file([Float](repeating: 0, count: seconds * 8000), name))
  }

  private func isNear(_ timebase: CMTimebase, _ seconds: Double) -> Bool {
    abs(timebase.time.seconds - seconds) < 0.05
  }

  @Test("a timebase follows playback, pauses, seeks and the end")
  func follows() throws {
    try run {
      let item = try item(seconds: 10)
      #expect(item.timebase == nil)
      let player = AVPlayer(playerItem: item)
      sleep(0.5)
      let timebase = try #require(item.timebase)
      #expect(item.timebase === timebase && timebase.rate == 0 && timebase.time == .zero)
      player.play()
      sleep(2)
      #expect(timebase.rate == 1 && isNear(timebase, 2))
      #expect(isNear(timebase, item.currentTime().seconds))
      player.pause()
      sleep(1)
      #expect(timebase.rate == 0 && isNear(timebase, 2))
      player.seek(to: CMTime(value: 7, timescale: 1))
      sleep(1)
      #expect(timebase.rate == 0 && isNear(timebase, 7))
      player.play()
      sleep(1)
      #expect(timebase.rate == 1 && isNear(timebase, 8))
      player.seek(to: CMTime(value: 5, timescale: 1))
      sleep(1)
      #expect(timebase.rate == 1 && isNear(timebase, 6))
      sleep(6)
      #expect(timebase.rate == 0 && timebase.time == item.duration)
    }
  }

  @Test("a timebase follows another rate")
  func rate() throws {
    // Without its library, every rate is 1.
    let probe = AVPlayer()
    probe.rate = 2
    guard probe.rate == 2 else { return }
    try run {
      let item = try item(seconds: 20)
      let player = AVPlayer(playerItem: item)
      player.play()
      sleep(1)
      let timebase = try #require(item.timebase)
      player.rate = 2
      sleep(2)
      #expect(timebase.rate == 2 && isNear(timebase, item.currentTime().seconds))
    }
  }

  @Test("a jump of the time is announced, and playback is not")
  func notifications() throws {
    try run {
      let item = try item(seconds: 20)
      let player = AVPlayer(playerItem: item)
      player.play()
      sleep(1)
      let timebase = try #require(item.timebase)
      let times = Mutex<[Double]>([])
      let token = NotificationCenter.default.addObserver(
        forName: CMTimebase.timeJumped, object: timebase, queue: nil
      ) { _ in times.withLock { $0.append(timebase.time.seconds.rounded()) } }
      defer { NotificationCenter.default.removeObserver(token) }
      sleep(2)
      #expect(times.withLock { $0 } == [])
      player.seek(to: CMTime(value: 12, timescale: 1))
      sleep(2)
      #expect(times.withLock { $0 } == [12])
    }
  }

  @Test("each item of a queue has its own timebase, which stops with the item")
  func queue() throws {
    try run {
      let items = [try item(seconds: 3, "0.wav"), try item(seconds: 5, "1.wav")]
      let player = AVQueuePlayer(items: items)
      player.play()
      sleep(1)
      let first = try #require(items[0].timebase)
      sleep(3)
      let second = try #require(items[1].timebase)
      #expect(first.rate == 0 && isNear(first, 3))
      #expect(second.rate == 1 && isNear(second, 1))
      player.remove(items[1])
      sleep(1)
      #expect(second.rate == 0 && isNear(second, 1))
      let next = AVPlayer(playerItem: items[1])
      next.play()
      sleep(1)
      #expect(items[1].timebase === second && second.rate == 1)
      #expect(isNear(second, items[1].currentTime().seconds))
    }
  }

  @Test("clients cannot change the timebase")
  func readOnly() throws {
    try run {
      let item = try item(seconds: 5)
      let player = AVPlayer(playerItem: item)
      sleep(0.5)
      let timebase = try #require(item.timebase)
      let source = try #require(timebase.sourceClock)
      #expect(throws: CMTimebase.Error.readOnly) {
        try timebase.setTime(CMTime(value: 3, timescale: 1))
      }
      #expect(throws: CMTimebase.Error.readOnly) { try timebase.setRate(1) }
      #expect(CMTimebaseSetSourceClock(timebase, .hostTimeClock) == kCMTimebaseError_ReadOnly)
      #expect(timebase.sourceClock === source && timebase.rate == 0 && timebase.time == .zero)
      withExtendedLifetime(player) {}
    }
  }

  @Test("a copy of an item has its asset and its settings, but not its state")
  func copies() throws {
    try run {
      let item = try item(seconds: 5)
      item.forwardPlaybackEndTime = CMTime(value: 4, timescale: 1)
      item.audioTimePitchAlgorithm = .varispeed
      item.preferredPeakBitRate = 64_000
      item.preferredMaximumResolution = CGSize(width: 640, height: 360)
      item.isAudioSpatializationAllowed = false
      item.allowedAudioSpatializationFormats = .monoAndStereo
      let player = AVPlayer(playerItem: item)
      sleep(0.5)
      #expect(item.status == .readyToPlay)
      let copy = try #require(item.copy() as? AVPlayerItem)
      #expect(copy !== item && copy.asset === item.asset && copy.status == .unknown)
      #expect(copy.forwardPlaybackEndTime == item.forwardPlaybackEndTime)
      #expect(copy.audioTimePitchAlgorithm == .varispeed && copy.preferredPeakBitRate == 64_000)
      #expect(copy.preferredMaximumResolution.width == 640)
      #expect(!copy.isAudioSpatializationAllowed)
      #expect(copy.allowedAudioSpatializationFormats == .monoAndStereo && copy.timebase == nil)
      #expect(AVPlayerItem(asset: item.asset).allowedAudioSpatializationFormats == .multichannel)
      withExtendedLifetime(player) {}
    }
  }

  @Test("an exact seek returns whether it has been carried out")
  func seek() async throws {
    let item = try item(seconds: 5)
    let time = CMTime(value: 3, timescale: 1)
    #expect(await item.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(item.currentTime() == time)
  }
}
