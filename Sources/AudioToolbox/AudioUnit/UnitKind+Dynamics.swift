internal import AudioGraph
internal import AudioProcessing
internal import CoreAudioTypes
internal import Foundation

/// Dynamics, reverberation, and the delay by frames.
///
/// Ranges and initial values follow Apple's documentation of the parameters, but were not compared
/// with Apple's units.
extension UnitKind {
  static let dynamics = effect(
    kAudioUnitSubType_DynamicsProcessor, "AUDynamicsProcessor",
    [
      UnitParameter(kDynamicsProcessorParam_Threshold, "threshold", .decibels, -40...20, -20),
      UnitParameter(kDynamicsProcessorParam_HeadRoom, "head room", .decibels, 0.1...40, 5),
      UnitParameter(kDynamicsProcessorParam_ExpansionRatio, "expansion ratio", .rate, 1...50, 2),
      UnitParameter(
        kDynamicsProcessorParam_ExpansionThreshold, "expansion threshold", .decibels, -120...0,
        CompressorSettings.silence),
      UnitParameter(
        kDynamicsProcessorParam_AttackTime, "attack time", .seconds, 0.0001...0.2, 0.001),
      UnitParameter(
        kDynamicsProcessorParam_ReleaseTime, "release time", .seconds, 0.01...3, 0.05),
      UnitParameter(kDynamicsProcessorParam_OverallGain, "overall gain", .decibels, -40...40, 0),
      UnitParameter(
        kDynamicsProcessorParam_CompressionAmount, "compression amount", .decibels, 0...40, 0
      ).metered,
      level(kDynamicsProcessorParam_InputAmplitude, "input amplitude"),
      level(kDynamicsProcessorParam_OutputAmplitude, "output amplitude"),
    ]
  ) { DynamicsModel() }

  private static func level(_ identifier: AudioUnitParameterID, _ name: String) -> UnitParameter {
    let silence = CompressorSettings.silence
    return UnitParameter(identifier, name, .decibels, silence...40, silence).metered
  }

  static let limiter = effect(
    kAudioUnitSubType_PeakLimiter, "AUPeakLimiter",
    [
      UnitParameter(kLimiterParam_AttackTime, "attack time", .seconds, 0.001...0.03, 0.012),
      UnitParameter(kLimiterParam_DecayTime, "decay time", .seconds, 0.001...0.06, 0.024),
      UnitParameter(kLimiterParam_PreGain, "pre-gain", .decibels, -40...40, 0),
    ]
  ) { LimiterModel() }

  static let reverb = effect(
    kAudioUnitSubType_Reverb2, "AUReverb2",
    [
      UnitParameter(kReverb2Param_DryWetMix, "dry/wet mix", .equalPowerCrossfade, 0...100, 100),
      UnitParameter(kReverb2Param_Gain, "gain", .decibels, -20...20, 0),
      UnitParameter(kReverb2Param_MinDelayTime, "min delay time", .seconds, 0.0001...1, 0.008),
      UnitParameter(kReverb2Param_MaxDelayTime, "max delay time", .seconds, 0.0001...1, 0.05),
      UnitParameter(
        kReverb2Param_DecayTimeAt0Hz, "decay time at 0 Hz", .seconds, 0.001...20, 1),
      UnitParameter(
        kReverb2Param_DecayTimeAtNyquist, "decay time at Nyquist", .seconds, 0.001...20, 0.5),
      UnitParameter(
        kReverb2Param_RandomizeReflections, "randomize reflections", .indexed, 1...1_000, 1),
    ]
  ) { ReverbModel() }.with { $0.presets = ReverbModel.presets }

  static let sampleDelay = effect(
    kAudioUnitSubType_SampleDelay, "AUSampleDelay",
    [
      UnitParameter(
        kSampleDelayParam_DelayFrames, "delay frames", .sampleFrames, 0...UnitParameter.fullRate, 0)
    ]
  ) { SampleDelayModel() }
}

/// A compressor and expander.
private final class DynamicsModel: ProcessorModel {
  private let compressor = CompressorSettings()

  var settings: any EffectSettings { compressor }

  func makeProcessor(_ format: GraphFormat) -> any GraphProcessor { Compressor(compressor, format) }

  func set(_ parameter: AudioUnitParameterID, to value: Float) {
    // The numbers of the parameters and of the settings are the same.
    guard let number = CompressorSettings.Number(rawValue: Int(parameter)) else { return }
    compressor[number] = value
  }

  func measurement(_ parameter: AudioUnitParameterID) -> Float {
    switch parameter {
    case kDynamicsProcessorParam_CompressionAmount: compressor.reduction
    case kDynamicsProcessorParam_InputAmplitude: compressor.inputLevel
    default: compressor.outputLevel
    }
  }
}

/// A limiter.
private final class LimiterModel: ProcessorModel {
  private let limiter = LimiterSettings()
  /// The latency of the last renderer.
  private let delay = SharedFloats(count: 1)

  var settings: any EffectSettings { limiter }
  var latency: Double { Double(delay[0]) }

  func makeProcessor(_ format: GraphFormat) -> any GraphProcessor {
    let processor = Limiter(limiter, format)
    delay[0] = Float(Double(processor.delayFrames) / format.sampleRate)
    return processor
  }

  func set(_ parameter: AudioUnitParameterID, to value: Float) {
    switch parameter {
    case kLimiterParam_AttackTime: limiter.attack = value
    case kLimiterParam_DecayTime: limiter.decay = value
    default: limiter.preGain = value
    }
  }
}

/// A reverberation.
private final class ReverbModel: ProcessorModel {
  private let reverb = ReverbSettings(.none, wet: 1)
  /// The last values of the parameters, by their numbers.
  private let times = SharedFloats(count: 7)

  var settings: any EffectSettings { reverb }
  var tail: Double { reverb.room.decaySeconds + reverb.room.delaySeconds }

  func makeProcessor(_ format: GraphFormat) -> any GraphProcessor { Reverb(reverb, format) }

  /// The speed of sound in meters per second, reduced for the detours of reflections.
  private static let metresPerSecond = 343 / 2.2

  /// The rooms by their numbers, which equal those of `AVAudioUnitReverbPreset`.
  static let presets = zip(names, ReverbRoom.presets).map { name, room in
    UnitPreset(
      name: name,
      values: [
        (kReverb2Param_MinDelayTime, Float(room.delaySeconds)),
        (kReverb2Param_MaxDelayTime, Float(room.size / metresPerSecond)),
        (kReverb2Param_DecayTimeAt0Hz, Float(room.decaySeconds)),
        (kReverb2Param_DecayTimeAtNyquist, Float(room.decaySeconds * room.brightness)),
        (kReverb2Param_RandomizeReflections, Float(room.reflections)),
      ])
  }

  private static let names = [
    "Small Room", "Medium Room", "Large Room", "Medium Hall", "Large Hall", "Plate",
    "Medium Chamber", "Large Chamber", "Cathedral", "Large Room 2", "Medium Hall 2",
    "Medium Hall 3", "Large Hall 2",
  ]

  func set(_ parameter: AudioUnitParameterID, to value: Float) {
    switch parameter {
    case kReverb2Param_DryWetMix: reverb.wet = value / 100
    case kReverb2Param_Gain: reverb.gain = powf(10, value / 20)
    default:
      times[Int(parameter)] = value
      let decay = Double(times[Int(kReverb2Param_DecayTimeAt0Hz)])
      let brightness = Double(times[Int(kReverb2Param_DecayTimeAtNyquist)]) / max(0.001, decay)
      var room = ReverbRoom(
        decaySeconds: decay, delaySeconds: Double(times[Int(kReverb2Param_MinDelayTime)]),
        size: Double(times[Int(kReverb2Param_MaxDelayTime)]) * Self.metresPerSecond,
        brightness: min(1, brightness), earlyLevel: 0.6)
      room.reflections = Int(max(1, times[Int(kReverb2Param_RandomizeReflections)]))
      reverb.room = room
    }
  }
}

/// A delay by frames.
private final class SampleDelayModel: ProcessorModel {
  private let delay = FrameDelaySettings()

  var settings: any EffectSettings { delay }
  /// At most a second, because no delay is longer at any sample rate.
  var tail: Double { delay.frames == 0 ? 0 : 1 }

  func makeProcessor(_ format: GraphFormat) -> any GraphProcessor { FrameDelay(delay, format) }

  func set(_ parameter: AudioUnitParameterID, to value: Float) { delay.frames = Int(value) }
}
