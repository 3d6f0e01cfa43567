internal import AudioModel
internal import AudioFiles
internal import AudioProcessing
internal import CoreAudioTypes

// The properties of sample rate conversion and dithering.
extension AudioConverterObject {
  /// Sets a property of sample rate conversion.
  func setRate(
    _ property: AudioConverterPropertyID, to word: UInt32
  ) throws(StatusError) {
    var settings = converter.rateSettings
    switch property {
    case kAudioConverterSampleRateConverterQuality:
      guard word <= kAudioConverterQuality_Max else { throw StatusError(kAudio_ParamError) }
      settings.quality = Int(word)
    case kAudioConverterPrimeMethod:
      guard let priming = Self.primeMethods.first(where: { $0.value == word })?.key else {
        throw StatusError(kAudio_ParamError)
      }
      settings.priming = priming
    default:
      guard let complexity = Self.complexities.first(where: { $0.value == word })?.key else {
        throw StatusError(kAudio_ParamError)
      }
      settings.complexity = complexity
    }
    guard settings != converter.rateSettings else { return }
    converter.rateSettings = settings
    forgetInput()
  }

  /// Sets a dithering property.
  func setDither(
    _ property: AudioConverterPropertyID, to word: UInt32
  ) throws(StatusError) {
    var settings = converter.ditherSettings
    if property == kAudioConverterPropertyDithering {
      guard word == 0 || Self.ditherings.values.contains(word) else {
        throw StatusError(kAudio_ParamError)
      }
      settings.algorithm = Self.ditherings.first { $0.value == word }?.key
    } else {
      guard word <= UInt32(clamping: converter.output.bitsPerChannel) else {
        throw StatusError(kAudio_ParamError)
      }
      settings.bitDepth = Int(word)
    }
    guard settings != converter.ditherSettings else { return }
    converter.ditherSettings = settings
    forgetInput()
  }

  static let ditherings: [Dither.Algorithm?: UInt32] = [
    .triangular: kDitherAlgorithm_TPDF, .shaped: kDitherAlgorithm_NoiseShaping,
  ]

  static let complexities: [RateSettings.Complexity: UInt32] = [
    .linear: kAudioConverterSampleRateConverterComplexity_Linear,
    .normal: kAudioConverterSampleRateConverterComplexity_Normal,
    .mastering: kAudioConverterSampleRateConverterComplexity_Mastering,
    .minimumPhase: kAudioConverterSampleRateConverterComplexity_MinimumPhase,
  ]

  static let primeMethods: [RateSettings.Priming: UInt32] = [
    .pre: kConverterPrimeMethod_Pre, .normal: kConverterPrimeMethod_Normal,
    .none: kConverterPrimeMethod_None,
  ]
}
