import AudioToolbox
import Foundation
import Testing

/// The distortion, compared with its formula.
struct DistortionUnitTests {
  private func unit(_ parameters: [AudioUnitParameterID: Float]) throws -> TestUnit {
    let unit = try TestUnit(kAudioUnitSubType_Distortion, type: kAudioUnitType_Effect)
    for (parameter, value) in parameters {
      #expect(
        AudioUnitSetParameter(unit.unit, parameter, kAudioUnitScope_Global, 0, value, 0) == noErr)
    }
    return unit
  }

  @Test("a soft clip is the hyperbolic tangent of the gain", arguments: [Float(50), 100])
  func softClip(_ mix: Float) throws {
    let source = UnitSourceFixture.noise()
    let unit = try unit([
      kDistortionParam_DelayMix: 0, kDistortionParam_DecimationMix: 0,
      kDistortionParam_PolynomialMix: 0, kDistortionParam_SoftClipGain: 12,
      kDistortionParam_FinalMix: mix,
    ])
    #expect(unit.setSource(source) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    // The first slice may contain ramps.
    _ = unit.render(1_024)
    let samples = unit.render(1_024, at: 1_024).samples
    let gain = powf(10, 12 / 20)
    for channel in 0..<2 {
      for index in 0..<1_024 {
        let dry = UnitSourceFixture.noiseSample(0, 1_024 + index, channel)
        let expected = dry + (tanhf(dry * gain) - dry) * mix / 100
        #expect(abs(samples[channel][index] - expected) < 1e-5)
      }
    }
  }

  @Test("values are limited, and the defaults are stated")
  func parameters() throws {
    let unit = try unit([kDistortionParam_Delay: 9_999])
    var value: Float = 0
    let global = kAudioUnitScope_Global
    #expect(
      AudioUnitGetParameter(unit.unit, kDistortionParam_Delay, global, 0, &value) == noErr)
    #expect(value == 500)
    for (parameter, expected) in [
      (kDistortionParam_Decay, Float(1)), (kDistortionParam_SoftClipGain, -6),
      (kDistortionParam_FinalMix, 50), (kDistortionParam_RingModFreq1, 100),
    ] {
      #expect(AudioUnitGetParameter(unit.unit, parameter, global, 0, &value) == noErr)
      #expect(value == expected)
    }
    #expect(unit.get(kAudioUnitProperty_TailTime, 0.0).value > 0.5)
  }
}
