import AVFoundation
import AudioDevices
import AudioRealtime
import Foundation
import Synchronization
import TestSupport
import Testing

/// The device of a player, by its unique ID.
@Suite struct PlayerDeviceTests {
  private let sound: PlayedSound
  private let folder: TemporaryFolder

  init() throws {
    sound = try PlayedSound()
    folder = try TemporaryFolder()
  }

  private func run(_ body: () throws -> Void) throws {
    try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
      try VirtualClock().run { try body() }
    }
  }

  private func sleep(_ seconds: Double) { VirtualClock.sleep(nanoseconds: Int(seconds * 1e9)) }

  private func samples(_ url: URL) throws -> [Float] {
    let file = try AVAudioFile(forReading: url)
    let buffer = try #require(
      AVAudioPCMBuffer(
        pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
    try file.read(into: buffer)
    let samples = try #require(buffer.floatChannelData)
    return (0..<Int(buffer.frameLength)).map { samples[0][$0] }
  }

  @Test("a playing player continues on another device at the heard time, without a lost frame")
  func moves() throws {
    let ramp = (0..<48_000).map { Float($0) / 48_000 }
    let url = folder.url("out.wav")
    try run {
      let player = AVPlayer(url: try sound.file(ramp))
      #expect(player.audioOutputDeviceUniqueID == nil)
      player.play()
      sleep(2)
      player.audioOutputDeviceUniqueID = "offline:\(url.path)"
      #expect(player.audioOutputDeviceUniqueID == "offline:\(url.path)")
      #expect(player.rate == 1)
      sleep(10)
      #expect(player.rate == 0 && player.currentTime().seconds == 6)
    }
    let heard = try samples(url)
    #expect(abs(heard.count - 32_000) < 400)
    #expect(difference(heard, Array(ramp.suffix(heard.count))) == nil)
  }

  @Test("the device is used by the first start, and the default one again without an ID")
  func stopped() throws {
    let ramp = (0..<16_000).map { Float($0) / 16_000 }
    let url = folder.url("out.wav")
    try run {
      let player = AVPlayer(url: try sound.file(ramp))
      player.audioOutputDeviceUniqueID = "offline:\(url.path)"
      player.play()
      sleep(5)
      player.audioOutputDeviceUniqueID = nil
      player.seek(to: .zero)
      player.play()
      sleep(5)
      #expect(player.audioOutputDeviceUniqueID == nil && player.currentTime().seconds == 2)
    }
    #expect(difference(try samples(url), ramp) == nil)
  }

  @Test("a text that names no device has no effect", arguments: ["", "unknown", "offline:"])
  func invalid(name: String) throws {
    try run {
      let player = AVPlayer(url: try sound.file([Float](repeating: 0, count: 16_000)))
      player.audioOutputDeviceUniqueID = "null"
      player.audioOutputDeviceUniqueID = name
      #expect(player.audioOutputDeviceUniqueID == "null")
      player.play()
      sleep(1)
      #expect(player.timeControlStatus == .playing)
    }
  }

  @Test("a device that cannot be opened fails the player, and the rate with this reason")
  func absent() throws {
    try run {
      let player = AVPlayer(url: try sound.file([Float](repeating: 0, count: 16_000)))
      let reasons = Mutex<[AVPlayer.RateDidChangeReason?]>([])
      let token = NotificationCenter.default.addObserver(
        forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil
      ) { note in
        let reason = note.userInfo?[AVPlayer.rateDidChangeReasonKey]
        reasons.withLock { $0.append(reason as? AVPlayer.RateDidChangeReason) }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      player.audioOutputDeviceUniqueID = "offline:/nonexistent/a.wav"
      player.play()
      sleep(1)
      #expect(player.status == .failed && player.rate == 0 && player.error != nil)
      // Another thread may report the failure first.
      #expect(reasons.withLock { $0.count } == 2)
      #expect(Set(reasons.withLock { $0 }) == [.setRateCalled, .setRateFailed])
    }
  }

  @Test("a queue player has the initializers of a player")
  func initializers() throws {
    try run {
      #expect(AVQueuePlayer().items().isEmpty && AVQueuePlayer().actionAtItemEnd == .advance)
      let player = AVQueuePlayer(url: try sound.file([0]))
      #expect(player.items().count == 1 && player.actionAtItemEnd == .advance)
    }
  }
}
