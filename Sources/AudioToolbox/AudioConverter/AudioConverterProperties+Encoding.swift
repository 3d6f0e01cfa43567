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

  /// The bit rates for the output's format.
  private var bitRates: [ClosedRange<Int>] {
    let output = converter.output
    return abilities.bitRates(sampleRate: output.sampleRate, channelCount: output.channelCount)
  }

  /// Whether the encoder supports a choice of bit rates.
  private var hasBitRates: Bool { !bitRates.isEmpty }

  // MARK: Table

  typealias EncoderProperty = PropertyTable<AudioConverterObject, [UInt8]>.Property
  private typealias SettingsChange =
    @Sendable (inout EncoderSettings, Int) throws(StatusError) -> Void

  /// The properties of converters with an encoder.
  static let encoderProperties: [AudioConverterPropertyID: EncoderProperty] = [
    kAudioConverterEncodeBitRate: changeable(kAudioConverterEncodeBitRate) {
      $0.hasBitRates ? PropertyValue(UInt32(clamping: $0.converter.bitRate)) : nil
    },
    kAudioConverterCodecQuality: changeable(kAudioConverterCodecQuality) {
      PropertyValue(UInt32(clamping: $0.converter.encoderSettings.quality ?? 0x40))
    },
    kAudioConverterPropertyBitDepthHint: changeable(kAudioConverterPropertyBitDepthHint) {
      PropertyValue(UInt32(clamping: $0.converter.encoderSettings.bitDepth))
    },
    kAudioCodecPropertyBitRateControlMode: changeable(kAudioCodecPropertyBitRateControlMode) {
      let strategy = $0.converter.encoderSettings.strategy ?? $0.abilities.strategies.first
      return strategy.flatMap { strategies[$0] }.map { PropertyValue($0) }
    },
    kAudioCodecPropertySoundQualityForVBR: changeable(kAudioCodecPropertySoundQualityForVBR) {
      guard $0.abilities.strategies.contains(.variable) else { return nil }
      return PropertyValue(UInt32(clamping: $0.converter.encoderSettings.variableQuality ?? 0x60))
    },
    kAudioConverterApplicableEncodeBitRates: readable {
      PropertyValue(ranges: $0.bitRates)
    },
    kAudioConverterAvailableEncodeBitRates: readable {
      PropertyValue(ranges: $0.abilities.bitRates(sampleRate: 0, channelCount: 0))
    },
    kAudioConverterApplicableEncodeSampleRates: readable {
      PropertyValue(sampleRates: $0.abilities)
    },
    kAudioConverterAvailableEncodeSampleRates: readable {
      PropertyValue(sampleRates: $0.abilities)
    },
    kAudioConverterAvailableEncodeChannelLayoutTags: readable {
      PropertyValue(layoutTags: $0.abilities, channelCount: $0.converter.output.channelCount)
    },
    kAudioConverterEncodeAdjustableSampleRate: EncoderProperty(
      { $0.converter.isEncoding ? PropertyValue($0.converter.output.sampleRate) : nil },
      canSet: { $0.canSetEncoderRate },
      set: { (object, bytes) throws(StatusError) in try object.setEncoderRate(bytes) }),
    // A property list, which is set before the table is used.
    kAudioConverterPropertySettings: EncoderProperty(
      { $0.converter.isEncoding ? $0.settingsValue($0.abilities) : nil },
      canSet: { $0.converter.isEncoding },
      set: { (object, _) throws(StatusError) in
        throw object.refusal(of: kAudioConverterPropertySettings)
      }),
  ]

  private static func readable(
    _ value: @escaping @Sendable (AudioConverterObject) -> PropertyValue?
  ) -> EncoderProperty {
    EncoderProperty { $0.converter.isEncoding ? value($0) : nil }
  }

  /// A property of the encoder's settings.
  private static func changeable(
    _ property: AudioConverterPropertyID,
    _ value: @escaping @Sendable (AudioConverterObject) -> PropertyValue?
  ) -> EncoderProperty {
    EncoderProperty(
      { $0.converter.isEncoding ? value($0) : nil }, canSet: { $0.converter.isEncoding },
      set: { (object, bytes) throws(StatusError) in
        guard object.converter.isEncoding else {
          throw StatusError(kAudioConverterErr_PropertyNotSupported)
        }
        try object.setEncoder(property, to: Int(try word(bytes)))
      })
  }

  private static let changes: [AudioConverterPropertyID: SettingsChange] = [
    kAudioConverterEncodeBitRate: { $0.bitRate = $1 },
    kAudioConverterCodecQuality: { (settings, quality) throws(StatusError) in
      guard quality <= kAudioConverterQuality_Max else { throw StatusError(kAudio_ParamError) }
      settings.quality = quality
    },
    kAudioConverterPropertyBitDepthHint: { $0.bitDepth = $1 },
    kAudioCodecPropertyBitRateControlMode: { (settings, mode) throws(StatusError) in
      guard let strategy = strategies.first(where: { $0.value == UInt32(clamping: mode) })
      else { throw StatusError(kAudio_ParamError) }
      settings.strategy = strategy.key
    },
    kAudioCodecPropertySoundQualityForVBR: { (settings, quality) throws(StatusError) in
      guard quality <= kAudioCodecQuality_Max else { throw StatusError(kAudio_ParamError) }
      settings.variableQuality = quality
    },
  ]

  /// Sets a property of the encoder's settings.
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
    try Self.changes[property]?(&settings, number)
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
