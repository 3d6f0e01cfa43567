internal import AudioContainers
internal import AudioModel
internal import AudioFiles
internal import CoreAudioTypes
internal import Foundation

/// A snapshot of the properties of a stream.
struct AudioFileStreamProperties {
  let stream: PacketStream
  let isReady: Bool

  /// The properties to announce after the header, except for `ReadyToProducePackets`, which comes
  /// last.
  var announced: [AudioFileStreamPropertyID] {
    [
      kAudioFileStreamProperty_FileFormat, kAudioFileStreamProperty_DataFormat,
      kAudioFileStreamProperty_FormatList, kAudioFileStreamProperty_MagicCookieData,
      kAudioFileStreamProperty_ChannelLayout, kAudioFileStreamProperty_AudioDataByteCount,
      kAudioFileStreamProperty_AudioDataPacketCount, kAudioFileStreamProperty_MaximumPacketSize,
      kAudioFileStreamProperty_PacketSizeUpperBound, kAudioFileStreamProperty_PacketTableInfo,
      kAudioFileStreamProperty_BitRate, kAudioFileStreamProperty_InfoDictionary,
      kAudioFileStreamProperty_DataOffset,
    ].filter { (try? value(of: $0)) != nil }
  }

  /// The properties to announce at the start of another link of a chain.
  ///
  /// - Parameter isAlike: Whether the link has the same format and decoder as the previous one.
  /// - Returns: The properties with a value.
  func announced(ofLinkThatIsAlike isAlike: Bool) -> [AudioFileStreamPropertyID] {
    let ofFormat = [
      kAudioFileStreamProperty_DataFormat, kAudioFileStreamProperty_FormatList,
      kAudioFileStreamProperty_ChannelLayout, kAudioFileStreamProperty_PacketSizeUpperBound,
    ]
    let ofLink = [
      kAudioFileStreamProperty_MagicCookieData, kAudioFileStreamProperty_PacketTableInfo,
      kAudioFileStreamProperty_InfoDictionary,
    ]
    return ((isAlike ? [] : ofFormat) + ofLink).filter { (try? value(of: $0)) != nil }
  }

  /// The size of a property value in bytes.
  ///
  /// - Returns: The size.
  /// - Throws: A documented status.
  func size(of property: AudioFileStreamPropertyID) throws(StatusError) -> Int {
    if let translation = Self.translation(property) { return translation.byteCount }
    return try value(of: property).byteCount
  }

  /// The value of a property.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - argument: The client's memory, for translation properties.
  /// - Returns: The value.
  /// - Throws: `kAudioFileStreamError_UnsupportedProperty` if the property is unknown;
  ///   `kAudioFileStreamError_DataUnavailable` if more bytes must be parsed first;
  ///   `kAudioFileStreamError_ValueUnknown` if the header does not state the value;
  ///   `kAudioFileStreamError_BadPropertySize` if a translation input has the wrong size.
  func value(
    of property: AudioFileStreamPropertyID, asked argument: PropertyArgument? = nil
  ) throws(StatusError) -> PropertyValue {
    if property == kAudioFileStreamProperty_ReadyToProducePackets {
      return PropertyValue(UInt32(isReady ? 1 : 0))
    }
    guard Self.isKnown(property) else {
      throw StatusError(kAudioFileStreamError_UnsupportedProperty)
    }
    guard let info = stream.info else {
      throw StatusError(kAudioFileStreamError_DataUnavailable)
    }
    if let translation = Self.translation(property) {
      return try translation.answer(
        argument, from: AudioFileStreamPlaces(stream: stream, info: info))
    }
    if let value = headerValue(of: property, info) { return value }
    if let value = runningValue(of: property) { return value }
    let comesWithPackets =
      [kAudioFileStreamProperty_AverageBytesPerPacket, kAudioFileStreamProperty_BitRate]
      .contains(property)
    throw StatusError(
      comesWithPackets && stream.totals.packetCount == 0
        ? kAudioFileStreamError_DataUnavailable : kAudioFileStreamError_ValueUnknown)
  }

  private func headerValue(
    of property: AudioFileStreamPropertyID, _ info: ContainerInfo
  ) -> PropertyValue? {
    switch property {
    case kAudioFileStreamProperty_FileFormat: return PropertyValue(info.fileType.rawValue)
    case kAudioFileStreamProperty_DataFormat:
      return PropertyValue(AudioStreamBasicDescription(info.format))
    case kAudioFileStreamProperty_FormatList:
      return PropertyValue(formatsOf: info)
    case kAudioFileStreamProperty_MagicCookieData:
      return info.magicCookie.isEmpty ? nil : .bytes(info.magicCookie)
    case kAudioFileStreamProperty_ChannelLayout:
      return info.statedChannelLayout.map { PropertyValue($0) }
    case kAudioFileStreamProperty_AudioDataByteCount:
      return info.statedDataByteCount.map { PropertyValue($0) }
    case kAudioFileStreamProperty_AudioDataPacketCount:
      return info.statedPacketCount.map { PropertyValue($0) }
    case kAudioFileStreamProperty_MaximumPacketSize:
      guard info.format.hasConstantPackets else { return nil }
      return PropertyValue(UInt32(clamping: info.format.bytesPerPacket))
    case kAudioFileStreamProperty_PacketSizeUpperBound:
      return PropertyValue(UInt32(clamping: info.packetSizeUpperBound))
    case kAudioFileStreamProperty_DataOffset:
      return PropertyValue(Int64(clamping: info.dataOffset))
    case kAudioFileStreamProperty_PacketTableInfo:
      // 0 valid frames mean that the end is still unknown, although the priming may be known.
      return info.trim.flatMap {
        $0.validFrames > 0
          ? PropertyValue(AudioFilePacketTableInfo($0.filled(in: info)))
          : $0.primingFrames > 0 ? PropertyValue(AudioFilePacketTableInfo($0)) : nil
      }
    case kAudioFileStreamProperty_InfoDictionary:
      return info.tags.values.isEmpty ? nil : .object(info.tags.values as NSDictionary)
    case kAudioFileStreamProperty_RestrictsRandomAccess: return PropertyValue(UInt32(0))
    default: return nil
    }
  }

  /// The value from the packets parsed so far, if the header does not state it.
  private func runningValue(of property: AudioFileStreamPropertyID) -> PropertyValue? {
    switch property {
    case kAudioFileStreamProperty_AverageBytesPerPacket:
      stream.estimates.averagePacketSize.map { PropertyValue($0) }
    case kAudioFileStreamProperty_BitRate:
      stream.estimates.bitRate.map { PropertyValue(UInt32(clamping: $0)) }
    default: nil
    }
  }

  /// The translation for a property, or `nil` for other properties.
  private static func translation(_ property: AudioFileStreamPropertyID) -> PacketTranslation? {
    // The only translation that a stream does not support.
    guard property != kAudioFilePropertyPacketRangeByteCountUpperBound else { return nil }
    return PacketTranslation(property: property)
  }

  private static let known: Set<AudioFileStreamPropertyID> = [
    kAudioFileStreamProperty_ReadyToProducePackets, kAudioFileStreamProperty_FileFormat,
    kAudioFileStreamProperty_DataFormat, kAudioFileStreamProperty_FormatList,
    kAudioFileStreamProperty_MagicCookieData, kAudioFileStreamProperty_AudioDataByteCount,
    kAudioFileStreamProperty_AudioDataPacketCount, kAudioFileStreamProperty_MaximumPacketSize,
    kAudioFileStreamProperty_DataOffset, kAudioFileStreamProperty_ChannelLayout,
    kAudioFileStreamProperty_RestrictsRandomAccess, kAudioFileStreamProperty_PacketTableInfo,
    kAudioFileStreamProperty_PacketSizeUpperBound,
    kAudioFileStreamProperty_AverageBytesPerPacket, kAudioFileStreamProperty_BitRate,
    kAudioFileStreamProperty_InfoDictionary,
  ]

  /// Whether any stream can have a property.
  static func isKnown(_ property: AudioFileStreamPropertyID) -> Bool {
    known.contains(property) || translation(property) != nil
  }
}
