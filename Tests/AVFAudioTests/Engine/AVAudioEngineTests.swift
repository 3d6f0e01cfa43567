import AVFAudio
import Foundation
import Testing

@Suite struct AVAudioEngineTests {
  private static let ramp = (0..<20_000).map { Float($0) / 65_536 }

  @Test("a node without a kind renders silence")
  func plainNode() throws {
    let format = try EngineFixture.format()
    let engine = AVAudioEngine()
    let node = AVAudioNode()
    #expect(node.numberOfInputs == 0 && node.numberOfOutputs == 1 && node.engine == nil)
    try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
    engine.attach(node)
    engine.connect(node, to: engine.mainMixerNode, format: format)
    try engine.start()
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
    buffer.frameLength = 512
    let samples = try #require(buffer.floatChannelData)
    samples[0][511] = 1
    #expect(try engine.renderOffline(512, to: buffer) == .success)
    #expect((0..<512).allSatisfy { samples[0][$0] == 0 })
  }

  @Test("rendering by hand needs its mode, a running engine, and a fitting buffer")
  func errors() throws {
    let format = try EngineFixture.format()
    let engine = AVAudioEngine()
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
    func code(_ body: () throws -> Void) -> Int {
      do {
        try body()
        return 0
      } catch {
        return (error as NSError).code
      }
    }
    #expect(code { _ = try engine.renderOffline(1, to: buffer) } == -80_800)
    try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
    #expect(code { _ = try engine.renderOffline(1, to: buffer) } == -80_802)
    #expect(code { try engine.start() } == -10_876)
    _ = engine.mainMixerNode
    try engine.start()
    #expect(
      code {
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
      } == -80_801)
    #expect(code { _ = try engine.renderOffline(513, to: buffer) } == -50)
    #expect(code { _ = try engine.renderOffline(512, to: buffer) } == 0)
    let other = try #require(
      AVAudioPCMBuffer(pcmFormat: EngineFixture.format(44_100), frameCapacity: 512))
    #expect(code { _ = try engine.renderOffline(1, to: other) } == -50)
    engine.stop()
    #expect(code { _ = try engine.renderOffline(1, to: buffer) } == -80_802)
    try engine.enableManualRenderingMode(.realtime, format: format, maximumFrameCount: 512)
    #expect(code { _ = try engine.renderOffline(1, to: buffer) } == -80_800)
  }

  @Test("a source node is rendered, whatever the blocks")
  func source() throws {
    for blocks in [[20_000], [1, 511, 512, 18_976], Array(repeating: 100, count: 200)] {
      let engine = try EngineFixture.offline(EngineFixture.format(), mostFrames: 20_000)
      let node = EngineFixture.counter()
      engine.attach(node)
      engine.connect(node, to: engine.mainMixerNode, format: nil)
      try engine.start()
      #expect(try engine.render(blocks: blocks) == [Self.ramp, Self.ramp])
      #expect(engine.manualRenderingSampleTime == 20_000)
    }
  }

  @Test("a source node may render interleaved integers", arguments: [true, false])
  func integers(_ isInterleaved: Bool) throws {
    let format = try #require(
      AVAudioFormat(
        commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 2,
        interleaved: isInterleaved))
    let node = AVAudioSourceNode(format: format) { _, _, count, list in
      let buffers = UnsafeMutableAudioBufferListPointer(list)
      for (number, buffer) in buffers.enumerated() {
        let samples = buffer.mData?.assumingMemoryBound(to: Int16.self)
        for index in 0..<Int(count) * Int(buffer.mNumberChannels) {
          let channel = isInterleaved ? index % 2 : number
          samples?[index] = channel == 0 ? 16_384 : -8_192
        }
      }
      return noErr
    }
    let engine = try EngineFixture.offline(EngineFixture.format(), mostFrames: 9_000)
    engine.attach(node)
    engine.connect(node, to: engine.mainMixerNode, format: format)
    try engine.start()
    let samples = try engine.render(blocks: [9_000])
    #expect(samples[0].allSatisfy { $0 == 0.5 })
    #expect(samples[1].allSatisfy { $0 == -0.25 })
  }

  @Test("frames that a source node does not write are silence")
  func partialSource() throws {
    let node = AVAudioSourceNode { isSilence, time, count, list in
      let buffers = UnsafeMutableAudioBufferListPointer(list)
      for index in buffers.indices {
        buffers[index].mData?.assumingMemoryBound(to: Float.self)[0] = 1
        buffers[index].mDataByteSize = 4
      }
      if time.pointee.mSampleTime == 100 { isSilence.pointee = true }
      return time.pointee.mSampleTime == 200 ? -1 : noErr
    }
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 1))
    engine.attach(node)
    engine.connect(node, to: engine.outputNode, format: nil)
    try engine.start()
    let samples = try engine.render(blocks: Array(repeating: 100, count: 4))[0]
    #expect(samples.indices.filter { samples[$0] != 0 } == [0, 300])
  }

  @Test("a connection has the format of its source, or the given one")
  func formats() throws {
    let format = try EngineFixture.format(48_000, 2)
    let mono = try EngineFixture.format(22_050, 1)
    let engine = try EngineFixture.offline(format)
    let (one, other) = (AVAudioPlayerNode(), EngineFixture.counter(mono))
    engine.attach(one)
    engine.attach(other)
    engine.connect(one, to: engine.mainMixerNode, format: nil)
    engine.connect(other, to: engine.mainMixerNode, format: nil)
    #expect(one.outputFormat(forBus: 0).isEqual(format))
    #expect(other.outputFormat(forBus: 0).isEqual(mono))
    #expect(engine.mainMixerNode.inputFormat(forBus: 1).isEqual(mono))
    #expect(engine.mainMixerNode.outputFormat(forBus: 0).isEqual(format))
    engine.connect(one, to: engine.mainMixerNode, format: mono)
    #expect(one.outputFormat(forBus: 0).isEqual(mono))
    #expect(engine.mainMixerNode.nextAvailableInputBus == 2)
    #expect(engine.inputConnectionPoint(for: engine.mainMixerNode, inputBus: 0)?.node === one)
    #expect(engine.outputConnectionPoints(for: other, outputBus: 0).map(\.bus) == [1])
  }

  @Test("connections with another rate or other channels are converted")
  func conversion() throws {
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 2), mostFrames: 10_000)
    let node = AVAudioSourceNode(format: try EngineFixture.format(16_000, 1)) {
      _, time, count, list in
      let samples = UnsafeMutableAudioBufferListPointer(list)[0].mData?
        .assumingMemoryBound(to: Float.self)
      for index in 0..<Int(count) {
        samples?[index] = Float(sin((time.pointee.mSampleTime + Double(index)) / 10))
      }
      return noErr
    }
    engine.attach(node)
    engine.connect(node, to: engine.outputNode, format: nil)
    try engine.start()
    let samples = try engine.render(blocks: [10_000])
    #expect(samples[0] == samples[1])
    for index in 1_000..<10_000 {
      let wanted = sin((Double(index) / 3 - 17) / 10)
      #expect(abs(Double(samples[0][index]) - wanted) < 1e-3)
    }
  }

  @Test("one output feeds several inputs, and each has its own levels")
  func points() throws {
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 2))
    let node = EngineFixture.counter()
    let mixer = AVAudioMixerNode()
    engine.attach(node)
    engine.attach(mixer)
    engine.connect(mixer, to: engine.mainMixerNode, format: nil)
    let points = [
      AVAudioConnectionPoint(node: engine.mainMixerNode, bus: 4),
      AVAudioConnectionPoint(node: mixer, bus: 0),
    ]
    engine.connect(node, to: points, fromBus: 0, format: nil)
    node.volume = 0.5
    let destination = try #require(node.destination(forMixer: mixer, bus: 0))
    destination.volume = 0.25
    #expect(node.destination(forMixer: mixer, bus: 1) == nil)
    try engine.start()
    let samples = try engine.render(blocks: [4_000])[0]
    let expected = (0..<4_000).map { (frame: Int) -> Float in Float(frame) / 65_536 * 0.75 }
    #expect(samples == expected)
  }

  @Test("nodes are connected, disconnected and detached while the engine runs")
  func edits() throws {
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 1))
    let output = engine.mainMixerNode
    try engine.start()
    #expect(try engine.render(blocks: [100])[0].allSatisfy { $0 == 0 })
    let node = EngineFixture.counter()
    engine.attach(node)
    engine.connect(node, to: output, format: nil)
    #expect(try engine.render(blocks: [100])[0] == (100..<200).map { Float($0) / 65_536 })
    engine.disconnectNodeInput(output, bus: 7)
    engine.disconnectNodeOutput(node)
    engine.disconnectNodeOutput(node)
    #expect(try engine.render(blocks: [100])[0].allSatisfy { $0 == 0 })
    engine.connect(node, to: output, fromBus: 0, toBus: 30, format: nil)
    #expect(output.numberOfInputs == 31)
    #expect(try engine.render(blocks: [1])[0] == [300 / 65_536])
    engine.detach(node)
    #expect(node.engine == nil)
    #expect(engine.attachedNodes.isEmpty)
    #expect(try engine.render(blocks: [100])[0].allSatisfy { $0 == 0 })
  }

  @Test("a reset begins again with frame 0")
  func reset() throws {
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 1))
    let node = EngineFixture.counter()
    engine.attach(node)
    engine.connect(node, to: engine.mainMixerNode, format: nil)
    try engine.start()
    _ = try engine.render(blocks: [123])
    engine.reset()
    #expect(engine.manualRenderingSampleTime == 0)
    #expect(try engine.render(blocks: [2])[0] == [0, 1 / 65_536])
  }

  @Test("the block of manual rendering renders interleaved frames")
  func block() throws {
    let format = try #require(
      AVAudioFormat(
        commonFormat: .pcmFormatFloat32, sampleRate: 48_000, channels: 2, interleaved: true))
    let engine = AVAudioEngine()
    try engine.enableManualRenderingMode(.realtime, format: format, maximumFrameCount: 1_000)
    let node = EngineFixture.counter()
    engine.attach(node)
    engine.connect(node, to: engine.mainMixerNode, format: nil)
    node.pan = 1
    let render = engine.manualRenderingBlock
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 1_000))
    var error: OSStatus = 0
    #expect(render(10, buffer.mutableAudioBufferList, &error) == .error)
    #expect(error == -80_802)
    try engine.start()
    #expect(render(1_001, buffer.mutableAudioBufferList, &error) == .error)
    #expect(error == -50)
    #expect(render(1_000, buffer.mutableAudioBufferList, &error) == .success)
    buffer.frameLength = 1_000
    let samples = try #require(buffer.floatChannelData)
    #expect(samples[0][2 * 999] < 1e-6)
    #expect(samples[1][2 * 999] == Float(999) / 65_536 * 2)
  }

  @Test("a stopped engine releases a detached node")
  func releaseNode() throws {
    weak var node: AVAudioSourceNode?
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 1))
    do {
      let made = EngineFixture.counter()
      engine.attach(made)
      engine.connect(made, to: engine.mainMixerNode, format: nil)
      try engine.start()
      _ = try engine.render(blocks: [100])
      engine.stop()
      engine.detach(made)
      node = made
    }
    #expect(node == nil)
  }

  @Test("an engine releases its nodes and their closures")
  func release() throws {
    final class Marker: Sendable {}
    weak var marker: Marker?
    weak var engine: AVAudioEngine?
    do {
      let made = Marker()
      let running = try EngineFixture.offline(EngineFixture.format(48_000, 1))
      let node = AVAudioSourceNode { _, _, _, _ in
        withExtendedLifetime(made) { noErr }
      }
      running.attach(node)
      running.connect(node, to: running.mainMixerNode, format: nil)
      try running.start()
      _ = try running.render(blocks: [100])
      (marker, engine) = (made, running)
    }
    #expect(marker == nil)
    #expect(engine == nil)
  }
}
