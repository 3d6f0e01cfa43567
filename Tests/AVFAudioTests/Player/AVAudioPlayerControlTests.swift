import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// Players on a silent device that keeps time.
@Suite struct AVAudioPlayerControlTests {
  private let files: PlayerFolder
  private let listener = PlayerListener()

  init() throws { files = try PlayerFolder() }

  private func player(seconds: Double) throws -> AVAudioPlayer {
    let count = Int(seconds * 44100)
    let player = try AVAudioPlayer(contentsOf: files.write([numbered(0..<count)]))
    player.currentDevice = "null"
    player.delegate = listener
    return player
  }

  @Test func pauseAndStopKeepThePosition() throws {
    let player = try player(seconds: 60)
    #expect(player.play() && player.isPlaying)
    #expect(player.play())
    #expect(waitUntil { player.currentTime > 0.05 })
    player.pause()
    let paused = player.currentTime
    #expect(!player.isPlaying && paused > 0.05)
    player.pause()
    #expect(player.currentTime == paused)
    #expect(player.play() && player.isPlaying)
    #expect(waitUntil { player.currentTime > paused + 0.02 })
    player.stop()
    let stopped = player.currentTime
    #expect(!player.isPlaying && stopped > paused && stopped < 30)
    #expect(player.play() && player.currentTime >= stopped)
    #expect(waitUntil { player.currentTime > stopped })
    player.stop()
    #expect(listener.finished.isEmpty)
  }

  @Test func changesDuringTheWaitKeepTheStartTime() throws {
    let player = try player(seconds: 60)
    let start = player.deviceCurrentTime + 0.5
    #expect(player.play(atTime: start))
    player.currentTime = 20
    player.numberOfLoops = 2
    player.pan = 0.5
    player.currentDevice = "null"
    #expect(player.isPlaying)
    #expect(waitUntil { player.currentTime > 20 })
    #expect(player.deviceCurrentTime >= start && player.currentTime < 30)
    player.stop()
  }

  @Test func playAfterAPauseStartsAtOnce() throws {
    let player = try player(seconds: 60)
    #expect(player.play(atTime: player.deviceCurrentTime + 3600))
    player.pause()
    #expect(player.play())
    #expect(waitUntil { player.currentTime > 0 })
    player.stop()
  }

  @Test func anotherDeviceContinuesInTheSamePass() throws {
    let player = try player(seconds: 0.4)
    player.numberOfLoops = 1
    let start = player.deviceCurrentTime
    #expect(player.play())
    #expect(waitUntil { player.currentTime > 0.2 })
    #expect(waitUntil { player.currentTime < 0.2 })
    // In the second pass.
    player.currentDevice = "null"
    try listener.waitForEnd()
    #expect(player.deviceCurrentTime - start < 1.15)
  }

  @Test func currentTimeCanBeSetDuringPlaybackAndPause() throws {
    let player = try player(seconds: 60)
    #expect(player.play())
    #expect(waitUntil { player.currentTime > 0.02 })
    player.currentTime = 50
    #expect(player.isPlaying && player.currentTime >= 50)
    #expect(waitUntil { player.currentTime > 50.02 })
    player.pause()
    player.currentTime = 12.5
    #expect(player.currentTime == 12.5 && !player.isPlaying)
    player.currentTime = 59.9
    #expect(player.currentTime == 59.9 && player.currentDevice == "null")
    #expect(player.play())
    try listener.waitForEnd()
    #expect(player.currentTime == 0 && listener.finished == [true])
  }

  #if Sonic
    @Test func currentTimeAdvancesAtTheRate() throws {
      let player = try player(seconds: 60)
      player.enableRate = true
      player.rate = 2
      #expect(player.play())
      try waitUntil("time advances") { player.currentTime > 0.3 }
      // More than the player decodes ahead, so that a slower rate would show.
      let gone = try timeGone(player, atLeast: 0.3)
      #expect(gone.player <= 2 * gone.device + 0.1)
      player.rate = 0.5
      player.currentTime = 10
      try waitUntil("time advances") { player.currentTime > 10.05 }
      player.pause()
      let paused = player.currentTime
      player.stop()
      #expect(abs(player.currentTime - paused) < 1e-4 && paused < 30)
    }

    @Test func aRateAppliesSoonAfterTheStart() throws {
      let player = try player(seconds: 60)
      player.enableRate = true
      player.rate = 2
      #expect(player.play())
      try waitUntil("decoding reaches its limit") { player.currentTime > 0.2 }
      player.rate = 0.5
      // The third of a second that is decoded ahead plays at the old rate.
      let gone = try timeGone(player, atLeast: 1)
      #expect(gone.player <= 1.5 / 3 + 0.5 * gone.device + 0.1)
      player.stop()
    }

    /// The progress of a player and of its device during a period of the device's time.
    private func timeGone(
      _ player: AVAudioPlayer, atLeast seconds: TimeInterval
    ) throws -> (player: TimeInterval, device: TimeInterval) {
      let (began, start) = (player.deviceCurrentTime, player.currentTime)
      try waitUntil("time advances") { player.deviceCurrentTime > began + seconds }
      let end = player.currentTime
      return (end - start, player.deviceCurrentTime - began)
    }
  #endif

  @Test func loopsRepeatOnTime() throws {
    let player = try player(seconds: 0.02)
    player.numberOfLoops = -1
    #expect(player.play())
    var last = 0.0
    var rounds = 0
    try waitUntil("the loop repeats") {
      let now = player.currentTime
      #expect(now <= player.duration)
      if now < last { rounds += 1 }
      last = now
      return rounds >= 3
    }
    player.numberOfLoops = 0
    try listener.waitForEnd()
    #expect(listener.finished == [true] && player.currentTime == 0)
  }

  @Test func aPlayerStartsAtItsTime() throws {
    let player = try player(seconds: 60)
    #expect(player.play(atTime: player.deviceCurrentTime + 3600))
    #expect(player.isPlaying && player.currentTime == 0)
    player.stop()
    #expect(player.currentTime == 0)
    let start = player.deviceCurrentTime + 0.1
    #expect(player.play(atTime: start))
    #expect(waitUntil { player.currentTime > 0 })
    let (played, now) = (player.currentTime, player.deviceCurrentTime)
    // The silent device's clock is the clock of the start.
    #expect(now - start >= played && now >= start)
    player.stop()
    #expect(!player.play(atTime: .nan))
  }

  @Test func aReleasedPlayerStops() throws {
    weak var file: PlayerFile?
    weak var events: AVAudioPlayer?
    do {
      let player = try player(seconds: 60)
      file = player.file
      events = player
      #expect(player.play())
      #expect(waitUntil { player.currentTime > 0.01 })
    }
    #expect(waitUntil { file == nil && events == nil })
    #expect(listener.finished.isEmpty)
  }

  @Test func aDelegateMayDoAnything() throws {
    /// Starts its player again, and then releases it.
    final class Owner: NSObject, AVAudioPlayerDelegate, @unchecked Sendable {
      // Sendable: used on the main thread once the player has started.
      var player: AVAudioPlayer?
      let ends = PlayerListener()

      func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        ends.audioPlayerDidFinishPlaying(player, successfully: flag)
        if ends.finished.count == 1 { player.play() } else { self.player = nil }
      }
    }
    let owner = Owner()
    weak var file: PlayerFile?
    do {
      let player = try player(seconds: 0.01)
      player.delegate = owner
      file = player.file
      owner.player = player
      #expect(player.play())
    }
    try owner.ends.waitForEnd(2)
    #expect(waitUntil { file == nil })
  }

  @Test func callsFromManyThreadsAreSafe() throws {
    let player = try player(seconds: 0.5)
    player.numberOfLoops = 2
    DispatchQueue.concurrentPerform(iterations: 4) { caller in
      for step in 0..<40 {
        switch (caller + step * 7) % 8 {
        case 0: player.play()
        case 1: player.pause()
        case 2: player.stop()
        case 3: player.currentTime = Double(step) / 100
        case 4: player.numberOfLoops = step % 3
        case 5: player.prepareToPlay()
        case 6: player.volume = Float(step) / 40
        default: _ = player.currentTime
        }
      }
    }
    player.stop()
    #expect(!player.isPlaying)
    let ends = listener.finished.count
    player.numberOfLoops = 0
    player.currentTime = 0.45
    #expect(player.play())
    try listener.waitForEnd(ends + 1)
  }

  @Test func manyPlayersPlayAtOnce() throws {
    let url = try files.write([numbered(0..<4410)])
    let players = try (0..<32).map { _ in try AVAudioPlayer(contentsOf: url) }
    for player in players {
      player.currentDevice = "null"
      player.delegate = listener
      #expect(player.play())
    }
    try listener.waitForEnd(32)
    #expect(players.allSatisfy { !$0.isPlaying })
    #expect(listener.finished == [Bool](repeating: true, count: 32))
  }
}
