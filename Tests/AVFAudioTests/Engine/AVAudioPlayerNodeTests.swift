import AVFAudio
import Foundation
import TestSupport
import Testing

@Suite struct AVAudioPlayerNodeTests {
  private struct Playing {
    let engine: AVAudioEngine
    let player = AVAudioPlayerNode()
    let format: AVAudioFormat

    init(_ sampleRate: Double = 48_000, playerRate: Double = 48_000) throws {
      format = try EngineFixture.format(playerRate, 1)
      engine = try EngineFixture.offline(
        EngineFixture.format(sampleRate, 1), mostFrames: 65_536)
      engine.attach(player)
      engine.connect(player, to: engine.mainMixerNode, format: format)
      try engine.start()
    }

    func impulse(_ length: Int = 1) throws -> AVAudioPCMBuffer {
      try EngineFixture.buffer([1] + Array(repeating: 0, count: length - 1), format)
    }

    func places(_ blocks: [Int]) throws -> [Int] {
      let samples = try engine.render(blocks: blocks)[0]
      return samples.indices.filter { samples[$0] != 0 }
    }
  }

  @Test("impulses land on their frames")
  func starts() throws {
    let frames = [0, 3, 512, 517, 1_000, 1_005, 20_000, 21_234, 37_590]
    let playing = try Playing()
    for frame in frames {
      let time = AVAudioTime(sampleTime: AVAudioFramePosition(frame), atRate: 48_000)
      playing.player.scheduleBuffer(try playing.impulse(), at: time)
    }
    playing.player.play()
    #expect(try playing.places(Array(repeating: 441, count: 90)) == frames)
  }

  @Test("a player starts at a frame of the node")
  func start() throws {
    let playing = try Playing()
    _ = try playing.engine.render(blocks: [1_000])
    playing.player.scheduleBuffer(try playing.impulse())
    playing.player.play(at: AVAudioTime(sampleTime: 1_234, atRate: 48_000))
    #expect(playing.player.isPlaying)
    #expect(try playing.places([500]) == [234])
  }

  @Test("times of the node and the player are exact inverses, even at another rate")
  func times() throws {
    let playing = try Playing(48_000, playerRate: 44_100)
    let player = playing.player
    _ = try playing.engine.render(blocks: [480])
    #expect(player.playerTime(forNodeTime: AVAudioTime(sampleTime: 0, atRate: 44_100)) == nil)
    player.play()
    _ = try playing.engine.render(blocks: [480])
    let node = try #require(player.lastRenderTime)
    #expect(node.sampleTime == 441)
    #expect(node.sampleRate == 44_100)
    #expect(player.playerTime(forNodeTime: node)?.sampleTime == 0)
    for frame in [-5, 0, 17, 1_000_003] {
      let time = AVAudioTime(sampleTime: AVAudioFramePosition(frame), atRate: 44_100)
      let there = try #require(player.nodeTime(forPlayerTime: time))
      #expect(there.sampleTime == AVAudioFramePosition(frame + 441))
      #expect(player.playerTime(forNodeTime: there)?.sampleTime == time.sampleTime)
    }
  }

  @Test("handlers come in the order consumed, rendered, played back")
  func handlers() throws {
    let playing = try Playing()
    let others = (0..<2).map { _ in AVAudioPlayerNode() }
    for other in others {
      playing.engine.attach(other)
      playing.engine.connect(other, to: playing.engine.mainMixerNode, format: playing.format)
    }
    let log = EventLog()
    let types: [AVAudioPlayerNodeCompletionCallbackType] = [
      .dataPlayedBack, .dataRendered, .dataConsumed,
    ]
    for (player, type) in zip([playing.player] + others, types) {
      player.scheduleBuffer(try playing.impulse(100), completionCallbackType: type) {
        log.note("\($0)")
      }
      player.play()
    }
    _ = try playing.engine.render(blocks: [50])
    #expect(log.all.isEmpty)
    _ = try playing.engine.render(blocks: [50])
    #expect(log.wait(for: 3) == ["dataConsumed", "dataRendered", "dataPlayedBack"])
  }

  @Test("a handler that holds its player is released after its call")
  func releasesHandlers() throws {
    final class Mark: Sendable {}
    weak var mark: Mark?
    let log = EventLog()
    let playing = try Playing()
    do {
      let (held, player) = (Mark(), playing.player)
      mark = held
      player.scheduleBuffer(try playing.impulse()) {
        withExtendedLifetime((held, player)) { log.note("played") }
      }
    }
    playing.player.play()
    _ = try playing.engine.render(blocks: [1_000])
    #expect(log.wait(for: 1) == ["played"])
    try waitUntil("the handler is released") { mark == nil }
    playing.engine.stop()
  }

  @Test("a stop calls each handler once, and a handler may stop the player and the engine")
  func stopInHandler() throws {
    let playing = try Playing()
    let log = EventLog()
    let (player, engine) = (playing.player, playing.engine)
    player.scheduleBuffer(try playing.impulse(10)) {
      log.note("first")
      player.stop()
      engine.stop()
      log.note("stopped")
    }
    player.scheduleBuffer(try playing.impulse(10), completionCallbackType: .dataPlayedBack) { _ in
      log.note("second")
    }
    player.play()
    _ = try engine.render(blocks: [15])
    #expect(log.wait(for: 3) == ["first", "stopped", "second"])
    #expect(!player.isPlaying)
    #expect(!engine.isRunning)
  }

  @Test("the asynchronous methods return when the buffer is done")
  func asynchronous() async throws {
    let playing = try Playing()
    let buffer = try playing.impulse(100)
    async let type = playing.player.scheduleBuffer(
      buffer, completionCallbackType: .dataPlayedBack)
    playing.player.play()
    var rendered = 0
    while rendered < 1_000_000 {
      _ = try playing.engine.render(blocks: [1_000])
      rendered += 1_000
      await Task.yield()
      if !(try playing.places([1_000])).isEmpty { break }
    }
    _ = try playing.engine.render(blocks: [1_000])
    #expect(await type == .dataPlayedBack)
  }

  @Test("a file plays its exact frames in any blocks, even at another rate")
  func file() throws {
    let folder = try TemporaryFolder()
    let url = folder.url("ramp.wav")
    let format = try EngineFixture.format(44_100, 1)
    let samples = (0..<50_000).map { Float($0 % 1_000) / 1_000 }
    do {
      let file = try AVAudioFile(forWriting: url, settings: format.settings)
      try file.write(from: EngineFixture.buffer(samples, format))
      file.close()
    }
    let file = try AVAudioFile(forReading: url)
    var results: [[Float]] = []
    for block in [60_000, 512] {
      let playing = try Playing(44_100, playerRate: 44_100)
      playing.player.scheduleFile(file, at: nil)
      playing.player.scheduleSegment(
        file, startingFrame: 10_000, frameCount: 500,
        at: AVAudioTime(sampleTime: 55_000, atRate: 44_100))
      playing.player.play()
      let blocks = Array(repeating: block, count: 60_000 / block) + [60_000 % block]
      results.append(try playing.engine.render(blocks: blocks)[0])
    }
    #expect(isSame(results[0], results[1]))
    #expect(isSame(Array(results[0][..<50_000]), samples))
    #expect(results[0][50_000..<55_000].allSatisfy { $0 == 0 })
    #expect(isSame(Array(results[0][55_000..<55_500]), Array(samples[10_000..<10_500])))
    #expect(results[0][55_500...].allSatisfy { $0 == 0 })
  }
}
