import AudioToolbox
import Foundation
import Testing

/// The mixers that place their inputs, compared with the laws of levels.
struct SpatialMixerTests {
  private static let mixers = [kAudioUnitSubType_3DMixer, kAudioUnitSubType_SpatialMixer]

  /// A mixer with one input.
  private func mixer(
    _ subType: OSType, channels: UInt32 = 1,
    _ source: UnitSourceFixture = UnitSourceFixture(samples: { _, _ in 1 })
  ) throws -> TestUnit {
    let unit = try TestUnit(subType, type: kAudioUnitType_Mixer)
    #expect(unit.setFormat(UnitFormats.float(44_100, channels)) == noErr)
    #expect(unit.setSource(source) == noErr)
    return unit
  }

  private func set(
    _ unit: TestUnit, _ parameter: AudioUnitParameterID, _ value: Float,
    _ scope: AudioUnitScope = kAudioUnitScope_Input, at offset: UInt32 = 0
  ) {
    #expect(AudioUnitSetParameter(unit.unit, parameter, scope, 0, value, offset) == noErr)
  }

  /// The last frame of a new rendering, which is the levels for a source of ones.
  private func levels(_ unit: TestUnit) -> [Float] {
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    let samples = unit.render(512).samples.map { $0.last ?? .nan }
    #expect(AudioUnitUninitialize(unit.unit) == noErr)
    return samples
  }

  private func expect(_ levels: [Float], _ left: Float, _ right: Float) {
    #expect(levels.count == 2)
    #expect(abs(levels[0] - left) < 1e-5 && abs(levels[1] - right) < 1e-5, "\(levels)")
  }

  private let half = Float(0.5).squareRoot()

  @Test(
    "the azimuth pans with equal power, and the back counts as the front",
    arguments: mixers, [-180, -135, -90, -45, 0, 30, 60, 90, 150] as [Float])
  func azimuth(_ subType: OSType, _ azimuth: Float) throws {
    let unit = try mixer(subType)
    set(unit, kSpatialMixerParam_Azimuth, azimuth)
    let front = abs(azimuth) > 90 ? (azimuth < 0 ? -180 : 180) - azimuth : azimuth
    let angle = (front + 90) / 180 * .pi / 2
    expect(levels(unit), cosf(angle), sinf(angle))
  }

  @Test("the elevation moves a place towards the middle, and the head turns")
  func elevation() throws {
    let unit = try mixer(kAudioUnitSubType_SpatialMixer)
    set(unit, kSpatialMixerParam_Azimuth, 90)
    set(unit, kSpatialMixerParam_Elevation, 90)
    expect(levels(unit), half, half)
    set(unit, kSpatialMixerParam_Azimuth, 0)
    set(unit, kSpatialMixerParam_Elevation, 0)
    set(unit, kSpatialMixerParam_HeadYaw, 90, kAudioUnitScope_Global)
    expect(levels(unit), 1, 0)
    set(unit, kSpatialMixerParam_HeadYaw, -90, kAudioUnitScope_Global)
    expect(levels(unit), 0, 1)
  }

  @Test(
    "the level falls along the curve between both distances", arguments: mixers,
    [0, 1, 2, 3] as [UInt32])
  func distance(_ subType: OSType, _ curve: UInt32) throws {
    let unit = try mixer(subType)
    let input = kAudioUnitScope_Input
    let between = MixerDistanceParams(mReferenceDistance: 2, mMaxDistance: 8, mMaxAttenuation: 20)
    #expect(unit.set(kAudioUnitProperty_SpatialMixerDistanceParams, between, input) == noErr)
    #expect(unit.set(kAudioUnitProperty_SpatialMixerAttenuationCurve, curve, input) == noErr)
    // At 4, the middle in octaves and a third in metres.
    let middle: Float = [powf(0.1, 0.5), powf(0.1, 1 / 3), 1 / (1 + 9 / 3), 1 - 0.9 / 3][Int(curve)]
    let levelsAtDistances: [(Float, Float)] = [
      (0, 1), (1, 1), (2, 1), (4, middle), (8, 0.1), (100, 0.1),
    ]
    for (distance, level) in levelsAtDistances {
      set(unit, kSpatialMixerParam_Distance, distance)
      expect(levels(unit), level * half, level * half)
    }
    #expect(unit.set(kAudioUnitProperty_SpatialMixerRenderingFlags, UInt32(0), input) == noErr)
    expect(levels(unit), half, half)
  }

  @Test("a new mixer halves the level for each doubling of the distance, within its limits")
  func limits() throws {
    let unit = try mixer(kAudioUnitSubType_3DMixer)
    set(unit, k3DMixerParam_Distance, 8)
    expect(levels(unit), half / 8, half / 8)
    set(unit, k3DMixerParam_MinGain, 0.25)
    expect(levels(unit), half / 4, half / 4)
    set(unit, k3DMixerParam_Distance, 1)
    set(unit, k3DMixerParam_MaxGain, 0.5)
    expect(levels(unit), half / 2, half / 2)
    let decibels = try mixer(kAudioUnitSubType_SpatialMixer)
    set(decibels, kSpatialMixerParam_Distance, 100)
    set(decibels, kSpatialMixerParam_MinGain, -20)
    expect(levels(decibels), half / 10, half / 10)
  }

  @Test("gain, occlusion and obstruction multiply, and an input that is off is silent")
  func gains() throws {
    let unit = try mixer(kAudioUnitSubType_3DMixer)
    set(unit, k3DMixerParam_Gain, 6)
    set(unit, k3DMixerParam_OcclusionAttenuation, -10)
    set(unit, k3DMixerParam_ObstructionAttenuation, -16)
    expect(levels(unit), 0.1 * half, 0.1 * half)
    set(unit, k3DMixerParam_BusEnable, 0)
    expect(levels(unit), 0, 0)
  }

  @Test("two channels pass unchanged, unless they are one source")
  func stereo() throws {
    let input = kAudioUnitScope_Input
    let source = UnitSourceFixture(samples: { _, channel in channel == 0 ? 1 : 0.5 })
    let unit = try mixer(kAudioUnitSubType_SpatialMixer, channels: 2, source)
    set(unit, kSpatialMixerParam_Azimuth, 90)
    expect(levels(unit), 1, 0.5)
    #expect(unit.set(kAudioUnitProperty_SpatialMixerSourceMode, UInt32(2), input) == noErr)
    expect(levels(unit), 0, 0.75)
    #expect(unit.set(kAudioUnitProperty_SpatializationAlgorithm, UInt32(5), input) == noErr)
    expect(levels(unit), 1, 0.5)
    let mono = try mixer(kAudioUnitSubType_SpatialMixer)
    set(mono, kSpatialMixerParam_Azimuth, 90)
    #expect(mono.set(kAudioUnitProperty_SpatialMixerSourceMode, UInt32(1), input) == noErr)
    expect(levels(mono), 1, 1)
  }

  // MARK: The reverb

  /// The response to an impulse.
  private func response(_ change: (TestUnit) -> Void) throws -> [[Float]] {
    let unit = try mixer(
      kAudioUnitSubType_3DMixer, UnitSourceFixture(samples: { frame, _ in frame == 0 ? 1 : 0 }))
    change(unit)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    return unit.render(blocks: Array(repeating: 1_000, count: 44))
  }

  @Test("the blend moves sound to the reverb, which has a room and a gain")
  func reverb() throws {
    let dry = try response { _ in }
    #expect(dry.allSatisfy { $0.dropFirst().allSatisfy { $0 == 0 } })
    let wet = try response { set($0, k3DMixerParam_ReverbBlend, 100) }
    #expect(wet.allSatisfy { $0[0] == 0 && $0.contains { $0 != 0 } })
    let louder = try response {
      set($0, k3DMixerParam_ReverbBlend, 100)
      set($0, k3DMixerParam_GlobalReverbGain, 20, kAudioUnitScope_Global)
    }
    for channel in 0..<2 {
      #expect(zip(wet[channel], louder[channel]).allSatisfy { abs($0 * 10 - $1) < 1e-4 })
    }
    let cathedral = try response {
      set($0, k3DMixerParam_ReverbBlend, 100)
      #expect($0.set(kAudioUnitProperty_ReverbRoomType, UInt32(8)) == noErr)
      #expect($0.get(kAudioUnitProperty_ReverbPreset, UInt32(0)) == (noErr, 8))
    }
    func late(_ samples: [[Float]]) -> Float {
      samples[0].suffix(10_000).reduce(0) { $0 + $1 * $1 }
    }
    #expect(late(cathedral) > 100 * late(wet))
    let off = try response {
      set($0, k3DMixerParam_ReverbBlend, 100)
      #expect($0.set(kAudioUnitProperty_UsesInternalReverb, UInt32(0)) == noErr)
    }
    #expect(off == dry)
  }

  @Test(
    "the ears of a head hear a sound at the side differently", arguments: mixers,
    [1, 2, 6] as [UInt32])
  func head(_ subType: OSType, _ algorithm: UInt32) throws {
    let unit = try mixer(
      subType, UnitSourceFixture(samples: { frame, _ in frame == 0 ? 1 : 0 }))
    let input = kAudioUnitScope_Input
    #expect(unit.set(kAudioUnitProperty_SpatializationAlgorithm, algorithm, input) == noErr)
    set(unit, kSpatialMixerParam_Azimuth, 90)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    let ears = unit.render(512).samples
    let energies = ears.map { $0.reduce(0) { $0 + $1 * $1 } }
    let peaks = ears.map { ear in ear.indices.max { abs(ear[$0]) < abs(ear[$1]) } ?? 0 }
    #expect(energies[1] > 4 * energies[0] && energies[0] > 0.001)
    #expect((20...45).contains(peaks[0] - peaks[1]))
  }

  @Test(
    "any division into blocks gives the same bits, even with scheduled changes",
    arguments: [kSpatialMixerParam_Azimuth, kSpatialMixerParam_ReverbBlend], [0, 1] as [UInt32])
  func division(_ parameter: AudioUnitParameterID, _ algorithm: UInt32) throws {
    func render(_ blocks: [Int]) throws -> [[Float]] {
      let unit = try mixer(kAudioUnitSubType_SpatialMixer, .noise())
      let input = kAudioUnitScope_Input
      #expect(unit.set(kAudioUnitProperty_SpatializationAlgorithm, algorithm, input) == noErr)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      var (frame, samples): (Int, [[Float]]) = (0, [[], []])
      if parameter != kSpatialMixerParam_Azimuth { set(unit, kSpatialMixerParam_ReverbBlend, 10) }
      for count in blocks {
        if (frame..<frame + count).contains(700) {
          set(unit, parameter, 40, at: UInt32(700 - frame))
        }
        let result = unit.render(count, at: Double(frame))
        for channel in 0..<2 { samples[channel] += result.samples[channel] }
        frame += count
      }
      return samples
    }
    let whole = try render([1_100, 1_100])
    #expect(whole[0] != whole[1])
    #expect(try render([1, 699, 1, 1_000, 499]) == whole)
    #expect(try render([64, 512, 512, 512, 512, 88]) == whole)
  }

  @Test("values that the mixers do not have are refused")
  func refusals() throws {
    let unit = try mixer(kAudioUnitSubType_3DMixer)
    let (input, invalid) = (kAudioUnitScope_Input, kAudioUnitErr_InvalidPropertyValue)
    let doppler = AU3DMixerRenderingFlags.k3DMixerRenderingFlags_DopplerShift.rawValue
    #expect(unit.set(kAudioUnitProperty_3DMixerRenderingFlags, doppler, input) == invalid)
    #expect(unit.set(kAudioUnitProperty_SpatializationAlgorithm, UInt32(8), input) == invalid)
    #expect(unit.set(kAudioUnitProperty_3DMixerAttenuationCurve, UInt32(4), input) == invalid)
    #expect(unit.set(kAudioUnitProperty_ReverbPreset, UInt32(13)) == invalid)
    for bad in [-1, .nan, .infinity] as [Float] {
      let distances = MixerDistanceParams(
        mReferenceDistance: 1, mMaxDistance: bad, mMaxAttenuation: 20)
      #expect(unit.set(kAudioUnitProperty_3DMixerDistanceParams, distances, input) == invalid)
    }
    #expect(
      unit.set(kAudioUnitProperty_SpatializationAlgorithm, UInt32(0), input, 8)
        == kAudioUnitErr_InvalidElement)
    #expect(
      unit.set(kAudioUnitProperty_SpatializationAlgorithm, UInt32(0))
        == kAudioUnitErr_InvalidScope)
    for scope in [input, kAudioUnitScope_Output] {
      #expect(
        unit.setFormat(UnitFormats.float(44_100, 3), scope) == kAudioUnitErr_FormatNotSupported)
    }
    #expect(
      AudioUnitSetParameter(unit.unit, k3DMixerParam_PlaybackRate, input, 0, 1, 0)
        == kAudioUnitErr_InvalidParameter)
  }
}
