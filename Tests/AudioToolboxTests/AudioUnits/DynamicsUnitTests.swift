import AudioToolbox
import Foundation
import Testing

/// Dynamics, reverberation, and the delay by frames.
struct DynamicsUnitTests {
  private func effect(
    _ subType: OSType, _ parameters: [(AudioUnitParameterID, Float)] = [],
    _ source: UnitSourceFixture, channels: UInt32 = 1
  ) throws -> TestUnit {
    try TestUnit.effect(subType, parameters, source, channels: channels)
  }

  private func thousands(_ count: Int) -> [Int] { Array(repeating: 1_000, count: count) }

  // MARK: Dynamics

  @Test(
    "a steady level follows the curve of the compressor and of the expander",
    arguments: [-60, -50, -30, -20, -10, 0, 10] as [Float])
  func curve(_ level: Float) throws {
    let amplitude = powf(10, level / 20)
    let source = UnitSourceFixture(samples: { frame, _ in frame % 2 == 0 ? amplitude : -amplitude })
    let unit = try effect(
      kAudioUnitSubType_DynamicsProcessor,
      [
        (kDynamicsProcessorParam_Threshold, -20), (kDynamicsProcessorParam_HeadRoom, 6),
        (kDynamicsProcessorParam_ExpansionRatio, 3),
        (kDynamicsProcessorParam_ExpansionThreshold, -45),
        (kDynamicsProcessorParam_OverallGain, 4),
      ], source)
    let samples = unit.render(blocks: thousands(40), channels: 1)[0]
    let expected: Float
    if level > -20 {
      expected = -20 + 6 * (1 - expf(-(level + 20) / 6)) + 4
    } else if level < -45 {
      expected = -45 + 3 * (level + 45) + 4
    } else {
      expected = level + 4
    }
    let measured = 20 * log10f(abs(samples[39_999]))
    #expect(abs(measured - expected) < 0.05)
    #expect(abs(unit.value(kDynamicsProcessorParam_InputAmplitude) - level) < 0.05)
    #expect(abs(unit.value(kDynamicsProcessorParam_OutputAmplitude) - expected) < 0.05)
    let reduction = max(0, level + 4 - expected)
    #expect(abs(unit.value(kDynamicsProcessorParam_CompressionAmount) - reduction) < 0.1)
  }

  @Test("attack and release are time constants, and all channels have one gain")
  func times() throws {
    // A level of 0 dB between frames 10,000 and 30,000; the second channel is 20 dB lower.
    let source = UnitSourceFixture(samples: { frame, channel in
      let level: Float = (10_000..<30_000).contains(frame) ? 1 : 0.001
      return level * (channel == 0 ? 1 : 0.1)
    })
    let unit = try effect(
      kAudioUnitSubType_DynamicsProcessor,
      [
        (kDynamicsProcessorParam_AttackTime, 0.1), (kDynamicsProcessorParam_ReleaseTime, 0.05),
        (kDynamicsProcessorParam_ExpansionThreshold, -120),
      ], source, channels: 2)
    let samples = unit.render(blocks: thousands(40))
    let full = 20 - 5 * (1 - expf(-4))
    func gain(_ frame: Int, _ channel: Int) -> Float {
      let level: Float = (10_000..<30_000).contains(frame) ? 1 : 0.001
      return 20 * log10f(samples[channel][frame] / level / (channel == 0 ? 1 : 0.1))
    }
    for channel in 0..<2 {
      #expect(abs(gain(9_999, channel)) < 0.01)
      // After one time constant, 63 % of the reduction.
      #expect(abs(gain(10_000 + 4_410, channel) + full * (1 - expf(-1))) < 0.05)
      #expect(abs(gain(30_000 + 2_205, channel) + full * expf(-1)) < 0.3)
    }
  }

  @Test("a measurement cannot be set, and its flags say so")
  func measurement() throws {
    let unit = try effect(kAudioUnitSubType_DynamicsProcessor, [], .noise())
    #expect(
      AudioUnitSetParameter(unit.unit, kDynamicsProcessorParam_InputAmplitude, 0, 0, 0, 0)
        == kAudioUnitErr_InvalidParameter)
    let (_, info) = unit.get(
      kAudioUnitProperty_ParameterInfo, AudioUnitParameterInfo(), kAudioUnitScope_Global,
      kDynamicsProcessorParam_CompressionAmount)
    info.cfNameString?.release()
    #expect(info.flags.contains(.flag_MeterReadOnly) && !info.flags.contains(.flag_IsWritable))
  }

  // MARK: Limiter

  @Test("a limiter never exceeds 1, delays by its latency, and keeps lower levels")
  func limiter() throws {
    // Noise of 12 dB with the gain, between silent and low parts.
    let source = UnitSourceFixture(samples: { frame, channel in
      let noise = UnitSourceFixture.noiseSample(0, frame, channel)
      return (5_000..<15_000).contains(frame) ? noise : noise * 0.1
    })
    let unit = try effect(
      kAudioUnitSubType_PeakLimiter, [(kLimiterParam_PreGain, 12)], source, channels: 2)
    let latency = unit.get(kAudioUnitProperty_Latency, 0.0).value
    let delay = Int((latency * 44_100).rounded())
    #expect(delay == 529)
    let samples = unit.render(blocks: thousands(30))
    let gain = powf(10, 12 / 20)
    for channel in 0..<2 {
      #expect(samples[channel].allSatisfy { abs($0) <= 1 })
      #expect(samples[channel].map { abs($0) }.max()! > 0.95)
      // Before the loud part, and long after it, only the gain applies.
      for frame in [1_000, 4_000, 29_000] {
        let expected = UnitSourceFixture.noiseSample(0, frame - delay, channel) * 0.1 * gain
        #expect(abs(samples[channel][frame] - expected) < 1e-4)
      }
      #expect(samples[channel].prefix(delay).allSatisfy { $0 == 0 })
    }
  }

  @Test("a limiter holds its limit while the attack changes")
  func changingAttack() throws {
    let source = UnitSourceFixture.noise()
    let unit = try effect(kAudioUnitSubType_PeakLimiter, [(kLimiterParam_PreGain, 20)], source)
    var time = 0
    for attack in [0.012, 0.001, 0.005, 0.03, 0.002, 0.012] as [Float] {
      #expect(AudioUnitSetParameter(unit.unit, kLimiterParam_AttackTime, 0, 0, attack, 0) == noErr)
      let (status, samples) = unit.render(1_000, at: Double(time), channels: 1)
      try #require(status == noErr)
      #expect(samples[0].allSatisfy { abs($0) <= 1 })
      // The gain is smooth: few samples are clipped to 1.
      #expect(samples[0].filter { abs($0) == 1 }.count < 30)
      time += 1_000
    }
  }

  // MARK: Delay and reverberation

  @Test("a delay by frames delays by frames")
  func sampleDelay() throws {
    let source = UnitSourceFixture.noise()
    let unit = try effect(
      kAudioUnitSubType_SampleDelay, [(kSampleDelayParam_DelayFrames, 300)], source)
    let samples = unit.render(blocks: [1_000, 1, 999], channels: 1)[0]
    #expect(
      samples
        == (0..<2_000).map { $0 < 300 ? 0 : UnitSourceFixture.noiseSample(0, $0 - 300, 0) })
    let (_, info) = unit.get(
      kAudioUnitProperty_ParameterInfo, AudioUnitParameterInfo(), kAudioUnitScope_Global,
      kSampleDelayParam_DelayFrames)
    info.cfNameString?.release()
    #expect(info.maxValue == 44_100)
  }

  @Test("a reverberation decays in its time, after its delay")
  func reverb() throws {
    func impulse(_ parameters: [(AudioUnitParameterID, Float)]) throws -> [Float] {
      let source = UnitSourceFixture(samples: { frame, _ in frame == 0 ? 1 : 0 })
      let unit = try effect(kAudioUnitSubType_Reverb2, parameters, source)
      return unit.render(blocks: thousands(88), channels: 1)[0]
    }
    let usual: [(AudioUnitParameterID, Float)] = [
      (kReverb2Param_MinDelayTime, 0.1), (kReverb2Param_DecayTimeAt0Hz, 0.5),
      (kReverb2Param_DecayTimeAtNyquist, 0.5),
    ]
    let samples = try impulse(usual)
    #expect(samples[..<4_410].allSatisfy { $0 == 0 })
    func energy(_ range: Range<Int>) -> Float { samples[range].reduce(0) { $0 + $1 * $1 } }
    // In 0.5 s, the energy falls by 60 dB.
    let fall = 10 * log10f(energy(10_000..<20_000) / energy(32_050..<42_050))
    #expect(abs(fall - 60) < 6)
    let louder = try impulse(usual + [(kReverb2Param_Gain, 6)])
    let ratio = powf(10, 6 / 20)
    #expect(zip(samples, louder).allSatisfy { abs($0 * ratio - $1) < 1e-4 })
    let other = try impulse(usual + [(kReverb2Param_RandomizeReflections, 5)])
    #expect(other != samples)
    let dry = try impulse(usual + [(kReverb2Param_DryWetMix, 0)])
    #expect(dry == (0..<88_000).map { $0 == 0 ? 1 : 0 })
  }

  @Test(
    "any division into blocks gives the same bits, even with scheduled changes",
    arguments: [
      (kAudioUnitSubType_DynamicsProcessor, kDynamicsProcessorParam_OverallGain),
      (kAudioUnitSubType_PeakLimiter, kLimiterParam_PreGain),
      (kAudioUnitSubType_Reverb2, kReverb2Param_DecayTimeAt0Hz),
      (kAudioUnitSubType_MatrixReverb, kReverbParam_SmallLargeMix),
      (kAudioUnitSubType_MatrixReverb, kReverbParam_ModulationDepth),
      (kAudioUnitSubType_SampleDelay, kSampleDelayParam_DelayFrames),
    ])
  func division(_ subType: OSType, _ parameter: AudioUnitParameterID) throws {
    func render(_ blocks: [Int]) throws -> [[Float]] {
      let source = UnitSourceFixture.noise()
      let unit = try effect(subType, [], source, channels: 2)
      var frame = 0
      var samples: [[Float]] = [[], []]
      for count in blocks {
        if frame <= 700, frame + count > 700 {
          let offset = UInt32(700 - frame)
          #expect(AudioUnitSetParameter(unit.unit, parameter, 0, 0, 5, offset) == noErr)
        }
        let result = unit.render(count, at: Double(frame))
        for channel in 0..<2 { samples[channel] += result.samples[channel] }
        frame += count
      }
      return samples
    }
    let whole = try render([1_100, 1_100])
    #expect(try render([1, 699, 1, 1_000, 499]) == whole)
    #expect(try render([64, 512, 512, 512, 512, 88]) == whole)
  }
}
