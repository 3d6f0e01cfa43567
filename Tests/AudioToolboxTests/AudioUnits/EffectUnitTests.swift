import AudioToolbox
import Foundation
import Testing

/// Effects, compared with plain loops.
struct EffectUnitTests {
  /// A filter, its parameters, and the coefficients of the W3C's cookbook: b0, b1, b2, a0, a1, a2.
  struct Filter: CustomStringConvertible {
    var description: String
    var subType: OSType
    var parameters: [(AudioUnitParameterID, Float)]
    var coefficients: [Double]

    init(
      _ description: String, _ subType: OSType, _ parameters: [Float],
      frequency: Double, alpha: (Double) -> Double,
      _ coefficients: (_ cosine: Double, _ alpha: Double) -> [Double]
    ) {
      self.description = description
      self.subType = subType
      self.parameters = parameters.enumerated().map { (AudioUnitParameterID($0), $1) }
      let angle = 2 * Double.pi * frequency / 44_100
      self.coefficients = coefficients(cos(angle), alpha(angle))
    }

    /// The filtered samples, by a loop.
    func filtered(_ input: [Float]) -> [Float] {
      let c = coefficients.map { $0 / coefficients[3] }
      var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
      return input.map { sample in
        let x = Double(sample)
        let y = c[0] * x + c[1] * x1 + c[2] * x2 - c[4] * y1 - c[5] * y2
        (x2, x1, y2, y1) = (x1, x, y1, y)
        return Float(y)
      }
    }
  }

  private static func shelf(
    _ amplitude: Double, sign: Double
  ) -> (Double, Double) -> [Double] {
    { cosine, alpha in
      let root = 2 * amplitude.squareRoot() * alpha
      let (sum, difference) = (amplitude + 1, amplitude - 1)
      return [
        amplitude * (sum - sign * difference * cosine + root),
        sign * 2 * amplitude * (difference - sign * sum * cosine),
        amplitude * (sum - sign * difference * cosine - root),
        sum + sign * difference * cosine + root,
        sign * -2 * (difference + sign * sum * cosine),
        sum + sign * difference * cosine - root,
      ]
    }
  }

  static let filters: [Filter] = [
    Filter(
      "low pass", kAudioUnitSubType_LowPassFilter, [1_000, 6], frequency: 1_000,
      alpha: { sin($0) / (2 * pow(10, 6.0 / 20)) }
    ) { [(1 - $0) / 2, 1 - $0, (1 - $0) / 2, 1 + $1, -2 * $0, 1 - $1] },
    Filter(
      "high pass", kAudioUnitSubType_HighPassFilter, [3_000, -3], frequency: 3_000,
      alpha: { sin($0) / (2 * pow(10, -3.0 / 20)) }
    ) { [(1 + $0) / 2, -1 - $0, (1 + $0) / 2, 1 + $1, -2 * $0, 1 - $1] },
    Filter(
      "band pass", kAudioUnitSubType_BandPassFilter, [2_000, 2_400], frequency: 2_000,
      alpha: { sin($0) * sinh(log(2) / 2 * 2 * $0 / sin($0)) }
    ) { [$1, 0, -$1, 1 + $1, -2 * $0, 1 - $1] },
    Filter(
      "parametric", kAudioUnitSubType_ParametricEQ, [4_000, 2, 12], frequency: 4_000,
      alpha: { sin($0) / 4 }
    ) { cosine, alpha in
      let amplitude = pow(10, 12.0 / 40)
      return [
        1 + alpha * amplitude, -2 * cosine, 1 - alpha * amplitude, 1 + alpha / amplitude,
        -2 * cosine, 1 - alpha / amplitude,
      ]
    },
    Filter(
      "low shelf", kAudioUnitSubType_LowShelfFilter, [150, 30], frequency: 150,
      alpha: { sin($0) / 2 * 2.0.squareRoot() }, shelf(pow(10, 30.0 / 40), sign: 1)),
    Filter(
      "high shelf", kAudioUnitSubType_HighShelfFilter, [12_000, -20], frequency: 12_000,
      alpha: { sin($0) / 2 * 2.0.squareRoot() }, shelf(pow(10, -20.0 / 40), sign: -1)),
  ]

  private func effect(
    _ subType: OSType, _ parameters: [(AudioUnitParameterID, Float)], channels: UInt32 = 1
  ) throws -> TestUnit {
    let unit = try TestUnit(subType, type: kAudioUnitType_Effect)
    #expect(unit.setFormat(UnitFormats.float(44_100, channels)) == noErr)
    for (parameter, value) in parameters {
      #expect(AudioUnitSetParameter(unit.unit, parameter, 0, 0, value, 0) == noErr)
    }
    return unit
  }

  @Test("a filter has the response of the W3C's cookbook", arguments: filters)
  func filter(_ filter: Filter) throws {
    let unit = try effect(filter.subType, filter.parameters)
    let source = UnitSourceFixture.noise()
    #expect(unit.setSource(source) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    let input = (0..<2_000).map { UnitSourceFixture.noiseSample(0, $0, 0) }
    let expected = filter.filtered(input)
    let samples = unit.render(blocks: [1_000, 1_000], channels: 1)[0]
    let peak = expected.map { abs($0) }.max() ?? 0
    let difference = zip(samples, expected).map { abs($0 - $1) }.max() ?? 1
    #expect(difference < 1e-6 * max(1, peak))
    // Bypassed, frames pass unchanged once the ramp to that is over.
    #expect(unit.set(kAudioUnitProperty_BypassEffect, UInt32(1)) == noErr)
    #expect(unit.get(kAudioUnitProperty_BypassEffect, UInt32(0)) == (noErr, 1))
    let bypassed = unit.render(blocks: [1_000, 500], channels: 1)[0]
    #expect(
      bypassed.suffix(500) == (3_000..<3_500).map { UnitSourceFixture.noiseSample(0, $0, 0) }[...])
  }

  @Test(
    "any division into blocks gives the same bits, even with scheduled changes",
    arguments: [
      (kAudioUnitSubType_LowPassFilter, kLowPassParam_Resonance),
      (kAudioUnitSubType_ParametricEQ, kParametricEQParam_Gain),
      (kAudioUnitSubType_Delay, kDelayParam_Feedback),
      (kAudioUnitSubType_NBandEQ, kAUNBandEQParam_GlobalGain),
    ])
  func division(_ subType: OSType, _ parameter: AudioUnitParameterID) throws {
    func render(_ blocks: [Int]) throws -> [[Float]] {
      let unit = try effect(
        subType, [(1, 0.01)].filter { _ in subType == kAudioUnitSubType_Delay },
        channels: 2)
      let source = UnitSourceFixture.noise()
      #expect(unit.setSource(source) == noErr)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      // A change at frame 700.
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

  @Test("a delay delays, and a reset clears it")
  func delay() throws {
    let seconds = Float(100.0 / 44_100)
    let unit = try effect(
      kAudioUnitSubType_Delay,
      [(kDelayParam_WetDryMix, 100), (kDelayParam_DelayTime, seconds), (kDelayParam_Feedback, 0)])
    let source = UnitSourceFixture(samples: { frame, _ in frame % 200 == 0 ? 1 : 0 })
    #expect(unit.setSource(source) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    let samples = unit.render(blocks: [150], channels: 1)[0]
    #expect(samples == (0..<150).map { $0 == 100 ? 1 : 0 })
    #expect(unit.render(blocks: [60], channels: 1)[0].allSatisfy { $0 == 0 })
    #expect(AudioUnitReset(unit.unit, kAudioUnitScope_Global, 0) == noErr)
    #expect(unit.render(blocks: [150], channels: 1)[0].allSatisfy { $0 == 0 })
    #expect(unit.get(kAudioUnitProperty_TailTime, 0.0).value > 0)
  }

  @Test("scheduled changes and ramps take effect at their frames")
  func schedule() throws {
    let unit = try effect(
      kAudioUnitSubType_Delay,
      [(kDelayParam_WetDryMix, 0), (kDelayParam_DelayTime, 2)])
    let source = UnitSourceFixture(samples: { _, _ in 1 })
    #expect(unit.setSource(source) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    func event(_ offset: UInt32, _ value: Float) -> AudioUnitParameterEvent {
      var event = AudioUnitParameterEvent()
      event.parameter = kDelayParam_WetDryMix
      event.eventType = .parameterEvent_Immediate
      event.eventValues.immediate.bufferOffset = offset
      event.eventValues.immediate.value = value
      return event
    }
    let events = [event(100, 100), event(101, 50)]
    #expect(AudioUnitScheduleParameters(unit.unit, events, 2) == noErr)
    let samples = unit.render(blocks: [150], channels: 1)[0]
    #expect(samples == (0..<150).map { $0 < 100 ? 1 : $0 == 100 ? 0 : 0.5 })
    var value: Float = 0
    AudioUnitGetParameter(unit.unit, kDelayParam_WetDryMix, 0, 0, &value)
    #expect(value == 50)
    var ramp = AudioUnitParameterEvent()
    ramp.parameter = kDelayParam_WetDryMix
    ramp.eventType = .parameterEvent_Ramped
    ramp.eventValues.ramp.startBufferOffset = 10
    ramp.eventValues.ramp.durationInFrames = 64
    ramp.eventValues.ramp.startValue = 0
    ramp.eventValues.ramp.endValue = 100
    #expect(AudioUnitScheduleParameters(unit.unit, &ramp, 1) == noErr)
    let ramped = unit.render(blocks: [100], channels: 1)[0]
    #expect(
      ramped == (0..<100).map { $0 < 10 ? 0.5 : $0 < 42 ? 1 : $0 < 74 ? 0.5 : 0 })
    ramp.parameter = 77
    #expect(AudioUnitScheduleParameters(unit.unit, &ramp, 1) == kAudioUnitErr_InvalidParameter)
  }

  @Test("an effect needs equal formats, and follows its input")
  func formats() throws {
    let unit = try TestUnit(kAudioUnitSubType_LowPassFilter, type: kAudioUnitType_Effect)
    #expect(unit.setFormat(UnitFormats.float(22_050, 1)) == noErr)
    let (_, info) = unit.get(
      kAudioUnitProperty_ParameterInfo, AudioUnitParameterInfo(), kAudioUnitScope_Global,
      kLowPassParam_CutoffFrequency)
    #expect(info.cfNameString?.takeRetainedValue() as String? == "cutoff frequency")
    #expect(info.maxValue == 11_025 && info.minValue == 10 && info.unit == .hertz)
    #expect(info.defaultValue == 6_900)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    #expect(unit.render(16, channels: 1).status == kAudioUnitErr_NoConnection)
    #expect(AudioUnitUninitialize(unit.unit) == noErr)
    #expect(unit.setFormat(UnitFormats.float(22_050, 2), kAudioUnitScope_Output) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == kAudioUnitErr_FormatNotSupported)
  }
}
