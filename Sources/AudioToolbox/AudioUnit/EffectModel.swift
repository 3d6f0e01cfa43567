internal import AudioGraph
internal import AudioProcessing
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// An effect: its settings, and the renderer that applies them.
protocol EffectModel: AnyObject, Sendable {
  var settings: any EffectSettings { get }

  /// Makes the renderer for a format and the maximum number of frames of a slice.
  func makeRenderer(_ format: GraphFormat, mostFrames: Int) -> any UnitRenderer

  /// Applies a new value of a parameter, without a lock.
  func set(_ parameter: AudioUnitParameterID, to value: Float)

  /// The other parameter that changes with a parameter, and its new value; `nil` if there is no
  /// such parameter.
  func linked(_ parameter: AudioUnitParameterID, _ value: Float) -> (AudioUnitParameterID, Float)?

  /// The value of a parameter that is a measurement.
  func measurement(_ parameter: AudioUnitParameterID) -> Float

  /// Follows the choice of a preset, after its parameters.
  func choose(_ preset: Int)
  /// The preset whose sound no parameters describe; `nil` if parameters describe all sounds.
  var preset: Int? { get }

  /// Seconds from an input frame to its output.
  var latency: Double { get }
  /// Seconds of sound after the end of the input.
  var tail: Double { get }
}

extension EffectModel {
  func linked(
    _ parameter: AudioUnitParameterID, _ value: Float
  ) -> (AudioUnitParameterID, Float)? { nil }
  func measurement(_ parameter: AudioUnitParameterID) -> Float { 0 }
  func choose(_ preset: Int) {}
  var preset: Int? { nil }
  var latency: Double { 0 }
  var tail: Double { 0 }
}

/// An effect that needs one input frame for each output frame.
protocol ProcessorModel: EffectModel {
  func makeProcessor(_ format: GraphFormat) -> any GraphProcessor
}

extension ProcessorModel {
  func makeRenderer(_ format: GraphFormat, mostFrames: Int) -> any UnitRenderer {
    ProcessorRenderer(makeProcessor(format))
  }
}

/// A filter of the second order.
final class FilterModel: ProcessorModel {
  /// The meaning of a parameter.
  enum Meaning: Sendable {
    case frequency, gain, quality
    /// The height of the peak in decibels.
    case resonance
    /// The bandwidth in hundredths of a semitone.
    case cents
  }

  private let filter = EqualizerSettings(bandCount: 1)
  private let meanings: [Meaning]

  /// Makes a filter.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - meanings: The meanings of the parameters, by their identifiers.
  init(_ kind: BiquadKind, _ meanings: [Meaning]) {
    self.meanings = meanings
    let hasBandwidth = meanings.contains(.cents)
    filter.set(0, kind, hasBandwidth: hasBandwidth, isBypassed: false)
  }

  var settings: any EffectSettings { filter }

  func makeProcessor(_ format: GraphFormat) -> any GraphProcessor { Equalizer(filter, format) }

  func set(_ parameter: AudioUnitParameterID, to value: Float) {
    switch meanings[Int(parameter)] {
    case .frequency: filter.set(0, .frequency, to: value)
    case .gain: filter.set(0, .gain, to: value)
    case .quality: filter.set(0, .quality, to: value)
    case .resonance: filter.set(0, .quality, to: powf(10, value / 20))
    case .cents: filter.set(0, .bandwidth, to: value / 1_200)
    }
  }
}

/// A delay with feedback.
final class DelayModel: ProcessorModel {
  private let delay = DelaySettings()

  var settings: any EffectSettings { delay }

  func makeProcessor(_ format: GraphFormat) -> any GraphProcessor { Delay(delay, format) }

  func set(_ parameter: AudioUnitParameterID, to value: Float) {
    switch parameter {
    case kDelayParam_WetDryMix: delay.wet = value / 100
    case kDelayParam_DelayTime: delay.seconds = Double(value)
    case kDelayParam_Feedback: delay.feedback = value / 100
    default: delay.cutoff = value
    }
  }

  /// The time until an echo is 60 dB below the input.
  var tail: Double {
    let feedback = Double(abs(delay.feedback))
    guard feedback < 1 else { return .infinity }
    let echoes = feedback < 0.001 ? 1 : 1 + (log(0.001) / log(feedback)).rounded(.up)
    return echoes * delay.seconds
  }
}

/// A distortion.
final class DistortionModel: ProcessorModel {
  private let distortion = DistortionSettings()

  init() {
    // The unit has no gain before its stages.
    distortion.preGain = 0
  }

  var settings: any EffectSettings { distortion }

  /// The time until echoes are 60 dB below the input.
  var tail: Double {
    let shape = distortion.shape
    return Double(shape.delaySeconds) + 0.1 * log(1_000) / Double(shape.decay)
  }

  func makeProcessor(_ format: GraphFormat) -> any GraphProcessor { Distorter(distortion, format) }

  func set(_ parameter: AudioUnitParameterID, to value: Float) {
    switch parameter {
    case kDistortionParam_FinalMix: distortion.wet = value / 100
    case kDistortionParam_Delay: distortion.set(value / 1_000, at: Int(parameter))
    case kDistortionParam_DelayMix, kDistortionParam_Decimation, kDistortionParam_Rounding,
      kDistortionParam_DecimationMix, kDistortionParam_PolynomialMix,
      kDistortionParam_RingModBalance, kDistortionParam_RingModMix:
      distortion.set(value / 100, at: Int(parameter))
    default: distortion.set(value, at: Int(parameter))
    }
  }
}

/// An equalizer with any number of bands.
final class BandsModel: ProcessorModel {
  static let mostBands = 16

  private final class FilterType: Sendable {
    let number = Atomic<Int>(0)
  }

  private let bands = EqualizerSettings(bandCount: mostBands)
  private let types = (0..<mostBands).map { _ in FilterType() }

  init() {
    for band in 0..<Self.mostBands { setKind(band, 0, isBypassed: true) }
  }

  var settings: any EffectSettings { bands }

  func makeProcessor(_ format: GraphFormat) -> any GraphProcessor { Equalizer(bands, format) }

  func set(_ parameter: AudioUnitParameterID, to value: Float) {
    let (group, band) = (parameter / 1_000 * 1_000, Int(parameter % 1_000))
    switch group {
    case kAUNBandEQParam_BypassBand:
      setKind(band, types[band].number.load(ordering: .relaxed), isBypassed: value >= 0.5)
    case kAUNBandEQParam_FilterType:
      types[band].number.store(Int(value.rounded()), ordering: .relaxed)
      setKind(band, Int(value.rounded()), isBypassed: bands.isBypassed(band))
    case kAUNBandEQParam_Frequency: bands.set(band, .frequency, to: value)
    case kAUNBandEQParam_Gain: bands.set(band, .gain, to: value)
    case kAUNBandEQParam_Bandwidth: bands.set(band, .bandwidth, to: value)
    default: bands.gain.value = powf(10, value / 20)
    }
  }

  /// The kinds by the numbers of filter types, and whether they take the bandwidth into account.
  private static let kinds: [(kind: BiquadKind, hasBandwidth: Bool)] = [
    (.peaking, true), (.lowPass, false), (.highPass, false), (.lowPass, true),
    (.highPass, true), (.bandPass, true), (.notch, true), (.lowShelf, false),
    (.highShelf, false), (.lowShelf, true), (.highShelf, true),
  ]

  /// The kind by the number of a filter type.
  static func kind(_ type: Int) -> (kind: BiquadKind, hasBandwidth: Bool) {
    kinds[max(0, min(type, kinds.count - 1))]
  }

  private func setKind(_ band: Int, _ type: Int, isBypassed: Bool) {
    let kind = Self.kind(type)
    bands.set(band, kind.kind, hasBandwidth: kind.hasBandwidth, isBypassed: isBypassed)
  }
}
