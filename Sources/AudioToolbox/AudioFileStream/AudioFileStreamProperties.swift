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
  /// - Throws: An error that `AudioFileStreamGetProperty` documents.
  func size(of property: AudioFileStreamPropertyID) throws(StatusError) -> Int {
    guard Self.isKnown(property) else {
      throw StatusError(kAudioFileStreamError_UnsupportedProperty)
    }
    guard let size = try Self.properties.size(of: property, self) else {
      throw StatusError(kAudioFileStreamError_ValueUnknown)
    }
    return size
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
    guard Self.isKnown(property) else {
      throw StatusError(kAudioFileStreamError_UnsupportedProperty)
    }
    guard let value = try Self.properties.value(of: property, self, argument) else {
      throw StatusError(kAudioFileStreamError_ValueUnknown)
    }
    return value
  }

  /// Whether any stream can have a property.
  static func isKnown(_ property: AudioFileStreamPropertyID) -> Bool {
    properties.contains(property)
  }

  // MARK: Table

  private typealias Table = PropertyTable<AudioFileStreamProperties, Never>

  private static let properties = Table(
    [
      kAudioFileStreamProperty_ReadyToProducePackets: .init {
        PropertyValue(UInt32($0.isReady ? 1 : 0))
      }
    ], headerProperties, runningProperties, translations)

  private static let headerProperties: [AudioFileStreamPropertyID: Table.Property] = [
    kAudioFileStreamProperty_FileFormat: header { PropertyValue($0.fileType.rawValue) },
    kAudioFileStreamProperty_DataFormat: header {
      PropertyValue(AudioStreamBasicDescription($0.format))
    },
    kAudioFileStreamProperty_FormatList: header { PropertyValue(formatsOf: $0) },
    kAudioFileStreamProperty_MagicCookieData: header {
      $0.magicCookie.isEmpty ? nil : .bytes($0.magicCookie)
    },
    kAudioFileStreamProperty_ChannelLayout: header {
      $0.statedChannelLayout.map { PropertyValue($0) }
    },
    kAudioFileStreamProperty_AudioDataByteCount: header {
      $0.statedDataByteCount.map { PropertyValue($0) }
    },
    kAudioFileStreamProperty_AudioDataPacketCount: header {
      $0.statedPacketCount.map { PropertyValue($0) }
    },
    kAudioFileStreamProperty_MaximumPacketSize: header {
      guard $0.format.hasConstantPackets else { return nil }
      return PropertyValue(UInt32(clamping: $0.format.bytesPerPacket))
    },
    kAudioFileStreamProperty_PacketSizeUpperBound: header {
      PropertyValue(UInt32(clamping: $0.packetSizeUpperBound))
    },
    kAudioFileStreamProperty_DataOffset: header { PropertyValue(Int64(clamping: $0.dataOffset)) },
    kAudioFileStreamProperty_PacketTableInfo: header { packetTable($0) },
    kAudioFileStreamProperty_InfoDictionary: header {
      $0.tags.values.isEmpty ? nil : .object($0.tags.values as NSDictionary)
    },
    kAudioFileStreamProperty_RestrictsRandomAccess: header { _ in PropertyValue(UInt32(0)) },
  ]

  /// The properties that come from the packets parsed so far if the header does not state them.
  private static let runningProperties: [AudioFileStreamPropertyID: Table.Property] = [
    kAudioFileStreamProperty_AverageBytesPerPacket: running {
      $0.averagePacketSize.map { PropertyValue($0) }
    },
    kAudioFileStreamProperty_BitRate: running {
      $0.bitRate.map { PropertyValue(UInt32(clamping: $0)) }
    },
  ]

  private static let translations: [AudioFileStreamPropertyID: Table.Property] =
    PacketTranslation.properties
    // The only translation that a stream does not support.
    .filter { $0.key != kAudioFilePropertyPacketRangeByteCountUpperBound }
    .mapValues { translation in
      Table.Property(
        answering: { (properties, argument) throws(StatusError) in
          try translation.answer(
            argument,
            from: AudioFileStreamPlaces(
              stream: properties.stream, info: try properties.parsedHeader()))
        }
      ).sized { _ in translation.byteCount }
    }

  private static func header(
    _ value: @escaping @Sendable (ContainerInfo) -> PropertyValue?
  ) -> Table.Property {
    .init { (properties) throws(StatusError) in value(try properties.parsedHeader()) }
  }

  private static func running(
    _ value: @escaping @Sendable (PacketEstimates) -> PropertyValue?
  ) -> Table.Property {
    .init { (properties) throws(StatusError) in
      _ = try properties.parsedHeader()
      let value = value(properties.stream.estimates)
      guard value != nil || properties.stream.totals.packetCount > 0 else {
        throw StatusError(kAudioFileStreamError_DataUnavailable)
      }
      return value
    }
  }

  private func parsedHeader() throws(StatusError) -> ContainerInfo {
    guard let info = stream.info else {
      throw StatusError(kAudioFileStreamError_DataUnavailable)
    }
    return info
  }

  private static func packetTable(_ info: ContainerInfo) -> PropertyValue? {
    // 0 valid frames mean that the end is still unknown, although the priming may be known.
    info.trim.flatMap {
      $0.validFrames > 0
        ? PropertyValue(AudioFilePacketTableInfo($0.filled(in: info)))
        : $0.primingFrames > 0 ? PropertyValue(AudioFilePacketTableInfo($0)) : nil
    }
  }
}
