import AVFoundation
import AudioDevices
import AudioRealtime
import Foundation
import Synchronization
import TestSupport
import Testing

/// Playback in reverse, and rates that change during playback.
@Suite struct ReversePlaybackTests {
  private let sound: PlayedSound
  private let folder: TemporaryFolder

  init() throws {
    sound = try PlayedSound()
    folder = try TemporaryFolder()
  }

  private func sleep(_ seconds: Double) { VirtualClock.sleep(nanoseconds: Int(seconds * 1e9)) }

  private func run(_ kind: DeviceKind = .null, _ body: () throws -> Void) throws {
    try AudioQueueDevices.$choice.withValue(DeviceChoice([kind])) {
      try VirtualClock().run { try body() }
    }
  }

  /// Samples that differ from all others near them.
  private func samples(_ count: Int) -> [Float] { (0..<count).map { Float($0 % 8191) / 16384 } }

  private func player(_ count: Int) throws -> AVPlayer {
    AVPlayer(url: try sound.file(samples(count)))
  }

  private func waitForPause(_ player: AVPlayer) {
    for _ in 0..<200 where player.rate != 0 { sleep(0.1) }
  }

  /// The first channel of what an offline device has written.
  private func played(_ body: (AVPlayer) -> Void, count: Int) throws -> [Float] {
    let output = folder.url("out.wav")
    try run(.offline(path: output.path)) {
      let player = try player(count)
      body(player)
    }
    let file = try AVAudioFile(forReading: output)
    let buffer = try #require(
      AVAudioPCMBuffer(
        pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
    try file.read(into: buffer)
    let plane = try #require(buffer.floatChannelData)
    return (0..<Int(buffer.frameLength)).map { plane[0][$0] }
  }

  @Test("a rate of -1 plays all frames, the last one first, and pauses at the start")
  func reverse() throws {
    let reasons = Mutex<[AVPlayer.RateDidChangeReason]>([])
    let heard = try played(
      { player in
        let token = NotificationCenter.default.addObserver(
          forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil
        ) { notification in
          let reason = notification.userInfo?[AVPlayer.rateDidChangeReasonKey]
          if let reason = reason as? AVPlayer.RateDidChangeReason {
            reasons.withLock { $0.append(reason) }
          }
        }
        player.seek(to: .positiveInfinity)
        sleep(0.1)
        #expect(player.currentItem?.canPlayReverse == true)
        player.rate = -1
        waitForPause(player)
        #expect(player.rate == 0 && player.currentTime() == .zero)
        NotificationCenter.default.removeObserver(token)
      }, count: 20_000)
    #expect(difference(heard, samples(20_000).reversed()) == nil)
    #expect(
      reasons.withLock { $0 } == [.setRateCalled, .reversePlaybackReachedStartOfSeekableRange])
  }

  @Test("playback in reverse ends at the reverse end time")
  func reverseEnd() throws {
    let heard = try played(
      { player in
        player.currentItem?.reversePlaybackEndTime = CMTime(value: 1, timescale: 1)
        player.seek(to: CMTime(value: 2, timescale: 1))
        sleep(0.1)
        player.rate = -1
        waitForPause(player)
        #expect(player.currentTime().seconds == 1)
      }, count: 20_000)
    #expect(difference(heard, samples(20_000)[8000..<16_000].reversed()) == nil)
  }

  @Test("playback in reverse passes observed times backwards")
  func observedTimes() throws {
    let times = Mutex<[Double]>([])
    let marks = Mutex(0)
    let queue = DispatchQueue(label: "times")
    try run {
      let player = try player(20_000)
      player.seek(to: CMTime(value: 2, timescale: 1))
      sleep(0.1)
      let interval = CMTime(value: 1, timescale: 4)
      let periodic = player.addPeriodicTimeObserver(forInterval: interval, queue: queue) { time in
        times.withLock { $0.append(time.seconds) }
      }
      let boundary = player.addBoundaryTimeObserver(
        forTimes: [NSValue(time: CMTime(value: 3, timescale: 2))], queue: queue
      ) { marks.withLock { $0 += 1 } }
      player.rate = -1
      sleep(1)
      #expect(abs(player.currentTime().seconds - 1) < 0.1)
      queue.sync {}
      player.removeTimeObserver(periodic)
      player.removeTimeObserver(boundary)
    }
    let seen = times.withLock { $0 }
    #expect(seen == seen.sorted(by: >), "\(seen)")
    for time in [1.75, 1.5, 1.25] { #expect(seen.contains { abs($0 - time) < 0.05 }, "\(seen)") }
    #expect(marks.withLock { $0 } == 1)
  }

  @Test("the direction changes during playback, and at the end")
  func turns() throws {
    try run {
      let player = try player(80_000)
      player.play()
      sleep(4)
      player.rate = -1
      sleep(2)
      #expect(abs(player.currentTime().seconds - 2) < 0.1)
      player.rate = 1
      sleep(1)
      #expect(abs(player.currentTime().seconds - 3) < 0.15)
      waitForPause(player)
      #expect(player.currentTime().seconds == 10)
      player.rate = -1
      sleep(3)
      #expect(abs(player.currentTime().seconds - 7) < 0.1)
      player.pause()
      player.rate = 1
      sleep(1)
      #expect(abs(player.currentTime().seconds - 8) < 0.15)
    }
  }

  @Test("a new rate is heard at once, without a lost frame", arguments: [2, 0.5] as [Float])
  func newRate(rate: Float) throws {
    // Without its library, every rate is 1.
    let probe = AVPlayer()
    probe.rate = 2
    guard probe.rate == 2 else { return }
    try run {
      let player = try player(800_000)
      player.play()
      sleep(3)
      player.rate = rate
      sleep(1)
      let time = player.currentTime().seconds
      #expect(abs(time - 3 - Double(rate)) < 0.1 * Double(max(1, rate)))
      player.rate = 1
      sleep(2)
      #expect(abs(player.currentTime().seconds - time - 2) < 0.1 * Double(max(1, rate)))
      player.rate = -rate
      sleep(1)
      let end = time + 2 - Double(rate)
      #expect(abs(player.currentTime().seconds - end) < 0.2 * Double(max(1, rate)))
    }
  }

  @Test("a rate that returns at once leaves all frames as they are")
  func sameFrames() throws {
    let heard = try played(
      { player in
        player.play()
        sleep(1)
        player.rate = 1.5
        player.rate = 1
        for _ in 0..<100 where player.rate != 0 { sleep(0.1) }
      }, count: 20_000)
    #expect(difference(heard, samples(20_000)) == nil)
  }

  @Test("media that cannot be reversed pause")
  func refused() throws {
    try run {
      let loader = ServingDelegate(try Data(contentsOf: try sound.file(samples(16_000))))
      let asset = AVURLAsset(url: try #require(URL(string: "custom://host/a.wav")))
      asset.resourceLoader.setDelegate(loader, queue: loader.queue)
      let player = AVPlayer(playerItem: AVPlayerItem(asset: asset))
      player.rate = -1
      for _ in 0..<100 where player.rate != 0 { sleep(0.1) }
      #expect(player.rate == 0 && player.currentItem?.canPlayReverse == false)
      player.rate = -1
      #expect(player.rate == 0)
    }
  }
}
