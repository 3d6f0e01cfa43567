internal import AudioContainers
internal import AudioModel
internal import AudioFiles
internal import CoreAudioTypes
internal import Foundation

/// The properties known after opening a file, without reading more of its bytes.
///
/// This type is a class because container information is large and every property call needs it.
final class AudioFileHeader: Sendable {
  let info: ContainerInfo
  /// The revision of the file's information, from ``PacketFile/infoRevision``.
  let revision: Int

  init(of file: PacketFile) {
    info = file.info
    revision = file.infoRevision
  }

  /// The size of a property value in bytes, or `nil` if the size depends on unread bytes of the
  /// file.
  ///
  /// - Returns: The size.
  /// - Throws: `kAudioFileUnsupportedPropertyError` if the file does not have the property.
  func size(of property: AudioFilePropertyID) throws(StatusError) -> Int? {
    guard has(property) else { throw StatusError(kAudioFileUnsupportedPropertyError) }
    return Self.fixedSizes[property] ?? PacketTranslation.properties[property]?.byteCount
      ?? value(of: property)?.byteCount
  }

  /// Whether this file may have a property, as far as is known.
  func has(_ property: AudioFilePropertyID) -> Bool {
    if let condition = Self.conditions[property] { return condition(info) }
    return Self.fixedSizes[property] != nil || PacketTranslation.properties[property] != nil
  }

  /// The value of a property, or `nil` if the value depends on unread bytes of the file.
  func value(of property: AudioFilePropertyID) -> PropertyValue? {
    Self.values[property]?(info)
  }

  /// Whether the header determines the value of a property.
  static func determines(_ property: AudioFilePropertyID) -> Bool { values[property] != nil }

  // MARK: Tables

  /// Whether a file may have a property, for properties that are optional or vary in size.
  private static let conditions: [AudioFilePropertyID: @Sendable (ContainerInfo) -> Bool] = [
    kAudioFilePropertyMagicCookieData: { !$0.magicCookie.isEmpty },
    kAudioFilePropertyChannelLayout: { $0.statedChannelLayout != nil },
    kAudioFilePropertyPacketTableInfo: { $0.trim != nil },
    // Compressed audio does not state the bit depth of its source.
    kAudioFilePropertySourceBitDepth: { $0.format.bitsPerChannel > 0 },
    kAudioFilePropertyFormatList: { _ in true },
    kAudioFilePropertyRegionList: { $0.chunkList == .chunks },
    kAudioFilePropertyChunkIDs: { $0.chunkList == .chunks },
    // Chapters serve as markers if a file has no other markers.
    kAudioFilePropertyMarkerList: {
      $0.chunkList == .chunks || !$0.chapterTexts.isEmpty || !$0.tags.chapters.isEmpty
    },
    // These may follow the audio.
    kAudioFilePropertyAlbumArtwork: { _ in true },
    kAudioFilePropertyID3Tag: { _ in true },
    kAudioFilePropertyID3TagOffset: { _ in true },
  ]

  /// The values that the header determines.
  private static let values: [AudioFilePropertyID: @Sendable (ContainerInfo) -> PropertyValue?] = [
    kAudioFilePropertyFileFormat: { PropertyValue($0.fileType.rawValue) },
    kAudioFilePropertyDataFormat: { PropertyValue(AudioStreamBasicDescription($0.format)) },
    kAudioFilePropertyFormatList: { PropertyValue(formatsOf: $0) },
    kAudioFilePropertyMagicCookieData: { .bytes($0.magicCookie) },
    kAudioFilePropertyChannelLayout: { $0.statedChannelLayout.map { PropertyValue($0) } },
    kAudioFilePropertyDataOffset: { PropertyValue(Int64(clamping: $0.dataOffset)) },
    kAudioFilePropertyPacketSizeUpperBound: {
      PropertyValue(UInt32(clamping: $0.packetSizeUpperBound))
    },
    kAudioFilePropertySourceBitDepth: { info in
      let bits = Int32(clamping: info.format.bitsPerChannel)
      let isFloat = info.format.isLinearPCM && info.format.pcmFlags.contains(.float)
      return PropertyValue(isFloat ? -bits : bits)
    },
    kAudioFilePropertyDataFormatName: {
      .object(AudioFormatNames.name(of: $0.format.formatID.rawValue) as NSString)
    },
    kAudioFilePropertyAudioTrackCount: { PropertyValue(UInt32(clamping: $0.trackCount)) },
    kAudioFilePropertyDeferSizeUpdates: { _ in PropertyValue(UInt32(1)) },
    kAudioFilePropertyRestrictsRandomAccess: { _ in PropertyValue(UInt32(0)) },
  ]

  /// The sizes in bytes of properties with a fixed size.
  private static let fixedSizes: [AudioFilePropertyID: Int] = [
    kAudioFilePropertyFileFormat: MemoryLayout<AudioFileTypeID>.size,
    kAudioFilePropertyDataFormat: MemoryLayout<AudioStreamBasicDescription>.size,
    kAudioFilePropertyIsOptimized: MemoryLayout<UInt32>.size,
    kAudioFilePropertyAudioDataByteCount: MemoryLayout<UInt64>.size,
    kAudioFilePropertyAudioDataPacketCount: MemoryLayout<UInt64>.size,
    kAudioFilePropertyMaximumPacketSize: MemoryLayout<UInt32>.size,
    kAudioFilePropertyDataOffset: MemoryLayout<Int64>.size,
    kAudioFilePropertyDeferSizeUpdates: MemoryLayout<UInt32>.size,
    kAudioFilePropertyDataFormatName: MemoryLayout<UInt>.size,
    kAudioFilePropertyInfoDictionary: MemoryLayout<UInt>.size,
    kAudioFilePropertyPacketTableInfo: MemoryLayout<AudioFilePacketTableInfo>.size,
    kAudioFilePropertyPacketSizeUpperBound: MemoryLayout<UInt32>.size,
    kAudioFilePropertyEstimatedDuration: MemoryLayout<Float64>.size,
    kAudioFilePropertyBitRate: MemoryLayout<UInt32>.size,
    kAudioFilePropertySourceBitDepth: MemoryLayout<Int32>.size,
    kAudioFilePropertyAudioTrackCount: MemoryLayout<UInt32>.size,
    kAudioFilePropertyRestrictsRandomAccess: MemoryLayout<UInt32>.size,
  ]
}
