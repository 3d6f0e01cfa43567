internal import AudioModel
internal import AudioFiles
internal import AudioProcessing
internal import CoreAudioTypes

// The properties of sample rate conversion and dithering.
extension AudioConverterObject {
  /// The properties of sample rate conversion and dithering.
  static let rateProperties: [AudioConverterPropertyID: RateProperty] = [
    kAudioConverterSampleRateConverterComplexity: complexity,
    kAudioConverterSampleRateConverterAlgorithm: complexity,
    kAudioConverterSampleRateConverterQuality: rateProperty(
      kAudioConverterSampleRateConverterQuality
    ) { UInt32(clamping: $0.quality) },
    kAudioConverterPrimeMethod: rateProperty(kAudioConverterPrimeMethod) {
      primeMethods[$0.priming] ?? 0
    },
    kAudioConverterPropertyDithering: ditherProperty(kAudioConverterPropertyDithering) {
      ditherings[$0.converter.ditherSettings.algorithm] ?? 0
    },
    kAudioConverterPropertyDitherBitDepth: ditherProperty(kAudioConverterPropertyDitherBitDepth) {
      let depth = $0.converter.ditherSettings.bitDepth
      return UInt32(clamping: depth > 0 ? depth : $0.converter.output.bitsPerChannel)
    },
  ]

  typealias RateProperty = PropertyTable<AudioConverterObject, [UInt8]>.Property

  private static let complexity = rateProperty(kAudioConverterSampleRateConverterComplexity) {
    complexities[$0.complexity] ?? 0
  }

  /// A property of converters that change the sample rate.
  private static func rateProperty(
    _ property: AudioConverterPropertyID, _ value: @escaping @Sendable (RateSettings) -> UInt32
  ) -> RateProperty {
    RateProperty(
      { $0.isChangingRate ? PropertyValue(value($0.converter.rateSettings)) : nil },
      canSet: { $0.isChangingRate },
      set: { (object, bytes) throws(StatusError) in
        guard object.isChangingRate else {
          throw StatusError(kAudioConverterErr_PropertyNotSupported)
        }
        try object.setRate(property, to: try word(bytes))
      })
  }

  /// A property of converters that may lose bits.
  private static func ditherProperty(
    _ property: AudioConverterPropertyID,
    _ value: @escaping @Sendable (AudioConverterObject) -> UInt32
  ) -> RateProperty {
    RateProperty(
      { $0.losesPrecision ? PropertyValue(value($0)) : nil },
      set: { (object, bytes) throws(StatusError) in
        guard object.losesPrecision else {
          throw StatusError(kAudioConverterErr_PropertyNotSupported)
        }
        try object.setDither(property, to: try word(bytes))
      })
  }

  /// Whether the sample rates differ.
  private var isChangingRate: Bool { converter.input.sampleRate != converter.output.sampleRate }

  /// Whether the output consists of integers.
  private var losesPrecision: Bool {
    converter.output.isLinearPCM && !converter.output.pcmFlags.contains(.float)
  }

  /// Sets a property of sample rate conversion.
  private func setRate(
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
  private func setDither(
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

  private static let ditherings: [Dither.Algorithm?: UInt32] = [
    .triangular: kDitherAlgorithm_TPDF, .shaped: kDitherAlgorithm_NoiseShaping,
  ]

  private static let complexities: [RateSettings.Complexity: UInt32] = [
    .linear: kAudioConverterSampleRateConverterComplexity_Linear,
    .normal: kAudioConverterSampleRateConverterComplexity_Normal,
    .mastering: kAudioConverterSampleRateConverterComplexity_Mastering,
    .minimumPhase: kAudioConverterSampleRateConverterComplexity_MinimumPhase,
  ]

  private static let primeMethods: [RateSettings.Priming: UInt32] = [
    .pre: kConverterPrimeMethod_Pre, .normal: kConverterPrimeMethod_Normal,
    .none: kConverterPrimeMethod_None,
  ]
}
