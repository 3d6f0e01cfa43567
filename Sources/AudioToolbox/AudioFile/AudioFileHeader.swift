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
    return Self.fixedSizes[property] ?? PacketTranslation(property: property)?.byteCount
      ?? value(of: property)?.byteCount
  }

  /// Whether this file may have a property, as far as is known.
  func has(_ property: AudioFilePropertyID) -> Bool {
    switch property {
    case kAudioFilePropertyMagicCookieData: !info.magicCookie.isEmpty
    case kAudioFilePropertyChannelLayout: info.statedChannelLayout != nil
    case kAudioFilePropertyPacketTableInfo: info.trim != nil
    // Compressed audio does not state the bit depth of its source.
    case kAudioFilePropertySourceBitDepth: info.format.bitsPerChannel > 0
    case kAudioFilePropertyFormatList: true
    case kAudioFilePropertyRegionList, kAudioFilePropertyChunkIDs: info.chunkList == .chunks
    // Chapters serve as markers if a file has no other markers.
    case kAudioFilePropertyMarkerList:
      info.chunkList == .chunks || !info.chapterTexts.isEmpty || !info.tags.chapters.isEmpty
    // These may follow the audio.
    case kAudioFilePropertyAlbumArtwork, kAudioFilePropertyID3Tag, kAudioFilePropertyID3TagOffset:
      true
    default:
      Self.fixedSizes[property] != nil || PacketTranslation(property: property) != nil
    }
  }

  /// The value of a property, or `nil` if the value depends on unread bytes of the file.
  func value(of property: AudioFilePropertyID) -> PropertyValue? {
    switch property {
    case kAudioFilePropertyFileFormat: return PropertyValue(info.fileType.rawValue)
    case kAudioFilePropertyDataFormat:
      return PropertyValue(AudioStreamBasicDescription(info.format))
    case kAudioFilePropertyFormatList:
      return PropertyValue(formatsOf: info)
    case kAudioFilePropertyMagicCookieData: return .bytes(info.magicCookie)
    case kAudioFilePropertyChannelLayout:
      return info.statedChannelLayout.map { PropertyValue($0) }
    case kAudioFilePropertyDataOffset: return PropertyValue(Int64(clamping: info.dataOffset))
    case kAudioFilePropertyPacketSizeUpperBound:
      return PropertyValue(UInt32(clamping: info.packetSizeUpperBound))
    case kAudioFilePropertySourceBitDepth:
      let bits = Int32(clamping: info.format.bitsPerChannel)
      let isFloat = info.format.isLinearPCM && info.format.pcmFlags.contains(.float)
      return PropertyValue(isFloat ? -bits : bits)
    case kAudioFilePropertyDataFormatName:
      return .object(AudioFormatNames.name(of: info.format.formatID.rawValue) as NSString)
    case kAudioFilePropertyAudioTrackCount: return PropertyValue(UInt32(clamping: info.trackCount))
    case kAudioFilePropertyDeferSizeUpdates: return PropertyValue(UInt32(1))
    case kAudioFilePropertyRestrictsRandomAccess: return PropertyValue(UInt32(0))
    default: return nil
    }
  }

  /// The sizes in bytes of properties with a fixed size.
  static let fixedSizes: [AudioFilePropertyID: Int] = [
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
