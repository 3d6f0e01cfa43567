import AVFAudio
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct NodeTapTests {
  @Test("a tap delivers buffers of the requested size, and all frames in order")
  func sizes() throws {
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 1))
    let node = EngineFixture.counter()
    engine.attach(node)
    engine.connect(node, to: engine.mainMixerNode, format: nil)
    let seen = Mutex<(times: [AVAudioFramePosition], samples: [[Float]])>(([], [[]]))
    engine.mainMixerNode.installTap(onBus: 0, bufferSize: 300, format: nil) { buffer, time in
      seen.withLock { seen in
        seen.times.append(time.sampleTime)
        seen.samples.append(buffer)
      }
    }
    try engine.start()
    _ = try engine.render(blocks: Array(repeating: 128, count: 10))
    engine.stop()
    let (times, samples) = seen.withLock { $0 }
    #expect(times == [0, 300, 600, 900, 1_200])
    #expect(samples[0] == (0..<1_280).map { Float($0) / 65_536 })
  }

  @Test("a tap may write a file, which has exactly the rendered frames")
  func file() throws {
    let folder = try TemporaryFolder()
    let url = folder.url("tap.wav")
    let engine = try EngineFixture.offline(EngineFixture.format())
    let node = EngineFixture.counter()
    engine.attach(node)
    engine.connect(node, to: engine.mainMixerNode, format: nil)
    let format = engine.mainMixerNode.outputFormat(forBus: 0)
    let file = try AVAudioFile(forWriting: url, settings: format.settings)
    engine.mainMixerNode.installTap(onBus: 0, bufferSize: 4_096, format: format) { buffer, _ in
      try? file.write(from: buffer)
    }
    try engine.start()
    let rendered = try engine.render(blocks: Array(repeating: 1_000, count: 50))
    engine.mainMixerNode.removeTap(onBus: 0)
    engine.stop()
    file.close()
    let written = try AVAudioFile(forReading: url)
    #expect(written.length == 49_152)
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 50_000))
    try written.read(into: buffer)
    var samples: [[Float]] = [[], []]
    samples.append(buffer)
    #expect(samples == rendered.map { Array($0[..<49_152]) })
  }

  @Test("a tap may stop the engine, and remove itself")
  func stopInTap() throws {
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 1))
    let node = EngineFixture.counter()
    engine.attach(node)
    engine.connect(node, to: engine.mainMixerNode, format: nil)
    let log = EventLog()
    node.installTap(onBus: 0, bufferSize: 100, format: nil) { _, _ in
      if log.all.isEmpty {
        log.note("stopping")
        engine.stop()
        node.removeTap(onBus: 0)
        log.note("stopped")
      }
    }
    try engine.start()
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: engine.manualRenderingFormat, frameCapacity: 1_000))
    _ = try? engine.renderOffline(1_000, to: buffer)
    #expect(log.wait(for: 2) == ["stopping", "stopped"])
    #expect(!engine.isRunning)
  }

  #if Soxr
    @Test("a tap converts to its own format")
    func conversion() throws {
      let engine = try EngineFixture.offline(EngineFixture.format(48_000, 1))
      let node = EngineFixture.counter()
      engine.attach(node)
      engine.connect(node, to: engine.mainMixerNode, format: nil)
      let format = try #require(
        AVAudioFormat(
          commonFormat: .pcmFormatInt16, sampleRate: 16_000, channels: 1, interleaved: true))
      let frames = Mutex<[Int]>([])
      node.installTap(onBus: 0, bufferSize: 4_800, format: format) { buffer, _ in
        let isRight = buffer.format.isEqual(format)
        frames.withLock { $0.append(isRight ? Int(buffer.frameLength) : -1) }
      }
      try engine.start()
      _ = try engine.render(blocks: Array(repeating: 4_000, count: 12))
      let counts = frames.withLock { $0 }
      #expect(counts.count == 10)
      #expect(counts.allSatisfy { $0 >= 0 })
      #expect(counts.reduce(0, +) > 15_000)
      #expect(counts.reduce(0, +) <= 16_000)
    }
  #endif

  @MainActor
  @Test("closures of the main actor run on the threads of an engine")
  func isolation() throws {
    let engine = AVAudioEngine()
    try engine.enableManualRenderingMode(
      .realtime, format: EngineFixture.format(48_000, 1), maximumFrameCount: 1_000)
    let log = EventLog()
    let node = AVAudioSourceNode { _, _, _, _ in noErr }
    engine.attach(node)
    engine.connect(node, to: engine.mainMixerNode, format: nil)
    node.installTap(onBus: 0, bufferSize: 100, format: nil) { _, _ in log.note("tap") }
    try engine.start()
    let render = engine.manualRenderingBlock
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: EngineFixture.format(48_000, 1), frameCapacity: 1_000))
    #expect(render(1_000, buffer.mutableAudioBufferList, nil) == .success)
    #expect(log.wait(for: 10).count == 10)
    node.removeTap(onBus: 0)
    engine.stop()
  }
}
