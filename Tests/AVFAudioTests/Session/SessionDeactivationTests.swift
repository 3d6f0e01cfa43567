import AVFAudio
import AudioDevices
import AudioRouting
import AudioToolbox
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// Players and recorders of a session that becomes inactive.
@Suite struct SessionDeactivationTests {
  private let session = AVAudioSession(ProcessSession(DeviceChoice([.null])))

  /// The error of a call, as its code.
  private func code(_ body: () throws -> Void) -> Int? {
    do {
      try body()
      return nil
    } catch {
      return (error as NSError).code
    }
  }

  @Test func deactivationPausesAndNotifiesPlayers() throws {
    let folder = try PlayerFolder()
    let url = try folder.write([[Float](repeating: 0.1, count: 44_100)])
    let players = try (0..<2).map { _ in try AVAudioPlayer(contentsOf: url) }
    for player in players {
      player.currentDevice = "null"
      player.numberOfLoops = -1
      player.listen(to: session.session)
    }
    try session.setActive(true)
    #expect(players[0].play())
    #expect(waitUntil { players[0].currentTime > 0.01 })
    #expect(code { try session.setActive(false) } == AVAudioSession.ErrorCode.isBusy.rawValue)
    #expect(!session.session.isActive && !players[0].isPlaying)
    let paused = players[0].currentTime
    #expect(paused > 0)
    // No player is running.
    #expect(code { try session.setActive(false) } == nil)
    #expect(players[0].play())
    #expect(waitUntil { players[0].currentTime > paused })
    players[0].stop()
    #expect(code { try session.setActive(false) } == nil)
  }

  @Test func deactivationPausesRecorders() throws {
    let folder = try RecorderFolder()
    try folder.recording(from: .null) {
      let recorder = try AVAudioRecorder(url: folder.url("silence.wav"), settings: [:])
      recorder.listen(to: session.session)
      #expect(recorder.record())
      #expect(waitUntil { recorder.currentTime > 0.05 })
      #expect(code { try session.setActive(false) } == AVAudioSession.ErrorCode.isBusy.rawValue)
      #expect(!recorder.isRecording)
      let recorded = recorder.currentTime
      #expect(recorder.record())
      #expect(waitUntil { recorder.currentTime > recorded })
      recorder.stop()
      #expect(code { try session.setActive(false) } == nil)
    }
  }

  @Test("deactivation pauses an engine, which then starts again")
  func engine() throws {
    try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
      let engine = AVAudioEngine()
      engine.listen(to: session)
      _ = engine.mainMixerNode
      try engine.start()
      #expect(code { try session.setActive(false) } == AVAudioSession.ErrorCode.isBusy.rawValue)
      #expect(!engine.isRunning)
      #expect(code { try session.setActive(false) } == nil)
      try engine.start()
      #expect(engine.isRunning)
      engine.stop()
    }
  }

  @Test("deactivation does not end manual rendering")
  func manualRendering() throws {
    let engine = AVAudioEngine()
    engine.listen(to: session)
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
    try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
    _ = engine.mainMixerNode
    try engine.start()
    #expect(code { try session.setActive(false) } == nil)
    #expect(engine.isRunning)
  }

  @Test func releasedPlayersAreNotPaused() throws {
    let folder = try PlayerFolder()
    let url = try folder.write([[Float](repeating: 0.1, count: 44_100)])
    do {
      let player = try AVAudioPlayer(contentsOf: url)
      player.currentDevice = "null"
      player.listen(to: session.session)
      #expect(player.play())
    }
    #expect(code { try session.setActive(false) } == nil)
  }
}
