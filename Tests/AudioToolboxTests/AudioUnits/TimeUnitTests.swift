import AudioToolbox
import Foundation
import Testing

/// The units that change the rate and the pitch.
struct TimeUnitTests {
  private func unit(
    _ subType: OSType, _ parameters: [(AudioUnitParameterID, Float)], _ source: UnitSourceFixture
  ) throws -> TestUnit {
    let unit = try TestUnit(subType, type: kAudioUnitType_FormatConverter)
    #expect(unit.setFormat(UnitFormats.float(44_100, 1)) == noErr)
    for (parameter, value) in parameters {
      #expect(AudioUnitSetParameter(unit.unit, parameter, 0, 0, value, 0) == noErr)
    }
    #expect(unit.setSource(source) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    return unit
  }

  private static func sine(_ frequency: Double) -> UnitSourceFixture {
    UnitSourceFixture(samples: { frame, _ in
      Float(0.5 * sin(2 * .pi * frequency * Double(frame) / 44_100))
    })
  }

  /// The frequency of a sine, from its rising zeros.
  private func frequency(_ samples: ArraySlice<Float>) -> Double {
    var zeros: [Double] = []
    for index in samples.indices.dropFirst() where samples[index - 1] < 0 && samples[index] >= 0 {
      let part = Double(samples[index - 1] / (samples[index - 1] - samples[index]))
      zeros.append(Double(index - 1) + part)
    }
    guard let first = zeros.first, let last = zeros.last, zeros.count > 1 else { return 0 }
    return Double(zeros.count - 1) * 44_100 / (last - first)
  }

  @Test("varispeed changes rate and pitch together", arguments: [0.5, 1, 1.5, 2] as [Float])
  func varispeed(_ rate: Float) throws {
    let source = Self.sine(440)
    let unit = try unit(
      kAudioUnitSubType_Varispeed, [(kVarispeedParam_PlaybackRate, rate)], source)
    let samples = unit.render(blocks: Array(repeating: 512, count: 40), channels: 1)[0]
    #expect(abs(frequency(samples[2_000...]) - 440 * Double(rate)) < 0.5)
    let taken = source.counts.reduce(0, +)
    #expect(abs(Double(taken) - 20_480 * Double(rate)) < 200)
  }

  @Test("the rate and the cents of varispeed are one setting")
  func cents() throws {
    let unit = try unit(kAudioUnitSubType_Varispeed, [], Self.sine(440))
    func set(_ parameter: AudioUnitParameterID, _ value: Float) {
      #expect(AudioUnitSetParameter(unit.unit, parameter, 0, 0, value, 0) == noErr)
    }
    set(kVarispeedParam_PlaybackCents, 1_200)
    #expect(unit.value(kVarispeedParam_PlaybackRate) == 2)
    set(kVarispeedParam_PlaybackRate, 0.5)
    #expect(unit.value(kVarispeedParam_PlaybackCents) == -1_200)
    let samples = unit.render(blocks: Array(repeating: 512, count: 40), channels: 1)[0]
    #expect(abs(frequency(samples[2_000...]) - 220) < 0.5)
  }

  @Test(
    "time-pitch changes rate and pitch apart",
    arguments: [kAudioUnitSubType_TimePitch, kAudioUnitSubType_NewTimePitch],
    [(0.5, 0), (2, 0), (1, 1_200), (1.5, -700)] as [(Float, Float)])
  func timePitch(_ subType: OSType, _ setting: (rate: Float, cents: Float)) throws {
    let source = Self.sine(440)
    let unit = try unit(
      subType,
      [(kNewTimePitchParam_Rate, setting.rate), (kNewTimePitchParam_Pitch, setting.cents)], source)
    let samples = unit.render(blocks: Array(repeating: 512, count: 80), channels: 1)[0]
    let expected = 440 * pow(2, Double(setting.cents) / 1_200)
    #expect(abs(frequency(samples[10_000..<40_000]) - expected) < expected * 0.01)
    let taken = source.counts.reduce(0, +)
    #expect(abs(Double(taken) - 40_960 * Double(setting.rate)) < 12_000)
  }

  @Test("no pull asks a source for more than the frames of a slice, and times follow each other")
  func pulls() throws {
    let source = Self.sine(440)
    let unit = try TestUnit(
      kAudioUnitSubType_NewTimePitch, type: kAudioUnitType_FormatConverter)
    #expect(unit.setFormat(UnitFormats.float(44_100, 1)) == noErr)
    #expect(unit.set(kAudioUnitProperty_MaximumFramesPerSlice, UInt32(512)) == noErr)
    #expect(AudioUnitSetParameter(unit.unit, kNewTimePitchParam_Rate, 0, 0, 8, 0) == noErr)
    #expect(unit.setSource(source) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    let samples = unit.render(blocks: Array(repeating: 512, count: 20), channels: 1)[0]
    #expect(samples.contains { abs($0) > 0.3 })
    #expect(source.counts.allSatisfy { $0 <= 512 })
    var next = source.times.first ?? 0
    for (time, count) in zip(source.times, source.counts) {
      #expect(time == next)
      next = time + Double(count)
    }
  }

  @Test("a bypassed unit plays at rate 1, also after a reset")
  func bypass() throws {
    let source = Self.sine(440)
    let unit = try unit(
      kAudioUnitSubType_Varispeed, [(kVarispeedParam_PlaybackRate, 2)], source)
    #expect(unit.set(kAudioUnitProperty_BypassEffect, UInt32(1)) == noErr)
    let samples = unit.render(blocks: Array(repeating: 512, count: 40), channels: 1)[0]
    #expect(abs(frequency(samples[2_000...]) - 440) < 0.5)
    #expect(AudioUnitReset(unit.unit, kAudioUnitScope_Global, 0) == noErr)
    #expect(unit.render(512, at: 20_480, channels: 1).status == noErr)
  }
}
