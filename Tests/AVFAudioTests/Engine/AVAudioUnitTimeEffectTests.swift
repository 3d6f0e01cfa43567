import AVFAudio
import Foundation
import Testing

@Suite struct AVAudioUnitTimeEffectTests {
  /// A player before a time effect, in an engine that a test renders.
  private struct Setup {
    let engine: AVAudioEngine
    let player = AVAudioPlayerNode()
    let format: AVAudioFormat

    init(_ effect: AVAudioUnitTimeEffect, mostFrames: AVAudioFrameCount = 4_096) throws {
      format = try EngineFixture.format(48_000, 1)
      engine = try EngineFixture.offline(format, mostFrames: mostFrames)
      engine.attach(player)
      engine.attach(effect)
      engine.connect(player, to: effect, format: format)
      engine.connect(effect, to: engine.mainMixerNode, format: nil)
      try engine.start()
    }
  }

  @Test("time effects keep their settings, within their ranges")
  func settings() {
    let speed = AVAudioUnitVarispeed()
    #expect(speed.rate == 1)
    speed.rate = 9
    #expect(speed.rate == 4)
    speed.rate = 0
    #expect(speed.rate == 0.25)
    let pitch = AVAudioUnitTimePitch()
    #expect((pitch.rate, pitch.pitch, pitch.overlap) == (1, 0, 8))
    (pitch.rate, pitch.pitch, pitch.overlap) = (99, -9_999, 1)
    #expect((pitch.rate, pitch.pitch, pitch.overlap) == (32, -2_400, 3))
    (pitch.rate, pitch.pitch, pitch.overlap) = (.nan, .nan, .nan)
    #expect((pitch.rate, pitch.pitch, pitch.overlap) == (1, 0, 8))
    #expect(!pitch.bypass)
  }

  @Test("a player before a time effect counts its own frames")
  func playerTime() throws {
    let effect = AVAudioUnitVarispeed()
    effect.rate = 2
    let setup = try Setup(effect)
    let samples = (0..<48_000).map { Float($0) / 65_536 }
    setup.player.scheduleBuffer(try EngineFixture.buffer(samples, setup.format))
    setup.player.play()
    let first = try setup.engine.render(blocks: [4_000, 4_000])[0]
    let nodeTime = try #require(setup.player.lastRenderTime)
    let playerTime = try #require(setup.player.playerTime(forNodeTime: nodeTime))
    let outputTime = try #require(effect.lastRenderTime)
    // The player is ahead by the reach of the interpolation, in slices of the graph.
    let wanted = 2 * outputTime.sampleTime
    #expect(abs(playerTime.sampleTime - wanted) < 200)
    #expect(abs(first[7_000] - Float(14_000) / 65_536) < 1e-3)
  }

  @Test("a buffer before a time effect ends at its time, and calls its handler once")
  func handlers() throws {
    let effect = AVAudioUnitTimePitch()
    effect.rate = 4
    let setup = try Setup(effect)
    let log = EventLog()
    let buffer = try EngineFixture.buffer(Array(repeating: 0.5, count: 48_000), setup.format)
    for type in [0, 1, 2].compactMap(AVAudioPlayerNodeCompletionCallbackType.init) {
      setup.player.scheduleBuffer(buffer, completionCallbackType: type) {
        log.note("\($0.rawValue)")
      }
    }
    setup.player.play()
    let samples = try setup.engine.render(blocks: Array(repeating: 4_000, count: 12))[0]
    #expect(log.wait(for: 3) == ["0", "1", "2"])
    #expect(abs(samples[35_000] - 0.5) < 1e-3)
    #expect(samples[40_000...].allSatisfy { abs($0) < 1e-3 })
  }

  @Test("a file before a time effect is complete when it is rendered by hand")
  func file() throws {
    let effect = AVAudioUnitTimePitch()
    (effect.rate, effect.pitch) = (3, 0)
    let setup = try Setup(effect)
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("oca-time-\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: url) }
    let samples = (0..<120_000).map { Float(sin(2 * .pi * 500 * Double($0) / 48_000)) / 2 }
    let file = try AVAudioFile(forWriting: url, settings: setup.format.settings)
    try file.write(from: EngineFixture.buffer(samples, setup.format))
    file.close()
    setup.player.scheduleFile(try AVAudioFile(forReading: url), at: nil)
    setup.player.play()
    let rendered = try setup.engine.render(blocks: Array(repeating: 4_000, count: 9))[0]
    func power(_ range: Range<Int>) -> Float {
      rendered[range].reduce(0) { $0 + $1 * $1 } / Float(range.count)
    }
    for start in stride(from: 0, to: 38_000 / 4_000 * 4_000, by: 4_000) {
      #expect(abs(power(start..<start + 4_000) - 0.125) < 0.02)
    }
  }

  @Test("an effect whose source also feeds another node keeps rate 1, and reports its delay")
  func latency() throws {
    let effect = AVAudioUnitTimePitch()
    effect.rate = 3
    let setup = try Setup(effect)
    let engine = setup.engine
    #expect(effect.latency == 0)
    let points = [
      AVAudioConnectionPoint(node: effect, bus: 0),
      AVAudioConnectionPoint(node: engine.mainMixerNode, bus: 5),
    ]
    let node = EngineFixture.counter()
    engine.attach(node)
    engine.connect(node, to: points, fromBus: 0, format: setup.format)
    node.destination(forMixer: engine.mainMixerNode, bus: 5)?.volume = 0
    let samples = try engine.render(blocks: [4_000, 4_000])[0]
    let delay = Int((effect.latency * 48_000).rounded())
    #expect(delay > 0)
    #expect(node.outputPresentationLatency == effect.latency)
    #expect(isSame(Array(samples[delay...]), (0..<8_000 - delay).map { Float($0) / 65_536 }))
  }

  @Test("any blocks give the same frames after a time effect")
  func blocks() throws {
    func render(_ blocks: [Int]) throws -> [Float] {
      let effect = AVAudioUnitTimePitch()
      (effect.rate, effect.pitch) = (1.3, 250)
      let setup = try Setup(effect, mostFrames: 10_000)
      let samples = (0..<20_000).map { Float(sin(Double($0) / 20)) }
      setup.player.scheduleBuffer(try EngineFixture.buffer(samples, setup.format))
      setup.player.play()
      return try setup.engine.render(blocks: blocks)[0]
    }
    let one = try render([10_000])
    #expect(isSame(one, try render([1, 499, 4_500, 4_999, 1])))
  }
}
