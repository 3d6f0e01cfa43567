import AVFAudio
import Foundation
import Testing

@Suite struct AVAudioEnvironmentNodeTests {
  /// A source, of 0.5 by default, before an environment node, in an engine that a test renders.
  private struct Setup {
    let engine: AVAudioEngine
    let node = AVAudioEnvironmentNode()
    let source: AVAudioSourceNode

    init(
      channels: AVAudioChannelCount = 1, wave: @escaping @Sendable (Int) -> Float = { _ in 0.5 }
    ) throws {
      engine = try EngineFixture.offline(EngineFixture.format(), mostFrames: 2_000)
      source = AVAudioSourceNode { _, time, count, list in
        let start = Int(time.pointee.mSampleTime)
        for (channel, buffer) in UnsafeMutableAudioBufferListPointer(list).enumerated() {
          let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
          for index in 0..<Int(count) {
            samples?[index] = wave(start + index) * (channel == 0 ? 1 : 0.5)
          }
        }
        return noErr
      }
      engine.attach(source)
      engine.attach(node)
      engine.connect(source, to: node, format: try EngineFixture.format(48_000, channels))
      engine.connect(node, to: engine.mainMixerNode, format: try EngineFixture.format())
      try engine.start()
    }

    /// The level of both sides, after the ramps of changes.
    func levels() throws -> [Float] {
      try engine.render(blocks: [2_000]).map { $0[1_999] }
    }
  }

  private func expect(_ levels: [Float], _ left: Float, _ right: Float) {
    #expect(abs(levels[0] - left) < 1.2e-6)
    #expect(abs(levels[1] - right) < 1.2e-6)
  }

  @Test("a source is heard from its place")
  func place() throws {
    let setup = try Setup()
    let half = Float(0.5).squareRoot()
    expect(try setup.levels(), 0.5 * half, 0.5 * half)
    setup.source.position = AVAudioMake3DPoint(1, 0, 0)
    expect(try setup.levels(), 0, 0.5)
    setup.source.position = AVAudioMake3DPoint(-4, 0, 0)
    expect(try setup.levels(), 0.125, 0)
    setup.node.listenerPosition = AVAudioMake3DPoint(-4, 0, 2)
    expect(try setup.levels(), 0.25 * half, 0.25 * half)
    setup.node.listenerAngularOrientation = AVAudioMake3DAngularOrientation(90, 0, 0)
    expect(try setup.levels(), 0.25, 0)
    let orientation = setup.node.listenerVectorOrientation
    #expect(abs(orientation.forward.x - 1) < 1e-6)
    setup.source.volume = 0.5
    setup.node.outputVolume = 0.5
    expect(try setup.levels(), 0.0625, 0)
  }

  @Test("obstacles and the law of the distance lower the level")
  func levels() throws {
    let setup = try Setup()
    setup.source.position = AVAudioMake3DPoint(3, 0, 0)
    let law = setup.node.distanceAttenuationParameters
    #expect((law.referenceDistance, law.maximumDistance, law.rolloffFactor) == (1, 100_000, 1))
    law.distanceAttenuationModel = .linear
    (law.maximumDistance, law.rolloffFactor) = (5, 0.5)
    expect(try setup.levels(), 0, 0.5 * 0.75)
    law.distanceAttenuationModel = .exponential
    law.rolloffFactor = 2
    expect(try setup.levels(), 0, 0.5 / 9)
    (setup.source.obstruction, setup.source.occlusion) = (-20, -20)
    expect(try setup.levels(), 0, 0.005 / 9)
    setup.source.occlusion = -999
    #expect(setup.source.occlusion == -100)
  }

  @Test("two channels pass as they are, unless they are a point")
  func stereo() throws {
    let setup = try Setup(channels: 2)
    setup.source.position = AVAudioMake3DPoint(2, 0, 0)
    expect(try setup.levels(), 0.5, 0.25)
    setup.source.sourceMode = .pointSource
    expect(try setup.levels(), 0, 0.375 / 2)
    setup.source.sourceMode = .bypass
    expect(try setup.levels(), 0.5, 0.25)
  }

  @Test("reverb comes with the blend of the source, and has a level")
  func reverb() throws {
    let setup = try Setup()
    let reverb = setup.node.reverbParameters
    #expect(!reverb.enable)
    #expect(reverb.filterParameters.bypass)
    setup.source.position = AVAudioMake3DPoint(1, 0, 0)
    setup.source.reverbBlend = 1
    // Without reverb, the blend has no effect.
    expect(try setup.levels(), 0, 0.5)
    reverb.enable = true
    reverb.loadFactoryReverbPreset(.smallRoom)
    _ = try setup.levels()
    #expect(try setup.levels()[0] != 0)
    reverb.level = -40
    #expect(abs(reverb.level + 40) < 1e-3)
    _ = try setup.levels()
    #expect(try setup.levels().allSatisfy { abs($0) < 0.05 })
  }

  @Test(
    "a source at the side of a head is louder in the near ear",
    arguments: [.sphericalHead, .HRTF, .HRTFHQ, .auto] as [AVAudio3DMixingRenderingAlgorithm])
  func head(_ algorithm: AVAudio3DMixingRenderingAlgorithm) throws {
    let setup = try Setup(wave: { Float($0 * 7_919 % 2_003) / 1_001.5 - 1 })
    setup.node.outputType = .headphones
    setup.source.position = AVAudioMake3DPoint(1, 0, 0)
    func energies() throws -> [Float] {
      _ = try setup.engine.render(blocks: [2_000])
      return try setup.engine.render(blocks: [2_000]).map { $0.reduce(0) { $0 + $1 * $1 } }
    }
    let panned = try energies()
    #expect(panned[0] < 1e-6 && panned[1] > 100)
    setup.source.renderingAlgorithm = algorithm
    let heard = try energies()
    #expect(heard[0] > 1 && heard[1] > 2 * heard[0], "\(heard)")
    setup.source.volume = 0.5
    let halved = try energies()
    #expect(zip(heard, halved).allSatisfy { abs($0 / $1 - 4) < 0.5 }, "\(halved)")
    setup.source.volume = 1
    setup.source.renderingAlgorithm = .equalPowerPanning
    #expect(try energies()[0] < 1e-6)
    let algorithms = setup.node.applicableRenderingAlgorithms
    #expect(algorithms.contains(1))
    #expect(algorithms.contains(2) == algorithms.contains(6))
  }

  @Test("a connection has its own place")
  func destination() throws {
    let setup = try Setup()
    let destination = try #require(setup.source.destination(forMixer: setup.node, bus: 0))
    destination.position = AVAudioMake3DPoint(0, 0, -2)
    let half = Float(0.5).squareRoot()
    expect(try setup.levels(), 0.25 * half, 0.25 * half)
    #expect(destination.position.z == -2)
    #expect(setup.source.position.z == 0)
    #expect(setup.node.nextAvailableInputBus == 1)
    #expect(setup.node.applicableRenderingAlgorithms.contains(NSNumber(value: 0)))
  }
}
