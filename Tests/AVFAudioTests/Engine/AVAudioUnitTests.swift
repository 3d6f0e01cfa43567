import AVFAudio
import Foundation
import Testing

@Suite struct AVAudioUnitTests {
  @Test("a band of an equalizer keeps its settings, within their ranges")
  func bands() {
    let unit = AVAudioUnitEQ(numberOfBands: 10)
    #expect(unit.bands.count == 10)
    let band = unit.bands[3]
    #expect(band.bypass)
    #expect(band.filterType == .parametric)
    for raw in 0...10 {
      guard let type = AVAudioUnitEQFilterType(rawValue: raw) else { continue }
      band.filterType = type
      #expect(band.filterType == type)
    }
    (band.gain, band.bandwidth, band.frequency) = (50, 9, 440)
    #expect((band.gain, band.bandwidth, band.frequency) == (24, 5, 440))
    unit.globalGain = -6
    #expect(abs(unit.globalGain + 6) < 1e-5)
  }

  @Test("a player's volume and pan pass effects")
  func volume() throws {
    let engine = try EngineFixture.offline(EngineFixture.format(), mostFrames: 1_000)
    let (node, unit, delay) = (EngineFixture.counter(), AVAudioUnitEQ(), AVAudioUnitDelay())
    for node in [node, unit, delay] as [AVAudioNode] { engine.attach(node) }
    let mono = try EngineFixture.format(48_000, 1)
    engine.connect(unit, to: delay, format: nil)
    engine.connect(delay, to: engine.mainMixerNode, format: nil)
    engine.connect(node, to: unit, format: mono)
    #expect(delay.outputFormat(forBus: 0).isEqual(mono))
    delay.delayTime = 0
    (node.volume, node.pan) = (0.5, 1)
    try engine.start()
    let samples = try engine.render(blocks: [1_000])
    #expect(samples[0].allSatisfy { abs($0) < 1e-6 })
    #expect(abs(samples[1][999] - 0.5 * 999 / 65_536) < 1e-6)
  }

  @Test("a reverb rings on after its input, each preset in its own way")
  func reverb() throws {
    var tails: Set<Float> = []
    for raw in 0...12 {
      let preset = try #require(AVAudioUnitReverbPreset(rawValue: raw))
      let engine = try EngineFixture.offline(EngineFixture.format(16_000), mostFrames: 10_000)
      let (player, unit) = (AVAudioPlayerNode(), AVAudioUnitReverb())
      engine.attach(player)
      engine.attach(unit)
      engine.connect(player, to: unit, format: nil)
      engine.connect(unit, to: engine.mainMixerNode, format: nil)
      unit.loadFactoryPreset(preset)
      unit.wetDryMix = 40
      #expect(abs(unit.wetDryMix - 40) < 1e-4)
      try engine.start()
      let format = player.outputFormat(forBus: 0)
      player.scheduleBuffer(try EngineFixture.buffer(Array(repeating: 0.5, count: 100), format))
      player.play()
      let samples = try engine.render(blocks: [10_000])
      #expect(abs(samples[0][0] - 0.3) < 0.05)
      let tail = samples[0][2_000...].map(abs).max() ?? 0
      #expect(tail > 1e-4 && tail < 1)
      tails.insert(tail)
    }
    #expect(tails.count == 13)
  }

  @Test("each preset of a distortion changes the sound, and stays within full scale")
  func distortion() throws {
    var sums: Set<Float> = []
    for raw in 0...21 {
      let preset = try #require(AVAudioUnitDistortionPreset(rawValue: raw))
      let engine = try EngineFixture.offline(EngineFixture.format(48_000, 1), mostFrames: 30_000)
      let (node, unit) = (EngineFixture.counter(), AVAudioUnitDistortion())
      #expect((unit.preGain, unit.wetDryMix) == (-6, 50))
      unit.loadFactoryPreset(preset)
      (unit.preGain, unit.wetDryMix) = (0, 100)
      engine.attach(node)
      engine.attach(unit)
      engine.connect(node, to: unit, format: nil)
      engine.connect(unit, to: engine.mainMixerNode, format: nil)
      try engine.start()
      let samples = try engine.render(blocks: [30_000])[0]
      #expect(samples.allSatisfy { abs($0) <= 1 })
      sums.insert(samples.reduce(0) { $0 + abs($1) })
    }
    #expect(sums.count == 22)
  }

  @Test("an equalizer lowers the frequencies of its bands")
  func lowPass() throws {
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 1), mostFrames: 10_000)
    let node = AVAudioSourceNode { _, time, count, list in
      let samples = UnsafeMutableAudioBufferListPointer(list)[0].mData?
        .assumingMemoryBound(to: Float.self)
      for index in 0..<Int(count) {
        let frame = time.pointee.mSampleTime + Double(index)
        samples?[index] = Float(sin(2 * .pi * frame * 8_000 / 48_000))
      }
      return noErr
    }
    let unit = AVAudioUnitEQ(numberOfBands: 1)
    (unit.bands[0].filterType, unit.bands[0].frequency) = (.lowPass, 1_000)
    unit.bands[0].bypass = false
    engine.attach(node)
    engine.attach(unit)
    engine.connect(node, to: unit, format: nil)
    engine.connect(unit, to: engine.mainMixerNode, format: nil)
    try engine.start()
    let loud = try engine.render(blocks: [10_000])[0][5_000...].map(abs).max() ?? 1
    // The bilinear filter of the second order falls faster than 12 dB an octave at the end.
    #expect(loud < 0.016 && loud > 0.008)
    unit.bypass = true
    let through = try engine.render(blocks: [10_000])[0][5_000...].map(abs).max() ?? 0
    #expect(through > 0.86)
  }
}
