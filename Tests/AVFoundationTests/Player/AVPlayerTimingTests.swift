import AVFoundation
import AudioDevices
import AudioRealtime
import Foundation
import Synchronization
import TestSupport
import Testing

/// When playback begins: prerolls, starts at a time of the host, and rates that change.
@Suite struct AVPlayerTimingTests {
  private let sound: PlayedSound

  init() throws { sound = try PlayedSound() }

  private func run(_ body: () throws -> Void) throws {
    try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
      try VirtualClock().run { try body() }
    }
  }

  private func sleep(_ seconds: Double) { VirtualClock.sleep(nanoseconds: Int(seconds * 1e9)) }

  private func player(seconds: Int) throws -> AVPlayer {
    AVPlayer(url: try sound.file([Float](repeating: 0, count: seconds * 8000)))
  }

  /// The results of completions, in order.
  private final class Results: Sendable {
    private let all = Mutex<[String]>([])

    var values: [String] { all.withLock { $0 } }
    func add(_ value: String) { all.withLock { $0.append(value) } }
  }

  @Test("a preroll completes once the frames are ready, and does not start playback")
  func preroll() throws {
    let results = Results()
    try run {
      let player = try player(seconds: 5)
      player.preroll(atRate: 1) { results.add("first \($0)") }
      sleep(0.1)
      #expect(results.values == ["first true"] && player.rate == 0)
      #expect(player.currentTime() == .zero)
      player.play()
      player.preroll(atRate: 1) { results.add("playing \($0)") }
      AVPlayer().preroll(atRate: 1) { results.add("empty \($0)") }
    }
    #expect(results.values == ["first true", "playing false", "empty false"])
  }

  @Test("a seek, a rate, another item or a cancellation ends a preroll with false")
  func prerollCancellation() throws {
    let results = Results()
    try run {
      let player = try player(seconds: 5)
      player.preroll(atRate: 1) { results.add("seek \($0)") }
      player.seek(to: CMTime(value: 1, timescale: 1))
      player.preroll(atRate: 1) { results.add("cancel \($0)") }
      player.cancelPendingPrerolls()
      player.preroll(atRate: 1) { results.add("rate \($0)") }
      player.play()
      player.pause()
      player.preroll(atRate: 1) { results.add("item \($0)") }
      player.replaceCurrentItem(with: nil)
      sleep(0.1)
    }
    #expect(results.values == ["seek false", "cancel false", "rate false", "item false"])
  }

  @Test("an item that cannot be opened ends its preroll with false")
  func failedPreroll() throws {
    let results = Results()
    try run {
      let player = AVPlayer(url: URL(fileURLWithPath: "/nonexistent.wav"))
      player.preroll(atRate: 1) { results.add("\($0)") }
      sleep(0.1)
    }
    #expect(results.values == ["false"])
  }

  @Test("playback begins at a time of the host", arguments: [false, true])
  func hostTime(isPlaying: Bool) throws {
    try run {
      let player = try player(seconds: 10)
      if isPlaying { player.play() }
      sleep(1)
      let now = CMTime(value: CMTimeValue(MonotonicClock.nanoseconds), timescale: 1_000_000_000)
      player.setRate(
        1, time: CMTime(value: 3, timescale: 1),
        atHostTime: now + CMTime(value: 2, timescale: 1))
      sleep(1.5)
      #expect(player.rate == 1 && abs(player.currentTime().seconds - 3) < 0.05)
      sleep(1.5)
      #expect(abs(player.currentTime().seconds - 4) < 0.1)
    }
  }

  @Test("a time of the host that has passed moves the start of playback")
  func passedHostTime() throws {
    try run {
      let player = try player(seconds: 10)
      sleep(4)
      player.setRate(1, time: .zero, atHostTime: CMTime(value: 1, timescale: 1))
      sleep(1)
      #expect(abs(player.currentTime().seconds - 4) < 0.1)
    }
  }

  @Test("a rate set during a pause applies to the rest")
  func rateAfterPause() throws {
    // Without its library, every rate is 1.
    let probe = AVPlayer()
    probe.rate = 2
    guard probe.rate == 2 else { return }
    try run {
      let player = try player(seconds: 10)
      player.play()
      sleep(2)
      player.pause()
      sleep(1)
      player.rate = 2
      sleep(2)
      #expect(abs(player.currentTime().seconds - 6) < 0.5)
      player.rate = 1
      let time = player.currentTime().seconds
      sleep(2)
      #expect(abs(player.currentTime().seconds - time - 2) < 0.5)
    }
  }
}
