import AudioToolbox
import Testing

/// The matrix mixer, compared with plain loops.
struct MatrixMixerTests {
  /// The channels of the inputs and of the outputs.
  private static let inputs: [UInt32] = [1, 2]
  private static let outputs: [UInt32] = [2, 1]

  private func mixer() throws -> TestUnit {
    let unit = try TestUnit(kAudioUnitSubType_MatrixMixer, type: kAudioUnitType_Mixer)
    for (scope, counts) in [(kAudioUnitScope_Input, Self.inputs), (2, Self.outputs)] {
      #expect(unit.set(kAudioUnitProperty_ElementCount, UInt32(counts.count), scope) == noErr)
      for (element, count) in counts.enumerated() {
        let format = UnitFormats.float(44_100, count)
        #expect(unit.setFormat(format, scope, AudioUnitElement(element)) == noErr)
      }
    }
    return unit
  }

  private func setVolume(
    _ unit: TestUnit, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ volume: Float,
    at offset: UInt32 = 0
  ) -> OSStatus {
    AudioUnitSetParameter(unit.unit, kMatrixMixerParam_Volume, scope, element, volume, offset)
  }

  private func volume(
    _ unit: TestUnit, _ scope: AudioUnitScope, _ element: AudioUnitElement
  ) -> Float {
    var value = Float.nan
    #expect(
      AudioUnitGetParameter(unit.unit, kMatrixMixerParam_Volume, scope, element, &value) == noErr)
    return value
  }

  /// The volume of a crosspoint.
  private func crosspoint(_ input: Int, _ output: Int) -> Float {
    Float(input * 3 + output + 1) / 10
  }

  private static let inputVolumes: [Float] = [0.5, 1, 0.25]
  private static let outputVolumes: [Float] = [1, 0.75, 0.125]

  private func setAllVolumes(_ unit: TestUnit) {
    for channel in 0..<3 {
      let element = AudioUnitElement(channel)
      #expect(setVolume(unit, kAudioUnitScope_Input, element, Self.inputVolumes[channel]) == noErr)
      #expect(
        setVolume(unit, kAudioUnitScope_Output, element, Self.outputVolumes[channel]) == noErr)
      for output in 0..<3 {
        let pair = element << 16 | AudioUnitElement(output)
        #expect(
          setVolume(unit, kAudioUnitScope_Global, pair, crosspoint(channel, output)) == noErr)
      }
    }
    #expect(setVolume(unit, kAudioUnitScope_Global, 0xFFFF_FFFF, 0.5) == noErr)
  }

  /// The sample of an input channel, counted over both inputs.
  private func sample(_ input: Int, _ frame: Int) -> Float {
    UnitSourceFixture.noiseSample(min(1, input), frame, max(0, input - 1))
  }

  /// Renders both outputs in blocks, with a change of a crosspoint at a frame.
  private func render(_ blocks: [Int], changeAt change: Int) throws -> [[Float]] {
    let unit = try mixer()
    let sources = (0..<2).map { UnitSourceFixture.noise($0) }
    for bus in 0..<2 { #expect(unit.setSource(sources[bus], AudioUnitElement(bus)) == noErr) }
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    setAllVolumes(unit)
    var samples: [[Float]] = [[], [], []]
    var frame = 0
    for count in blocks {
      if (frame..<frame + count).contains(change) {
        let offset = UInt32(change - frame)
        #expect(setVolume(unit, kAudioUnitScope_Global, 1 << 16 | 2, 1, at: offset) == noErr)
      }
      let first = unit.render(count, at: Double(frame), channels: 2, bus: 0)
      let second = unit.render(count, at: Double(frame), channels: 1, bus: 1)
      for (channel, part) in (first.samples + second.samples).enumerated() {
        samples[channel] += part
      }
      frame += count
    }
    #expect(sources.allSatisfy { $0.counts == blocks })
    return samples
  }

  @Test("each output channel is the sum of all input channels with their volumes, in any division")
  func sum() throws {
    let samples = try render([1_000, 1_000], changeAt: 700)
    for output in 0..<3 {
      for frame in 0..<2_000 {
        var expected: Float = 0
        for input in 0..<3 {
          var level = crosspoint(input, output)
          if input == 1, output == 2 {
            // A ramp of 256 frames.
            let part = Float(max(0, min(frame - 699, 256))) / 256
            level += (1 - level) * part
          }
          expected += sample(input, frame) * Self.inputVolumes[input] * level
        }
        expected *= Self.outputVolumes[output] * 0.5
        try #require(abs(samples[output][frame] - expected) < 1e-6)
      }
    }
    #expect(try render([1, 699, 1, 299, 7, 993], changeAt: 700) == samples)
    #expect(try render([64, 512, 512, 512, 400], changeAt: 700) == samples)
  }

  @Test("all volumes are 0 at first, and a channel that is off is silent")
  func silence() throws {
    let unit = try mixer()
    #expect(unit.setSource(UnitSourceFixture.noise()) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    #expect(unit.render(64).samples.allSatisfy { $0.allSatisfy { $0 == 0 } })
    setAllVolumes(unit)
    #expect(unit.render(512, at: 64).samples.allSatisfy { $0.contains { $0 != 0 } })
    let enable = kMatrixMixerParam_Enable
    #expect(AudioUnitSetParameter(unit.unit, enable, kAudioUnitScope_Output, 1, 0, 0) == noErr)
    var samples = unit.render(512, at: 576).samples
    #expect(samples[0].suffix(200).contains { $0 != 0 })
    #expect(samples[1].suffix(200).allSatisfy { $0 == 0 })
    #expect(volume(unit, kAudioUnitScope_Output, 1) == 0.75)
    #expect(AudioUnitSetParameter(unit.unit, enable, kAudioUnitScope_Output, 1, 1, 0) == noErr)
    #expect(AudioUnitSetParameter(unit.unit, enable, kAudioUnitScope_Input, 0, 0, 0) == noErr)
    samples = unit.render(512, at: 1_088).samples
    #expect(samples.allSatisfy { $0.suffix(200).allSatisfy { $0 == 0 } })
  }

  @Test("a source that comes later starts with the levels of that time")
  func laterSource() throws {
    let unit = try mixer()
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    #expect(unit.render(64).status == noErr)
    setAllVolumes(unit)
    #expect(unit.render(256, at: 64).status == noErr)
    #expect(unit.setSource(UnitSourceFixture(samples: { _, _ in 1 })) == noErr)
    #expect(unit.render(4, at: 320).samples[0] == Array(repeating: 0.5 * 0.1 * 0.5, count: 4))
  }

  @Test("the matrix can be read and set as a whole")
  func matrix() throws {
    let unit = try mixer()
    let dimensions = unit.get(kAudioUnitProperty_MatrixDimensions, SIMD2<UInt32>())
    #expect(dimensions.status == noErr && dimensions.value[0] == 3 && dimensions.value[1] == 3)
    setAllVolumes(unit)
    var expected: [Float] = []
    for input in 0..<3 {
      expected += (0..<3).map { crosspoint(input, $0) } + [Self.inputVolumes[input]]
    }
    expected += Self.outputVolumes + [0.5]
    var levels = [Float](repeating: .nan, count: 16)
    var size = UInt32(64)
    let property = kAudioUnitProperty_MatrixLevels
    #expect(AudioUnitGetProperty(unit.unit, property, 0, 0, &levels, &size) == noErr)
    #expect(size == 64 && levels == expected)
    levels = (0..<16).map { Float($0) / 16 }
    #expect(AudioUnitSetProperty(unit.unit, property, 0, 0, levels, 64) == noErr)
    #expect(volume(unit, kAudioUnitScope_Global, 1 << 16 | 2) == 0.375)
    #expect(volume(unit, kAudioUnitScope_Input, 2) == 0.6875)
    #expect(volume(unit, kAudioUnitScope_Output, 1) == 0.8125)
    #expect(volume(unit, kAudioUnitScope_Global, 0xFFFF_FFFF) == 0.9375)
    #expect(
      AudioUnitSetProperty(unit.unit, property, 0, 0, levels, 60)
        == kAudioUnitErr_InvalidPropertyValue)
    levels[3] = .nan
    #expect(
      AudioUnitSetProperty(unit.unit, property, 0, 0, levels, 64)
        == kAudioUnitErr_InvalidPropertyValue)
    #expect(volume(unit, kAudioUnitScope_Input, 0) == 0.1875)
  }

  @Test("elements beyond the channels, and too many channels, are refused")
  func limits() throws {
    let unit = try mixer()
    let invalid = kAudioUnitErr_InvalidElement
    #expect(setVolume(unit, kAudioUnitScope_Input, 2, 1) == noErr)
    for element in [3, 64, .max] as [UInt32] {
      #expect(setVolume(unit, kAudioUnitScope_Input, element, 1) == invalid)
      #expect(setVolume(unit, kAudioUnitScope_Output, element, 1) == invalid)
    }
    for element in [3, 3 << 16, 64, 64 << 16, 0xFFFF, 0xFFFF_0000] as [UInt32] {
      #expect(setVolume(unit, kAudioUnitScope_Global, element, 1) == invalid)
    }
    let count = kAudioUnitProperty_ElementCount
    for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
      #expect(unit.set(count, UInt32(65), scope) == kAudioUnitErr_InvalidPropertyValue)
    }
    #expect(unit.setFormat(UnitFormats.float(44_100, 62), kAudioUnitScope_Input, 1) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    #expect(AudioUnitUninitialize(unit.unit) == noErr)
    #expect(unit.setFormat(UnitFormats.float(44_100, 64), kAudioUnitScope_Input, 1) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == kAudioUnitErr_FormatNotSupported)
    #expect(unit.setFormat(UnitFormats.float(44_100, 2), kAudioUnitScope_Input, 1) == noErr)
    #expect(unit.setFormat(UnitFormats.float(48_000, 1), kAudioUnitScope_Output, 1) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == kAudioUnitErr_FormatNotSupported)
  }
}
