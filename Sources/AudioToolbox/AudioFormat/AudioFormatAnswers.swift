internal import AudioCodecs
internal import AudioContainers
internal import AudioModel
internal import CoreAudioTypes
internal import Foundation

/// Facts about formats, codecs, and layouts, from the codec and layout tables.
enum AudioFormatAnswers {
  /// The value of a property.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - specifier: The subject of the property.
  ///   - question: The client's memory for the answer, which may contain input; `nil` if the client
  ///     requests only the size.
  /// - Returns: The value.
  /// - Throws: An error that `AudioFormatGetProperty` documents.
  static func value(
    of property: AudioFormatPropertyID, _ specifier: AudioFormatSpecifier,
    _ question: PropertyArgument?
  ) throws(StatusError) -> PropertyValue {
    switch property {
    case kAudioFormatProperty_FormatInfo:
      return try unsafe formatInfo(specifier.bytes, question)
    case kAudioFormatProperty_FormatName:
      let format = try unsafe specifier.load(AudioStreamBasicDescription.self)
      return .object(AudioFormatNames.name(of: format.mFormatID) as NSString)
    case kAudioFormatProperty_EncodeFormatIDs:
      return PropertyValue(
        list: [kAudioFormatLinearPCM]
          + EncoderFactory.formatIDs.filter(EncoderFactory.canEncode).map(\.rawValue))
    case kAudioFormatProperty_DecodeFormatIDs:
      return PropertyValue(list: DecoderFactory.formatIDs.map(\.rawValue))
    case kAudioFormatProperty_FormatList, kAudioFormatProperty_OutputFormatList:
      let info = try unsafe specifier.formatInfo()
      return PropertyValue(formats: try formats(info.format, info.cookie))
    case kAudioFormatProperty_FirstPlayableFormatFromList:
      return PropertyValue(
        try firstPlayable(of: unsafe specifier.list(AudioFormatListItem.self)))
    case kAudioFormatProperty_FormatIsVBR, kAudioFormatProperty_FormatIsExternallyFramed,
      kAudioFormatProperty_FormatEmploysDependentPackets, kAudioFormatProperty_FormatIsEncrypted:
      let format = try unsafe specifier.load(AudioStreamBasicDescription.self)
      return PropertyValue(try has(property, FourCC(rawValue: format.mFormatID)) ? 1 : 0 as UInt32)
    default:
      if let value = try unsafe headerValue(of: property, specifier.bytes) { return value }
      if let value = try unsafe codecValue(of: property, specifier) { return value }
      if let value = try unsafe levelValue(of: property, specifier) { return value }
      return try unsafe layoutValue(of: property, specifier)
    }
  }

  /// The index of the first format that a decoder exists for.
  private static func firstPlayable(
    of items: [AudioFormatListItem]
  ) throws(StatusError) -> UInt32 {
    let index = items.firstIndex {
      DecoderFactory.canDecode(FourCC(rawValue: $0.mASBD.mFormatID))
    }
    guard let index else { throw StatusError(kAudioFormatUnsupportedDataFormatError) }
    return UInt32(index)
  }

  /// The value of a property of a header, packet, or tag in memory, or `nil` for other properties.
  private static func headerValue(
    of property: AudioFormatPropertyID, _ header: @autoclosure () -> [UInt8]
  ) throws(StatusError) -> PropertyValue? {
    switch property {
    case kAudioFormatProperty_ASBDFromESDS:
      guard let best = MPEG4Formats.formats(header()).last else {
        throw StatusError(kAudioFormatUnsupportedDataFormatError)
      }
      return PropertyValue(AudioStreamBasicDescription(best.format))
    case kAudioFormatProperty_ChannelLayoutFromESDS:
      guard let layout = MPEG4Formats.formats(header()).last?.channelLayout else {
        throw StatusError(kAudioFormatUnsupportedDataFormatError)
      }
      return PropertyValue(layout)
    case kAudioFormatProperty_ASBDFromMPEGPacket:
      guard let format = MPEGAudioPacket.format(of: header()) else {
        throw StatusError(kAudioFormatUnsupportedDataFormatError)
      }
      return PropertyValue(AudioStreamBasicDescription(format))
    case kAudioFormatProperty_ID3TagSize:
      guard let size = ID3Tag.byteCount(header()) else {
        throw StatusError(kAudioFormatUnsupportedDataFormatError)
      }
      return PropertyValue(UInt32(clamping: size))
    case kAudioFormatProperty_ID3TagToDictionary:
      guard let tags = ID3Tag.texts(header()) else {
        throw StatusError(kAudioFormatUnsupportedDataFormatError)
      }
      return .object(tags as NSDictionary)
    default: return nil
    }
  }

  /// A format, completed from its configuration and its codec.
  private static func formatInfo(
    _ cookie: [UInt8], _ question: PropertyArgument?
  ) throws(StatusError) -> PropertyValue {
    // All values have the same size.
    guard let question else { return PropertyValue(AudioStreamBasicDescription()) }
    guard let partial = question.load(AudioStreamBasicDescription.self) else {
      throw StatusError(kAudioFormatBadPropertySizeError)
    }
    let format = StreamFormat(partial)
    let stated = MPEG4Formats.formats(cookie).first { $0.format.formatID == format.formatID }
    guard let complete = stated?.format ?? format.withUsualFields else {
      throw StatusError(kAudioFormatUnsupportedDataFormatError)
    }
    return PropertyValue(AudioStreamBasicDescription(complete))
  }

  /// The formats that a format can be decoded to, the richest first.
  static func formats(
    _ format: StreamFormat, _ cookie: [UInt8]
  ) throws(StatusError) -> [AudioFormatListItem] {
    let layered = MPEG4Formats.formats(cookie)
    if layered.contains(where: { $0.format.formatID == format.formatID }) {
      return layered.map { AudioFormatListItem($0.format, $0.channelLayout) }
    }
    guard let complete = format.withUsualFields else {
      throw StatusError(kAudioFormatUnsupportedDataFormatError)
    }
    return [
      AudioFormatListItem(complete, .unambiguous(channels: complete.channelCount))
    ]
  }

  /// Whether the packets of a format have a property.
  private static func has(
    _ property: AudioFormatPropertyID, _ formatID: FourCC
  ) throws(StatusError) -> Bool {
    guard let framing = PacketFraming(formatID) else {
      throw StatusError(kAudioFormatUnsupportedDataFormatError)
    }
    return switch property {
    case kAudioFormatProperty_FormatIsVBR: framing != .constant
    case kAudioFormatProperty_FormatIsExternallyFramed: framing == .external
    // Decoders depend on earlier packets, but packets do not name others. No format is encrypted.
    default: false
    }
  }
}
