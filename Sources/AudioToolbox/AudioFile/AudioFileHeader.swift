internal import AudioContainers
internal import AudioModel
internal import AudioFiles
internal import CoreAudioTypes
internal import Foundation

/// The properties that are known once a file is open, without a look at its bytes.
///
/// An object, since what a container says of itself is large, and every call for a property asks for it.
final class AudioFileHeader: Sendable {
  let info: ContainerInfo
  /// Which of the file's infos this is: ``PacketFile/infoRevision``.
  let revision: Int

  init(of file: PacketFile) {
    info = file.info
    revision = file.infoRevision
  }

  /// Bytes of a property's value, or `nil` where the file's bytes have to be looked at.
  ///
  /// - Returns: The size.
  /// - Throws: `kAudioFileUnsupportedPropertyError`, where the file has no such property.
  func size(of property: AudioFilePropertyID) throws(StatusError) -> Int? {
    guard has(property) else { throw StatusError(kAudioFileUnsupportedPropertyError) }
    return Self.fixedSizes[property] ?? PacketTranslation(property: property)?.byteCount
      ?? value(of: property)?.byteCount
  }

  /// Whether this file can answer for a property, for all that is known.
  func has(_ property: AudioFilePropertyID) -> Bool {
    switch property {
    case kAudioFilePropertyMagicCookieData: !info.magicCookie.isEmpty
    case kAudioFilePropertyChannelLayout: info.statedChannelLayout != nil
    case kAudioFilePropertyPacketTableInfo: info.trim != nil
    // Compressed audio does not tell what it was made of.
    case kAudioFilePropertySourceBitDepth: info.format.bitsPerChannel > 0
    case kAudioFilePropertyFormatList: true
    case kAudioFilePropertyRegionList, kAudioFilePropertyChunkIDs: info.chunkList == .chunks
    // Chapters are markers where a file has no others.
    case kAudioFilePropertyMarkerList:
      info.chunkList == .chunks || !info.chapterTexts.isEmpty || !info.tags.chapters.isEmpty
    // These may stand behind the audio.
    case kAudioFilePropertyAlbumArtwork, kAudioFilePropertyID3Tag, kAudioFilePropertyID3TagOffset:
      true
    default:
      Self.fixedSizes[property] != nil || PacketTranslation(property: property) != nil
    }
  }

  /// The value of a property, or `nil` where the file's bytes have to be looked at.
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

  /// Properties whose values have one size.
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
