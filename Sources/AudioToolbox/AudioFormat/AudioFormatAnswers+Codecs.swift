internal import AudioCodecs
internal import AudioModel
internal import CoreAudioTypes

// Encoders and decoders.
extension AudioFormatAnswers {
  /// The value for any number of channels.
  private static let anyNumber = UInt32.max

  /// The value of a codec property, or `nil` for other properties.
  static func codecValue(
    of property: AudioFormatPropertyID, _ specifier: AudioFormatSpecifier
  ) throws(StatusError) -> PropertyValue? {
    switch property {
    case kAudioFormatProperty_Encoders, kAudioFormatProperty_Decoders:
      let formatID = FourCC(rawValue: try unsafe specifier.load(UInt32.self))
      return codecs(of: formatID, areEncoders: property == kAudioFormatProperty_Encoders)
    case kAudioFormatProperty_AvailableEncodeBitRates:
      let abilities = try abilities(try unsafe specifier.load(UInt32.self))
      return PropertyValue(ranges: abilities.bitRates(sampleRate: 0, channelCount: 0))
    case kAudioFormatProperty_AvailableEncodeSampleRates:
      let abilities = try abilities(try unsafe specifier.load(UInt32.self))
      return PropertyValue(sampleRates: abilities)
    case kAudioFormatProperty_AvailableEncodeChannelLayoutTags:
      let format = try unsafe specifier.load(AudioStreamBasicDescription.self)
      return PropertyValue(
        layoutTags: try abilities(format.mFormatID), channelCount: Int(format.mChannelsPerFrame))
    case kAudioFormatProperty_AvailableEncodeNumberChannels:
      let format = try unsafe specifier.load(AudioStreamBasicDescription.self)
      guard format.mFormatID != kAudioFormatLinearPCM else {
        return PropertyValue(list: [anyNumber])
      }
      let counts = try abilities(format.mFormatID).layouts.keys.sorted()
      return PropertyValue(list: counts.isEmpty ? [anyNumber] : counts.map { UInt32($0) })
    case kAudioFormatProperty_AvailableDecodeNumberChannels:
      let format = try unsafe specifier.load(AudioStreamBasicDescription.self)
      guard let counts = DecoderFactory.channelCounts(of: FourCC(rawValue: format.mFormatID)) else {
        throw StatusError(kAudioFormatUnsupportedDataFormatError)
      }
      return PropertyValue(list: counts.isEmpty ? [anyNumber] : counts.map { UInt32($0) })
    case kAudioFormatProperty_HardwareCodecCapabilities:
      let wanted = try unsafe specifier.list(AudioClassDescription.self)
      return PropertyValue(UInt32(clamping: wanted.prefix(while: isThere).count))
    default: return nil
    }
  }

  /// A list of the available encoders or decoders of a format.
  private static func codecs(of formatID: FourCC, areEncoders: Bool) -> PropertyValue {
    let isThere =
      areEncoders ? EncoderFactory.canEncode(formatID) : DecoderFactory.canDecode(formatID)
    // Linear PCM conversion does not use a codec.
    guard isThere, formatID != .linearPCM else { return .bytes([]) }
    return PropertyValue(
      list: [
        AudioClassDescription(
          mType: areEncoders ? kAudioEncoderComponentType : kAudioDecoderComponentType,
          mSubType: formatID.rawValue, mManufacturer: kAppleSoftwareAudioCodecManufacturer)
      ])
  }

  /// Whether a codec is available.
  ///
  /// Hardware codecs are never available.
  private static func isThere(_ codec: AudioClassDescription) -> Bool {
    let formatID = FourCC(rawValue: codec.mSubType)
    guard codec.mManufacturer == kAppleSoftwareAudioCodecManufacturer, formatID != .linearPCM else {
      return false
    }
    switch codec.mType {
    case kAudioEncoderComponentType: return EncoderFactory.canEncode(formatID)
    case kAudioDecoderComponentType: return DecoderFactory.canDecode(formatID)
    default: return false
    }
  }

  /// The abilities of the encoder for a format.
  private static func abilities(_ formatID: UInt32) throws(StatusError) -> EncoderAbilities {
    guard let abilities = EncoderFactory.abilities(of: FourCC(rawValue: formatID)) else {
      throw StatusError(kAudioFormatUnsupportedDataFormatError)
    }
    return abilities
  }
}

extension PropertyValue {
  /// Creates a list of ranges in bits per second.
  init(ranges: [ClosedRange<Int>]) {
    self.init(
      list: ranges.map {
        AudioValueRange(mMinimum: Double($0.lowerBound), mMaximum: Double($0.upperBound))
      })
  }

  /// Creates the list of an encoder's sample rates; a range from 0 to 0 stands for any rate.
  init(sampleRates abilities: EncoderAbilities) {
    let rates = abilities.sampleRates.isEmpty ? [0] : abilities.sampleRates
    self.init(list: rates.map { AudioValueRange(mMinimum: $0, mMaximum: $0) })
  }

  /// Creates the list of an encoder's layout tags for a channel count, or for all counts if
  /// `channelCount` is 0.
  init(layoutTags abilities: EncoderAbilities, channelCount: Int) {
    let layouts = abilities.layouts.sorted { $0.key < $1.key }
    let wanted = layouts.filter { channelCount == 0 || $0.key == channelCount }.flatMap(\.value)
    self.init(
      list: wanted.map { layout in
        layout.tag == kAudioChannelLayoutTag_UseChannelBitmap
          ? layout.speakers.flatMap { speakers in
            ChannelLayout.tags(of: speakers).first
              ?? ChannelLayout.tags(of: speakers.map(\.usual)).first
          } ?? layout.tag : layout.tag
      })
  }
}
