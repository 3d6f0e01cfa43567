internal import AudioToolbox
internal import Foundation

/// The settings for an encoder and for the sample rate conversion.
struct EncoderChoices {
  private var values: [(property: AudioConverterPropertyID, value: UInt32, isNeeded: Bool)] = []

  /// Reads a settings dictionary.
  init(_ settings: [String: Any], channelCount: AVAudioChannelCount) {
    func add(_ property: AudioConverterPropertyID, _ value: UInt32?, isNeeded: Bool = false) {
      if let value { values.append((property, value, isNeeded)) }
    }
    add(
      kAudioCodecPropertyBitRateControlMode,
      (settings[AVEncoderBitRateStrategyKey] as? String).flatMap { Self.controlModes[$0] })
    add(kAudioConverterCodecQuality, settings.word(AVEncoderAudioQualityKey))
    add(kAudioCodecPropertySoundQualityForVBR, settings.word(AVEncoderAudioQualityForVBRKey))
    add(
      kAudioConverterEncodeBitRate,
      settings.word(AVEncoderBitRateKey)
        ?? settings.word(AVEncoderBitRatePerChannelKey).map {
          UInt32(clamping: UInt64($0) * UInt64(channelCount))
        }, isNeeded: true)
    add(kAudioConverterPropertyBitDepthHint, settings.word(AVEncoderBitDepthHintKey))
    add(
      kAudioConverterSampleRateConverterQuality, settings.word(AVSampleRateConverterAudioQualityKey)
    )
    add(
      kAudioConverterSampleRateConverterComplexity,
      (settings[AVSampleRateConverterAlgorithmKey] as? String).flatMap(Self.complexity))
  }

  /// The complexity that selects an algorithm.
  static func complexity(_ algorithm: String) -> UInt32? {
    switch algorithm {
    case AVSampleRateConverterAlgorithm_Normal:
      kAudioConverterSampleRateConverterComplexity_Normal
    case AVSampleRateConverterAlgorithm_Mastering:
      kAudioConverterSampleRateConverterComplexity_Mastering
    case AVSampleRateConverterAlgorithm_MinimumPhase:
      kAudioConverterSampleRateConverterComplexity_MinimumPhase
    default: nil
    }
  }

  /// The control mode of each strategy.
  static let controlModes = [
    AVAudioBitRateStrategy_Constant: kAudioCodecBitRateControlMode_Constant,
    AVAudioBitRateStrategy_LongTermAverage: kAudioCodecBitRateControlMode_LongTermAverage,
    AVAudioBitRateStrategy_VariableConstrained: kAudioCodecBitRateControlMode_VariableConstrained,
    AVAudioBitRateStrategy_Variable: kAudioCodecBitRateControlMode_Variable,
  ]

  /// Sets the properties that a converter supports.
  ///
  /// - Throws: If the encoder does not support the bit rate.
  func apply(to converter: AudioConverterRef) throws {
    for (property, value, isNeeded) in values {
      var value = value
      let status = unsafe AudioConverterSetProperty(converter, property, 4, &value)
      if isNeeded, status != noErr, status != kAudioConverterErr_PropertyNotSupported {
        throw NSError.audio(status, "AVAudioFile: the encoder does not support the bit rate")
      }
    }
  }
}
