import AudioToolbox
import Foundation
import Testing

/// Mixers and converters, compared with plain loops.
struct MixerUnitTests {
  private func mixer(_ subType: OSType = kAudioUnitSubType_MultiChannelMixer) throws -> TestUnit {
    try TestUnit(subType, type: kAudioUnitType_Mixer)
  }

  private func converter(_ subType: OSType) throws -> TestUnit {
    try TestUnit(subType, type: kAudioUnitType_FormatConverter)
  }

  @Test("a mixer is the sum of its inputs with their volumes, in any division")
  func sum() throws {
    let volumes: [Float] = [0.5, 1, 0.25]
    func render(_ blocks: [Int]) throws -> [[Float]] {
      let unit = try mixer()
      let sources = (0..<3).map { UnitSourceFixture.noise($0) }
      #expect(unit.setFormat(UnitFormats.float(44_100, 1), kAudioUnitScope_Input, 2) == noErr)
      for index in 0..<3 {
        let element = AudioUnitElement(index)
        #expect(unit.setSource(sources[index], element) == noErr)
        #expect(AudioUnitSetParameter(unit.unit, 0, 1, element, volumes[index], 0) == noErr)
      }
      #expect(AudioUnitSetParameter(unit.unit, 0, 2, 0, 0.5, 0) == noErr)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      return unit.render(blocks: blocks)
    }
    let samples = try render([1_000, 1_000])
    for channel in 0..<2 {
      let expected = (0..<2_000).map { frame -> Float in
        0.5
          * (0..<3).reduce(0) { sum, index in
            let source = UnitSourceFixture.noiseSample(index, frame, index == 2 ? 0 : channel)
            return sum + volumes[index] * source
          }
      }
      #expect(zip(samples[channel], expected).allSatisfy { abs($0 - $1) < 1e-6 })
    }
    #expect(try render([7, 993, 512, 488]) == samples)
  }

  @Test("the pan has equal power, and a disabled input is silent")
  func pan() throws {
    let unit = try mixer()
    #expect(unit.setFormat(UnitFormats.float(44_100, 1)) == noErr)
    let source = UnitSourceFixture(samples: { _, _ in 1 })
    #expect(unit.setSource(source) == noErr)
    #expect(AudioUnitSetParameter(unit.unit, kMultiChannelMixerParam_Pan, 1, 0, 0.5, 0) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    let first = unit.render(8).samples.map { $0.first ?? 0 }
    #expect(abs(first[0] - Float(cos(0.75 * Double.pi / 2))) < 1e-6)
    #expect(abs(first[1] - Float(sin(0.75 * Double.pi / 2))) < 1e-6)
    #expect(
      AudioUnitSetParameter(unit.unit, kMultiChannelMixerParam_Enable, 1, 0, 0, 0) == noErr)
    #expect(unit.render(512).samples.allSatisfy { $0.suffix(200).allSatisfy { $0 == 0 } })
  }

  @Test("a mixer without inputs is silent, and its inputs can be counted")
  func elements() throws {
    let unit = try mixer()
    let count = kAudioUnitProperty_ElementCount
    #expect(unit.get(count, UInt32(0), kAudioUnitScope_Input) == (noErr, 8))
    #expect(unit.set(count, UInt32(2), kAudioUnitScope_Input) == noErr)
    #expect(unit.get(count, UInt32(0), kAudioUnitScope_Input) == (noErr, 2))
    #expect(unit.setSource(UnitSourceFixture.noise(), 2) == kAudioUnitErr_InvalidElement)
    #expect(AudioUnitSetParameter(unit.unit, 0, 1, 2, 1, 0) == kAudioUnitErr_InvalidElement)
    #expect(unit.set(count, UInt32(0), kAudioUnitScope_Input) == -10_851)
    #expect(unit.set(count, UInt32(513), kAudioUnitScope_Input) == -10_851)
    #expect(unit.set(count, UInt32(2), kAudioUnitScope_Output) == -10_865)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    #expect(unit.set(count, UInt32(3), kAudioUnitScope_Input) == kAudioUnitErr_Initialized)
    let (status, samples) = unit.render(64)
    #expect(status == noErr && samples.allSatisfy { $0.allSatisfy { $0 == 0 } })
    #expect(AudioUnitUninitialize(unit.unit) == noErr)
    #expect(unit.setFormat(UnitFormats.float(48_000), kAudioUnitScope_Input, 1) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == kAudioUnitErr_FormatNotSupported)
  }

  @Test("an initialized mixer refuses a source for an input of another rate")
  func refusesRates() throws {
    let mixer = try TestUnit(kAudioUnitSubType_MultiChannelMixer, type: kAudioUnitType_Mixer)
    let (source, other) = (UnitSourceFixture.noise(), UnitSourceFixture.noise())
    #expect(mixer.setFormat(UnitFormats.float(48_000)) == noErr)
    #expect(mixer.setFormat(UnitFormats.float(48_000), kAudioUnitScope_Output) == noErr)
    #expect(mixer.setSource(source) == noErr)
    #expect(AudioUnitInitialize(mixer.unit) == noErr)
    #expect(mixer.setSource(other, 1) == kAudioUnitErr_FormatNotSupported)
    #expect(mixer.setSource(other, 0) == noErr)
    #expect(mixer.render(100).status == noErr)
    #expect(source.counts.isEmpty && other.counts == [100])
    #expect(AudioUnitUninitialize(mixer.unit) == noErr)
    #expect(mixer.setFormat(UnitFormats.float(48_000), kAudioUnitScope_Input, 1) == noErr)
    #expect(AudioUnitInitialize(mixer.unit) == noErr)
    #expect(mixer.setSource(source, 1) == noErr)
  }

  @Test("a stereo mixer has its centre at 0.5, and two channels")
  func stereo() throws {
    let unit = try mixer(kAudioUnitSubType_StereoMixer)
    #expect(unit.setFormat(UnitFormats.float(44_100, 3)) == kAudioUnitErr_FormatNotSupported)
    #expect(unit.setFormat(UnitFormats.float(44_100, 1)) == noErr)
    let source = UnitSourceFixture(samples: { _, _ in 1 })
    #expect(unit.setSource(source) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    #expect(unit.render(4).samples == [[1, 1, 1, 1], [1, 1, 1, 1]])
    #expect(AudioUnitSetParameter(unit.unit, kStereoMixerParam_Pan, 1, 0, 0, 0) == noErr)
    let samples = unit.render(512).samples
    #expect(samples[0].last == 1 && abs(samples[1].last ?? 1) < 1e-6)
  }

  @Test("a converter of the rate keeps a tone, in any division")
  func rate() throws {
    func render(_ blocks: [Int]) throws -> ([Float], UnitSourceFixture, Double) {
      let unit = try converter(kAudioUnitSubType_AUConverter)
      #expect(unit.setFormat(UnitFormats.float(48_000, 1)) == noErr)
      #expect(unit.setFormat(UnitFormats.float(44_100, 1), kAudioUnitScope_Output) == noErr)
      let source = UnitSourceFixture(samples: { frame, _ in
        Float(sin(2 * Double.pi * 1_000 * Double(frame) / 48_000))
      })
      #expect(unit.setSource(source) == noErr)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      let latency = unit.get(kAudioUnitProperty_Latency, 0.0).value
      return (unit.render(blocks: blocks, channels: 1)[0], source, latency)
    }
    let blocks = Array(repeating: 441, count: 10)
    let (samples, source, latency) = try render(blocks)
    #expect(source.counts.reduce(0, +) == 4_800)
    #expect(latency > 0 && latency < 0.01)
    let expected = samples.indices.map {
      Float(sin(2 * Double.pi * 1_000 * (Double($0) / 44_100 - latency)))
    }
    let settled = zip(samples, expected).dropFirst(200)
    #expect(settled.allSatisfy { abs($0 - $1) < 1e-3 })
    #expect(try render([1, 440, 1_000, 1_000, 1_000, 969]).0 == samples)
  }

  @Test("splitters copy their input for one pull, and a merger joins channels")
  func patches() throws {
    let splitter = try converter(kAudioUnitSubType_Splitter)
    let source = UnitSourceFixture.noise()
    #expect(splitter.setFormat(UnitFormats.float(44_100, 1)) == noErr)
    #expect(splitter.setSource(source) == noErr)
    let merger = try converter(kAudioUnitSubType_Merger)
    #expect(merger.connect(splitter, bus: 0, to: 0) == noErr)
    #expect(merger.connect(splitter, bus: 1, to: 1) == noErr)
    #expect(AudioUnitInitialize(splitter.unit) == noErr)
    #expect(AudioUnitInitialize(merger.unit) == noErr)
    let samples = merger.render(blocks: [100, 60])
    let expected = (0..<160).map { UnitSourceFixture.noiseSample(0, $0, 0) }
    #expect(samples == [expected, expected])
    #expect(source.counts == [100, 60])
    let many = try converter(kAudioUnitSubType_MultiSplitter)
    #expect(many.set(kAudioUnitProperty_ElementCount, UInt32(5), kAudioUnitScope_Output) == noErr)
  }
}
