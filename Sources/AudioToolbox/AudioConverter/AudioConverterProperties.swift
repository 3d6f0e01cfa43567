internal import AudioCodecs
internal import AudioModel
internal import AudioFiles
internal import AudioProcessing
internal import CoreAudioTypes

/// The properties of a converter.
extension AudioConverterObject {
  /// The size of a property value in bytes, and whether the property is writable.
  func propertyInfo(
    _ property: AudioConverterPropertyID
  ) throws(StatusError) -> (size: Int, isWritable: Bool) {
    switch property {
    case kAudioConverterPropertyCalculateInputBufferSize,
      kAudioConverterPropertyCalculateOutputBufferSize:
      return (4, false)
    default:
      let isWritable =
        switch property {
        case kAudioConverterChannelMap, kAudioConverterPropertyChannelMixMap,
          kAudioConverterInputChannelLayout, kAudioConverterOutputChannelLayout,
          kAudioConverterPropertyPerformDownmix:
          true
        case kAudioConverterDecompressionMagicCookie: isDecoding
        case kAudioConverterPrimeInfo: isDecoding
        case kAudioConverterSampleRateConverterComplexity,
          kAudioConverterSampleRateConverterAlgorithm, kAudioConverterSampleRateConverterQuality,
          kAudioConverterPrimeMethod:
          isChangingRate
        case kAudioConverterPropertyDithering, kAudioConverterPropertyDitherBitDepth: true
        case kAudioConverterEncodeBitRate, kAudioConverterCodecQuality,
          kAudioConverterPropertyBitDepthHint, kAudioCodecPropertyBitRateControlMode,
          kAudioCodecPropertySoundQualityForVBR, kAudioConverterPropertySettings:
          converter.isEncoding
        case kAudioConverterEncodeAdjustableSampleRate: canSetEncoderRate
        default: false
        }
      return (try value(of: property, nil).byteCount, isWritable)
    }
  }

  /// The value of a property.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - question: The client's memory for the answer, which may contain input.
  /// - Returns: The value.
  /// - Throws: The status if the property has no value.
  func value(
    of property: AudioConverterPropertyID, _ question: PropertyArgument?
  ) throws(StatusError) -> PropertyValue {
    let input = converter.input
    let output = converter.output
    switch property {
    case kAudioConverterCurrentInputStreamDescription:
      return PropertyValue(AudioStreamBasicDescription(input))
    case kAudioConverterCurrentOutputStreamDescription:
      return PropertyValue(AudioStreamBasicDescription(output))
    case kAudioConverterPropertyMinimumInputBufferSize,
      kAudioConverterPropertyMaximumInputPacketSize:
      return PropertyValue(UInt32(clamping: input.packetSizeUpperBound))
    case kAudioConverterPropertyMaximumInputBufferSize:
      return PropertyValue(UInt32.max)
    case kAudioConverterPropertyMinimumOutputBufferSize,
      kAudioConverterPropertyMaximumOutputPacketSize:
      return PropertyValue(UInt32(clamping: converter.maximumOutputPacketSize))
    case kAudioConverterPropertyCalculateInputBufferSize:
      return PropertyValue(UInt32(clamping: inputByteCount(for: try size(question))))
    case kAudioConverterPropertyCalculateOutputBufferSize:
      return PropertyValue(UInt32(clamping: outputByteCount(for: try size(question))))
    case kAudioConverterChannelMap:
      return PropertyValue(list: converter.channelMap.map { Int32($0 ?? -1) })
    case kAudioConverterPropertyChannelMixMap:
      return PropertyValue(list: mixLevels)
    case kAudioConverterInputChannelLayout:
      return PropertyValue(try layout(converter.arrangement.input, input.channelCount))
    case kAudioConverterOutputChannelLayout:
      return PropertyValue(try layout(converter.arrangement.output, output.channelCount))
    case kAudioConverterPropertyPerformDownmix:
      return PropertyValue(converter.arrangement.mixesDown ? 1 : 0 as UInt32)
    case kAudioConverterDecompressionMagicCookie where isDecoding:
      return .bytes(converter.magicCookie)
    case kAudioConverterCompressionMagicCookie where converter.isEncoding:
      return .bytes(converter.outputMagicCookie)
    case kAudioConverterPrimeInfo:
      return PropertyValue(primeInfo)
    case kAudioConverterPropertyCanResumeFromInterruption:
      return PropertyValue(1 as UInt32)
    case kAudioConverterSampleRateConverterComplexity where isChangingRate,
      kAudioConverterSampleRateConverterAlgorithm where isChangingRate:
      return PropertyValue(Self.complexities[converter.rateSettings.complexity] ?? 0)
    case kAudioConverterSampleRateConverterQuality where isChangingRate:
      return PropertyValue(UInt32(clamping: converter.rateSettings.quality))
    case kAudioConverterPrimeMethod where isChangingRate:
      return PropertyValue(Self.primeMethods[converter.rateSettings.priming] ?? 0)
    case kAudioConverterPropertyDithering where losesPrecision:
      return PropertyValue(Self.ditherings[converter.ditherSettings.algorithm] ?? 0)
    case kAudioConverterPropertyDitherBitDepth where losesPrecision:
      let depth = converter.ditherSettings.bitDepth
      return PropertyValue(UInt32(clamping: depth > 0 ? depth : output.bitsPerChannel))
    case kAudioConverterPropertyFormatList where isDecoding:
      return PropertyValue(
        formats: try AudioFormatAnswers.formats(input, converter.magicCookie))
    case _ where converter.isEncoding: return try encoderValue(of: property)
    default:
      throw StatusError(kAudioConverterErr_PropertyNotSupported)
    }
  }

  /// Sets a property.
  func set(_ property: AudioConverterPropertyID, to bytes: [UInt8]) throws(StatusError) {
    switch property {
    case kAudioConverterChannelMap:
      try setChannelMap(bytes)
    case kAudioConverterPropertyChannelMixMap:
      guard let words = Self.words(bytes),
        let mixer = ChannelMixer(
          levels: words.map { Float(bitPattern: $0) }, from: converter.input.channelCount,
          to: converter.output.channelCount)
      else { throw StatusError(kAudioConverterErr_BadPropertySizeError) }
      converter.arrangement.mixesDown = false
      converter.mixer = mixer
    case kAudioConverterInputChannelLayout:
      converter.setInputLayout(try Self.layout(bytes, converter.input.channelCount))
    case kAudioConverterOutputChannelLayout:
      let layout = try Self.layout(bytes, converter.output.channelCount)
      do throws(CodecError) {
        try converter.setOutputLayout(layout)
      } catch {
        throw error == .alreadyBegun ? StatusError(error) : StatusError(kAudio_ParamError)
      }
    case kAudioConverterPropertyPerformDownmix:
      converter.arrangement.mixesDown = try Self.word(bytes) != 0
    case kAudioConverterDecompressionMagicCookie where isDecoding:
      do throws(CodecError) {
        try converter.setMagicCookie(bytes)
      } catch {
        throw StatusError(error)
      }
    case kAudioConverterPrimeInfo where isDecoding:
      guard let words = Self.words(bytes), words.count == 2 else {
        throw StatusError(kAudioConverterErr_BadPropertySizeError)
      }
      converter.trim = (leading: Int(words[0]), trailing: Int(words[1]))
    case kAudioConverterSampleRateConverterComplexity,
      kAudioConverterSampleRateConverterAlgorithm, kAudioConverterSampleRateConverterQuality,
      kAudioConverterPrimeMethod:
      guard isChangingRate else { throw StatusError(kAudioConverterErr_PropertyNotSupported) }
      try setRate(property, to: try Self.word(bytes))
    case kAudioConverterPropertyDithering, kAudioConverterPropertyDitherBitDepth:
      guard losesPrecision else { throw StatusError(kAudioConverterErr_PropertyNotSupported) }
      try setDither(property, to: try Self.word(bytes))
    case kAudioConverterEncodeBitRate, kAudioConverterCodecQuality,
      kAudioConverterPropertyBitDepthHint, kAudioCodecPropertyBitRateControlMode,
      kAudioCodecPropertySoundQualityForVBR:
      guard converter.isEncoding else {
        throw StatusError(kAudioConverterErr_PropertyNotSupported)
      }
      try setEncoder(property, to: Int(try Self.word(bytes)))
    case kAudioConverterEncodeAdjustableSampleRate: try setEncoderRate(bytes)
    default:
      let isKnown = try? propertyInfo(property)
      throw StatusError(
        isKnown == nil
          ? kAudioConverterErr_PropertyNotSupported : kAudioConverterErr_OperationNotSupported)
    }
  }

  /// Whether the sample rates differ.
  private var isChangingRate: Bool { converter.input.sampleRate != converter.output.sampleRate }

  /// Whether the output consists of integers.
  private var losesPrecision: Bool {
    converter.output.isLinearPCM && !converter.output.pcmFlags.contains(.float)
  }

  /// The trim of the codec, or otherwise the reach of the resampling filter.
  private var primeInfo: AudioConverterPrimeInfo {
    if isDecoding {
      return AudioConverterPrimeInfo(
        leadingFrames: UInt32(clamping: converter.trim.leading),
        trailingFrames: UInt32(clamping: converter.trim.trailing))
    }
    if let trim = converter.encoderTrim {
      return AudioConverterPrimeInfo(
        leadingFrames: UInt32(clamping: trim.primingFrames),
        trailingFrames: UInt32(clamping: trim.remainderFrames))
    }
    let reach = UInt32(clamping: converter.rateReach)
    return AudioConverterPrimeInfo(leadingFrames: reach, trailingFrames: reach)
  }

  /// The levels of the mixer, or the equivalent of the channel map.
  private var mixLevels: [Float] {
    if let mixer = converter.mixer { return mixer.levels }
    let map = converter.channelMap
    return (0..<converter.input.channelCount).flatMap { source in
      map.map { $0 == source ? 1 : 0 }
    }
  }

  /// The number of input bytes needed for a number of output bytes.
  private func inputByteCount(for byteCount: Int) -> Int {
    let input = converter.input
    let output = converter.output
    let packets = Self.quotient(byteCount, converter.maximumOutputPacketSize)
    let made = Double(packets * max(output.framesPerPacket, 1))
    let frames = Int((made * input.sampleRate / output.sampleRate).rounded(.up))
    let needed = Self.quotient(frames, max(input.framesPerPacket, 1))
    return needed * input.packetSizeUpperBound
  }

  /// The number of output bytes produced from a number of input bytes.
  private func outputByteCount(for byteCount: Int) -> Int {
    let input = converter.input
    let output = converter.output
    let packets = Self.quotient(byteCount, input.packetSizeUpperBound)
    let given = Double(packets * max(input.framesPerPacket, 1))
    let frames = Int((given * output.sampleRate / input.sampleRate).rounded(.up))
    return Self.quotient(frames, max(output.framesPerPacket, 1))
      * converter.maximumOutputPacketSize
  }

  static func word(_ bytes: [UInt8]) throws(StatusError) -> UInt32 {
    guard let words = words(bytes), words.count == 1 else {
      throw StatusError(kAudioConverterErr_BadPropertySizeError)
    }
    return words[0]
  }

  /// Whether the input is encoded.
  private var isDecoding: Bool { !converter.input.isLinearPCM }

  /// The 32-bit integers in some bytes, or `nil` if the size is not a multiple of 4.
  static func words(_ bytes: [UInt8]) -> [UInt32]? {
    guard bytes.count.isMultiple(of: 4) else { return nil }
    return stride(from: 0, to: bytes.count, by: 4).map { start in
      // The machine's byte order. All Linux platforms with Swift are little-endian.
      bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  private func size(_ question: PropertyArgument?) throws(StatusError) -> Int {
    guard let size = question?.load(UInt32.self) else {
      throw StatusError(kAudioConverterErr_BadPropertySizeError)
    }
    return Int(size)
  }

  /// A quotient, rounded up, or 0 if the divisor is 0.
  private static func quotient(_ dividend: Int, _ divisor: Int) -> Int {
    divisor > 0 ? (dividend + divisor - 1) / divisor : 0
  }
}
