internal import AudioCodecs
internal import AudioModel
internal import AudioFiles
internal import AudioProcessing
internal import CoreAudioTypes

// The encoder properties.
extension AudioConverterObject {
  /// The abilities of the encoder.
  private var abilities: EncoderAbilities {
    EncoderFactory.abilities(of: converter.output.formatID) ?? EncoderAbilities()
  }

  /// Whether the encoder supports a choice of bit rates.
  private var hasBitRates: Bool {
    let output = converter.output
    return !abilities.bitRates(
      sampleRate: output.sampleRate, channelCount: output.channelCount
    ).isEmpty
  }

  /// The value of an encoder property.
  ///
  /// - Throws: `kAudioConverterErr_PropertyNotSupported` if the converter has no encoder, or this
  ///   encoder does not have the property.
  func encoderValue(of property: AudioConverterPropertyID) throws(StatusError) -> PropertyValue {
    guard converter.isEncoding else { throw StatusError(kAudioConverterErr_PropertyNotSupported) }
    let output = converter.output
    let settings = converter.encoderSettings
    switch property {
    case kAudioConverterEncodeBitRate where hasBitRates:
      return PropertyValue(UInt32(clamping: converter.bitRate))
    case kAudioConverterCodecQuality:
      return PropertyValue(UInt32(clamping: settings.quality ?? 0x40))
    case kAudioConverterPropertyBitDepthHint:
      return PropertyValue(UInt32(clamping: settings.bitDepth))
    case kAudioConverterPropertyFormatList:
      return PropertyValue(AudioFormatListItem(output, converter.arrangement.output))
    case kAudioCodecPropertyBitRateControlMode:
      guard let strategy = settings.strategy ?? abilities.strategies.first,
        let mode = Self.strategies[strategy]
      else { break }
      return PropertyValue(mode)
    case kAudioCodecPropertySoundQualityForVBR where abilities.strategies.contains(.variable):
      return PropertyValue(UInt32(clamping: settings.variableQuality ?? 0x60))
    case kAudioConverterApplicableEncodeBitRates:
      return PropertyValue(
        ranges: abilities.bitRates(
          sampleRate: output.sampleRate, channelCount: output.channelCount))
    case kAudioConverterAvailableEncodeBitRates:
      return PropertyValue(ranges: abilities.bitRates(sampleRate: 0, channelCount: 0))
    case kAudioConverterApplicableEncodeSampleRates, kAudioConverterAvailableEncodeSampleRates:
      return PropertyValue(sampleRates: abilities)
    case kAudioConverterAvailableEncodeChannelLayoutTags:
      return PropertyValue(layoutTags: abilities, channelCount: output.channelCount)
    case kAudioConverterEncodeAdjustableSampleRate: return PropertyValue(output.sampleRate)
    case kAudioConverterPropertySettings: return settingsValue(abilities)
    default: break
    }
    throw StatusError(kAudioConverterErr_PropertyNotSupported)
  }

  /// Sets an encoder property.
  ///
  /// A stream in progress continues.
  ///
  /// - Throws: `kAudio_ParamError` if the encoder rejects the value;
  ///   `kAudioConverterErr_OperationNotSupported` if a decoder could not follow the change in a
  ///   stream in progress.
  func setEncoder(
    _ property: AudioConverterPropertyID, to number: Int
  ) throws(StatusError) {
    var settings = converter.encoderSettings
    switch property {
    case kAudioConverterEncodeBitRate: settings.bitRate = number
    case kAudioConverterCodecQuality:
      guard number <= kAudioConverterQuality_Max else { throw StatusError(kAudio_ParamError) }
      settings.quality = number
    case kAudioCodecPropertySoundQualityForVBR:
      guard number <= kAudioCodecQuality_Max else { throw StatusError(kAudio_ParamError) }
      settings.variableQuality = number
    case kAudioCodecPropertyBitRateControlMode:
      guard let strategy = Self.strategies.first(where: { $0.value == UInt32(clamping: number) })
      else { throw StatusError(kAudio_ParamError) }
      settings.strategy = strategy.key
    default: settings.bitDepth = number
    }
    do throws(CodecError) {
      try converter.setEncoderSettings(settings)
    } catch {
      throw error == .alreadyBegun ? StatusError(error) : StatusError(kAudio_ParamError)
    }
  }

  /// Sets the sample rate of the encoder before encoding begins.
  ///
  /// - Parameter bytes: A Float64 in hertz. 0 selects the lowest encoder rate at or above the input
  ///   rate, or otherwise the highest.
  /// - Throws: `kAudio_ParamError` if the encoder rejects the rate;
  ///   `kAudioConverterErr_OperationNotSupported` if encoding has begun.
  func setEncoderRate(_ bytes: [UInt8]) throws(StatusError) {
    guard canSetEncoderRate else { throw StatusError(kAudioConverterErr_PropertyNotSupported) }
    guard let words = Self.words(bytes), words.count == 2 else {
      throw StatusError(kAudioConverterErr_BadPropertySizeError)
    }
    guard !converter.hasStarted else {
      throw StatusError(kAudioConverterErr_OperationNotSupported)
    }
    let rate = Double(bitPattern: UInt64(words[1]) << 32 | UInt64(words[0]))
    let known = abilities.sampleRates
    let own = converter.input.sampleRate
    let best = known.isEmpty ? own : known.filter { $0 >= own }.min() ?? known.max() ?? own
    do throws(CodecError) {
      try converter.setEncoderRate(rate == 0 ? best : rate)
    } catch {
      throw StatusError(kAudio_ParamError)
    }
    convertsFrameByFrame = converter.convertsFrameByFrame
    forgetInput()
  }

  /// Whether the converter has an encoder whose rate is not fixed by a file.
  var canSetEncoderRate: Bool { converter.isEncoding && !isOfFile }

  static let strategies: [EncoderSettings.Strategy: UInt32] = [
    .constant: kAudioCodecBitRateControlMode_Constant,
    .average: kAudioCodecBitRateControlMode_LongTermAverage,
    .constrainedVariable: kAudioCodecBitRateControlMode_VariableConstrained,
    .variable: kAudioCodecBitRateControlMode_Variable,
  ]
}
