import AudioToolbox
import Foundation
import Testing

/// The meters of mixers, for sources of constant level.
struct MixerMeterTests {
  private static let (input, output) = (kAudioUnitScope_Input, kAudioUnitScope_Output)

  private func value(
    _ unit: TestUnit, _ parameter: AudioUnitParameterID, _ scope: AudioUnitScope,
    _ element: AudioUnitElement = 0
  ) -> Float {
    var value = Float.nan
    #expect(AudioUnitGetParameter(unit.unit, parameter, scope, element, &value) == noErr)
    return value
  }

  /// Expects a level of a linear amplitude.
  private func expect(_ decibels: Float, _ level: Float, line: Int = #line) {
    #expect(abs(decibels - 20 * log10f(level)) < 0.1, "\(decibels) in line \(line)")
  }

  @Test(
    "the meters of a mixer show levels before and after its volumes",
    arguments: [kAudioUnitSubType_MultiChannelMixer, kAudioUnitSubType_StereoMixer])
  func levels(_ subType: OSType) throws {
    let unit = try TestUnit(subType, type: kAudioUnitType_Mixer)
    let source = UnitSourceFixture(samples: { _, channel in channel == 0 ? 0.5 : -0.25 })
    #expect(unit.setSource(source) == noErr)
    let (input, output) = (Self.input, Self.output)
    #expect(AudioUnitSetParameter(unit.unit, 0, input, 0, 0.5, 0) == noErr)
    #expect(AudioUnitSetParameter(unit.unit, 0, output, 0, 0.1, 0) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    let mode = kAudioUnitProperty_MeteringMode
    #expect(unit.get(mode, UInt32(9), input) == (noErr, 0))
    _ = unit.render(512)
    let average = kMultiChannelMixerParam_PreAveragePower
    #expect(value(unit, average, input) == -120)
    #expect(unit.set(mode, UInt32(1), input) == noErr)
    #expect(unit.set(mode, UInt32(1), output) == noErr)
    #expect(unit.get(mode, UInt32(9), input) == (noErr, 1))
    #expect(unit.get(mode, UInt32(9), input, 1) == (noErr, 0))
    _ = unit.render(blocks: Array(repeating: 1_000, count: 45))
    for (scope, before, after) in [(input, 0.5, 0.25), (output, 0.25, 0.025)]
      as [(AudioUnitScope, Float, Float)]
    {
      expect(value(unit, average, scope), before)
      expect(value(unit, kMultiChannelMixerParam_PrePeakHoldLevel, scope), before)
      expect(value(unit, kMultiChannelMixerParam_PostAveragePower, scope), after)
      expect(value(unit, kMultiChannelMixerParam_PostPeakHoldLevel, scope), after)
    }
    #expect(value(unit, average, input, 1) == -120)
    #expect(
      AudioUnitSetParameter(unit.unit, average, input, 0, 1, 0) == kAudioUnitErr_InvalidParameter)
    #expect(unit.set(mode, UInt32(1), input, 8) == kAudioUnitErr_InvalidElement)
    #expect(unit.set(mode, UInt32(0)) == noErr)
    #expect(value(unit, average, output) == -120)
  }

  @Test("a peak falls by 12 decibels in a second, and the mean falls sooner")
  func decay() throws {
    let unit = try TestUnit(kAudioUnitSubType_MultiChannelMixer, type: kAudioUnitType_Mixer)
    let source = UnitSourceFixture(samples: { frame, _ in frame < 44_100 ? 0.5 : 0 })
    #expect(unit.setSource(source) == noErr)
    #expect(unit.set(kAudioUnitProperty_MeteringMode, UInt32(1), Self.input) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    _ = unit.render(blocks: Array(repeating: 900, count: 98))
    expect(value(unit, kMultiChannelMixerParam_PrePeakHoldLevel, Self.input), 0.5 / 3.98)
    #expect(value(unit, kMultiChannelMixerParam_PreAveragePower, Self.input) < -40)
  }

  @Test("the meters of a matrix mixer are those of channels")
  func matrix() throws {
    let unit = try TestUnit(kAudioUnitSubType_MatrixMixer, type: kAudioUnitType_Mixer)
    let source = UnitSourceFixture(samples: { _, channel in channel == 0 ? 0.5 : 0.25 })
    #expect(unit.setSource(source) == noErr)
    let (input, output) = (Self.input, Self.output)
    let volumes: [(AudioUnitScope, AudioUnitElement, Float)] = [
      (kAudioUnitScope_Global, 0xFFFF_FFFF, 1), (input, 0, 0.5), (input, 1, 1),
      (output, 0, 0.5), (output, 1, 0), (kAudioUnitScope_Global, 0, 1),
      (kAudioUnitScope_Global, 0x1_0000, 1),
    ]
    for (scope, element, volume) in volumes {
      #expect(
        AudioUnitSetParameter(
          unit.unit, kMatrixMixerParam_Volume, scope, element, volume, 0) == noErr)
    }
    #expect(unit.set(kAudioUnitProperty_MeteringMode, UInt32(1)) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    _ = unit.render(blocks: Array(repeating: 1_000, count: 45))
    expect(value(unit, kMatrixMixerParam_PreAveragePower, input), 0.5)
    expect(value(unit, kMatrixMixerParam_PostPeakHoldLevel, input), 0.25)
    expect(value(unit, kMatrixMixerParam_PostAveragePower, input, 1), 0.25)
    #expect(
      abs(value(unit, kMatrixMixerParam_PreAveragePowerLinear, input, 1) - 0.25) < 0.01)
    expect(value(unit, kMatrixMixerParam_PreAveragePower, output), 0.5)
    expect(value(unit, kMatrixMixerParam_PostAveragePower, output), 0.25)
    #expect(value(unit, kMatrixMixerParam_PostPeakHoldLevelLinear, output, 1) == 0)
    #expect(value(unit, kMatrixMixerParam_PreAveragePower, output, 1) == -120)
  }
}
