internal import AudioCodecs
internal import AudioModel
internal import AudioFiles
internal import AudioProcessing
internal import CoreAudioTypes

/// The properties of a converter.
extension AudioConverterObject {
  private typealias Table = PropertyTable<AudioConverterObject, [UInt8]>

  private static let properties = Table(
    bufferProperties, channelProperties, codecProperties, rateProperties, encoderProperties)

  /// The size of a property value in bytes, and whether the property is writable.
  func propertyInfo(
    _ property: AudioConverterPropertyID
  ) throws(StatusError) -> (size: Int, isWritable: Bool) {
    guard let size = try Self.properties.size(of: property, self) else {
      throw StatusError(kAudioConverterErr_PropertyNotSupported)
    }
    return (size, Self.properties.canSet(property, self))
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
    guard let value = try Self.properties.value(of: property, self, question) else {
      throw StatusError(kAudioConverterErr_PropertyNotSupported)
    }
    return value
  }

  /// Sets a property.
  func set(_ property: AudioConverterPropertyID, to bytes: [UInt8]) throws(StatusError) {
    guard try Self.properties.set(property, of: self, to: bytes) else {
      throw refusal(of: property)
    }
  }

  /// Why a property is not settable: it is read-only, or does not exist.
  func refusal(of property: AudioConverterPropertyID) -> StatusError {
    let isKnown = try? propertyInfo(property)
    return StatusError(
      isKnown == nil
        ? kAudioConverterErr_PropertyNotSupported : kAudioConverterErr_OperationNotSupported)
  }

  // MARK: Table

  private static let bufferProperties: [AudioConverterPropertyID: Table.Property] = [
    kAudioConverterCurrentInputStreamDescription: .init {
      PropertyValue(AudioStreamBasicDescription($0.converter.input))
    },
    kAudioConverterCurrentOutputStreamDescription: .init {
      PropertyValue(AudioStreamBasicDescription($0.converter.output))
    },
    kAudioConverterPropertyMinimumInputBufferSize: largestInputPacket,
    kAudioConverterPropertyMaximumInputPacketSize: largestInputPacket,
    kAudioConverterPropertyMaximumInputBufferSize: .init { _ in PropertyValue(UInt32.max) },
    kAudioConverterPropertyMinimumOutputBufferSize: largestOutputPacket,
    kAudioConverterPropertyMaximumOutputPacketSize: largestOutputPacket,
    kAudioConverterPropertyCalculateInputBufferSize: .init(
      answering: { (object, question) throws(StatusError) in
        PropertyValue(UInt32(clamping: object.inputByteCount(for: try size(question))))
      }
    ).sized { _ in MemoryLayout<UInt32>.size },
    kAudioConverterPropertyCalculateOutputBufferSize: .init(
      answering: { (object, question) throws(StatusError) in
        PropertyValue(UInt32(clamping: object.outputByteCount(for: try size(question))))
      }
    ).sized { _ in MemoryLayout<UInt32>.size },
    kAudioConverterPropertyCanResumeFromInterruption: .init { _ in PropertyValue(1 as UInt32) },
  ]

  private static let largestInputPacket = Table.Property {
    PropertyValue(UInt32(clamping: $0.converter.input.packetSizeUpperBound))
  }

  private static let largestOutputPacket = Table.Property {
    PropertyValue(UInt32(clamping: $0.converter.maximumOutputPacketSize))
  }

  private static let channelProperties: [AudioConverterPropertyID: Table.Property] = [
    kAudioConverterChannelMap: .init(
      { PropertyValue(list: $0.converter.channelMap.map { Int32($0 ?? -1) }) },
      set: { (object, bytes) throws(StatusError) in try object.setChannelMap(bytes) }),
    kAudioConverterPropertyChannelMixMap: .init(
      { PropertyValue(list: $0.mixLevels) },
      set: { (object, bytes) throws(StatusError) in try object.setMixLevels(bytes) }),
    kAudioConverterInputChannelLayout: .init(
      { (object) throws(StatusError) in
        let converter = object.converter
        return PropertyValue(
          try layout(converter.arrangement.input, converter.input.channelCount))
      },
      set: { (object, bytes) throws(StatusError) in
        let channelCount = object.converter.input.channelCount
        object.converter.setInputLayout(try layout(bytes, channelCount))
      }),
    kAudioConverterOutputChannelLayout: .init(
      { (object) throws(StatusError) in
        let converter = object.converter
        return PropertyValue(
          try layout(converter.arrangement.output, converter.output.channelCount))
      },
      set: { (object, bytes) throws(StatusError) in try object.setOutputLayout(bytes) }),
    kAudioConverterPropertyPerformDownmix: .init(
      { PropertyValue($0.converter.arrangement.mixesDown ? 1 : 0 as UInt32) },
      set: { (object, bytes) throws(StatusError) in
        object.converter.arrangement.mixesDown = try word(bytes) != 0
      }),
  ]

  private static let codecProperties: [AudioConverterPropertyID: Table.Property] = [
    kAudioConverterDecompressionMagicCookie: .init(
      { $0.isDecoding ? .bytes($0.converter.magicCookie) : nil }, canSet: { $0.isDecoding },
      set: { (object, bytes) throws(StatusError) in try object.setMagicCookie(bytes) }),
    kAudioConverterCompressionMagicCookie: .init {
      $0.converter.isEncoding ? .bytes($0.converter.outputMagicCookie) : nil
    },
    kAudioConverterPrimeInfo: .init(
      { PropertyValue($0.primeInfo) }, canSet: { $0.isDecoding },
      set: { (object, bytes) throws(StatusError) in try object.setPrimeInfo(bytes) }),
    kAudioConverterPropertyFormatList: .init { (object) throws(StatusError) in
      let converter = object.converter
      guard object.isDecoding else {
        return converter.isEncoding
          ? PropertyValue(AudioFormatListItem(converter.output, converter.arrangement.output))
          : nil
      }
      return PropertyValue(
        formats: try AudioFormatAnswers.formats(converter.input, converter.magicCookie))
    },
  ]

  // MARK: Codecs

  private func setMagicCookie(_ bytes: [UInt8]) throws(StatusError) {
    guard isDecoding else { throw refusal(of: kAudioConverterDecompressionMagicCookie) }
    do throws(CodecError) {
      try converter.setMagicCookie(bytes)
    } catch {
      throw StatusError(error)
    }
  }

  private func setPrimeInfo(_ bytes: [UInt8]) throws(StatusError) {
    guard isDecoding else { throw refusal(of: kAudioConverterPrimeInfo) }
    guard let words = Self.words(bytes), words.count == 2 else {
      throw StatusError(kAudioConverterErr_BadPropertySizeError)
    }
    converter.trim = (leading: Int(words[0]), trailing: Int(words[1]))
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

  // MARK: Sizes

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

  private static func size(_ question: PropertyArgument?) throws(StatusError) -> Int {
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
