internal import AudioGraph
internal import CoreAudioTypes

/// The compressor of four bands.
///
/// Ranges and initial values follow Apple's documentation of the parameters, but were not compared
/// with Apple's units.
extension UnitKind {
  private typealias Number = AudioUnitParameterID

  static let multiband = effect(
    kAudioUnitSubType_MultiBandCompressor, "AUMultibandCompressor",
    [gains, crossovers, curves, measurements].flatMap { $0 }
  ) { MultibandModel() }

  private static let gains = [
    UnitParameter(kMultibandCompressorParam_Pregain, "pregain", .decibels, -40...40, 0),
    UnitParameter(kMultibandCompressorParam_Postgain, "postgain", .decibels, -40...40, 0),
  ]

  private static let crossovers = zip(1..., [120, 700, 3_000] as [Float]).map { number, frequency in
    UnitParameter(
      kMultibandCompressorParam_Crossover1 + Number(number - 1), "crossover \(number)", .hertz,
      20...UnitParameter.halfRate, frequency
    ).shown(.flag_DisplayLogarithmic)
  }

  private static let curves: [UnitParameter] = [
    bands(kMultibandCompressorParam_Threshold1, "threshold", -100...0, [-22, -32, -33, -36]),
    bands(kMultibandCompressorParam_Headroom1, "headroom", 0.1...40, [5, 12, 5, 7.5]),
    [
      UnitParameter(
        kMultibandCompressorParam_AttackTime, "attack time", .seconds, 0.001...0.2, 0.08),
      UnitParameter(
        kMultibandCompressorParam_ReleaseTime, "release time", .seconds, 0.01...3, 0.12),
    ],
    bands(kMultibandCompressorParam_EQ1, "EQ", -20...20, [0, 0, 0, 0]),
  ].flatMap { $0 }

  private static let measurements: [UnitParameter] = [
    meters(kMultibandCompressorParam_CompressionAmount1, "compression amount", 0...40, 0),
    meters(kMultibandCompressorParam_InputAmplitude1, "input amplitude", levels, silence),
    meters(kMultibandCompressorParam_OutputAmplitude1, "output amplitude", levels, silence),
  ].flatMap { $0 }

  private static let silence = CompressorSettings.silence
  private static let levels = silence...40

  /// A parameter of each band, with consecutive numbers.
  private static func bands(
    _ first: Number, _ name: String, _ range: ClosedRange<Float>, _ initial: [Float]
  ) -> [UnitParameter] {
    zip(0..., initial).map { band, initial in
      UnitParameter(first + Number(band), "\(name) \(band + 1)", .decibels, range, initial)
    }
  }

  /// A measurement of each band, whose numbers are 1,000 apart.
  private static func meters(
    _ first: Number, _ name: String, _ range: ClosedRange<Float>, _ initial: Float
  ) -> [UnitParameter] {
    (0..<MultibandSettings.bandCount).map { band in
      UnitParameter(
        first + 1_000 * Number(band), "\(name) \(band + 1)", .decibels, range, initial
      ).metered
    }
  }
}

private final class MultibandModel: EffectModel {
  private let multiband = MultibandSettings()

  var settings: any EffectSettings { multiband }

  func makeRenderer(_ format: GraphFormat, mostFrames: Int) -> any UnitRenderer {
    ProcessorRenderer(MultibandCompressor(multiband, format, mostFrames: mostFrames))
  }

  func set(_ parameter: AudioUnitParameterID, to value: Float) {
    let number = Int(parameter)
    switch parameter {
    case kMultibandCompressorParam_Pregain: multiband.preGain = value
    case kMultibandCompressorParam_Postgain: multiband.postGain = value
    case kMultibandCompressorParam_Crossover1...kMultibandCompressorParam_Crossover3:
      multiband.setFrequency(
        value, ofCrossover: number - Int(kMultibandCompressorParam_Crossover1))
    case kMultibandCompressorParam_AttackTime: setAll(.attack, value)
    case kMultibandCompressorParam_ReleaseTime: setAll(.release, value)
    case kMultibandCompressorParam_Threshold1...kMultibandCompressorParam_Threshold4:
      set(.threshold, number - Int(kMultibandCompressorParam_Threshold1), value)
    case kMultibandCompressorParam_Headroom1...kMultibandCompressorParam_Headroom4:
      set(.headRoom, number - Int(kMultibandCompressorParam_Headroom1), value)
    case kMultibandCompressorParam_EQ1...kMultibandCompressorParam_EQ4:
      set(.gain, number - Int(kMultibandCompressorParam_EQ1), value)
    default: break
    }
  }

  private func set(_ number: CompressorSettings.Number, _ band: Int, _ value: Float) {
    multiband.compressors[band][number] = value
  }

  private func setAll(_ number: CompressorSettings.Number, _ value: Float) {
    var band = 0
    while band < MultibandSettings.bandCount {
      set(number, band, value)
      band += 1
    }
  }

  func measurement(_ parameter: AudioUnitParameterID) -> Float {
    let group = Int(parameter) / 1_000 - 1
    guard (0..<12).contains(group) else { return 0 }
    let compressor = multiband.compressors[group % MultibandSettings.bandCount]
    switch group / MultibandSettings.bandCount {
    case 0: return compressor.reduction
    case 1: return compressor.inputLevel
    default: return compressor.outputLevel
    }
  }
}
