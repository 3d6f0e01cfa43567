import AudioToolbox
import Foundation
import Testing

/// The matrix reverb, by its responses to an impulse.
struct MatrixReverbTests {
  private func response(
    _ parameters: [(AudioUnitParameterID, Float)] = [], preset: Int32? = nil, blocks: [Int]? = nil
  ) throws -> [[Float]] {
    let source = UnitSourceFixture(samples: { frame, _ in frame == 0 ? 1 : 0 })
    let unit = try TestUnit.effect(kAudioUnitSubType_MatrixReverb, parameters, source)
    if let preset {
      let chosen = AUPreset(presetNumber: preset, presetName: nil)
      #expect(unit.set(kAudioUnitProperty_PresentPreset, chosen) == noErr)
    }
    return unit.render(blocks: blocks ?? Array(repeating: 1_000, count: 88))
  }

  private func energy(_ samples: [[Float]], _ range: Range<Int>) -> Float {
    samples[0][range].reduce(0) { $0 + $1 * $1 }
  }

  @Test("the pre-delay comes first, and a larger room sounds longer")
  func rooms() throws {
    let small = try response([(kReverbParam_SmallLargeMix, 0), (kReverbParam_PreDelay, 0.02)])
    #expect(small[0][..<880].allSatisfy { $0 == 0 })
    #expect(energy(small, 880..<4_000) > 0.001)
    #expect(small[0] != small[1])
    let large = try response([(kReverbParam_SmallLargeMix, 100), (kReverbParam_PreDelay, 0.02)])
    let late = 30_000..<60_000
    #expect(energy(large, late) > 100 * energy(small, late))
    let larger = try response([(kReverbParam_SmallLargeMix, 100), (kReverbParam_LargeSize, 0.15)])
    #expect(energy(larger, late) > 10 * energy(large, late))
    let dry = try response([(kReverbParam_DryWetMix, 0)])
    #expect(dry[0] == (0..<88_000).map { $0 == 0 ? 1 : 0 })
  }

  @Test("each other parameter changes the sound")
  func parameters() throws {
    let usual: [(AudioUnitParameterID, Float)] = [
      (kReverbParam_FilterEnable, 1), (kReverbParam_FilterGain, 12),
    ]
    let blocks = Array(repeating: 1_000, count: 20)
    let plain = try response(usual, blocks: blocks)
    let changes: [(AudioUnitParameterID, Float)] = [
      (kReverbParam_SmallSize, 0.04), (kReverbParam_LargeDelay, 0.002),
      (kReverbParam_SmallDensity, 0.9), (kReverbParam_LargeDensity, 0.1),
      (kReverbParam_LargeDelayRange, 0.9), (kReverbParam_SmallDelayRange, 0.1),
      (kReverbParam_SmallBrightness, 0.1), (kReverbParam_LargeBrightness, 0.1),
      (kReverbParam_ModulationRate, 0.1), (kReverbParam_ModulationDepth, 0.9),
      (kReverbParam_FilterFrequency, 4_000), (kReverbParam_FilterBandwidth, 0.3),
      (kReverbParam_FilterGain, -12), (kReverbParam_FilterType, 1), (kReverbParam_FilterEnable, 0),
    ]
    for change in changes {
      let other = try response(usual + [change], blocks: blocks)
      #expect(other != plain, "parameter \(change.0)")
      #expect(other.allSatisfy { $0.allSatisfy { abs($0) < 10 } })
    }
  }

  @Test("thirteen presets are rooms, and the cathedral sounds longest")
  func presets() throws {
    let late = 40_000..<80_000
    let energies = try (0..<13).map { energy(try response(preset: Int32($0)), late) }
    #expect(energies.indices.max { energies[$0] < energies[$1] } == 8)
    #expect(energies.allSatisfy { $0.isFinite })
    let unit = try TestUnit(kAudioUnitSubType_MatrixReverb, type: kAudioUnitType_Effect)
    let none = AUPreset(presetNumber: 13, presetName: nil)
    #expect(
      unit.set(kAudioUnitProperty_PresentPreset, none) == kAudioUnitErr_InvalidPropertyValue)
  }
}
