internal import AudioContainers
internal import AudioModel
internal import AudioFiles
internal import CoreAudioTypes
internal import Foundation

/// The properties that tell what stands around the audio: picture, ID3 tag, chunks, markers, regions.
///
/// Any of these may stand behind the audio, so that the end of the file is looked at, or packets without a table are walked over, to find them.
struct AudioFileSurroundings {
  private let file: PacketFile

  init(of file: PacketFile) {
    self.file = file
  }

  /// Bytes of a property's value, where the value need not be read for that.
  ///
  /// - Returns: `nil` for properties of another kind.
  /// - Throws: `kAudioFileUnsupportedPropertyError`, where the file has no such thing.
  func size(of property: AudioFilePropertyID) throws(StatusError) -> Int? {
    switch property {
    case kAudioFilePropertyAlbumArtwork:
      if try recordedPicture() == nil { _ = try artwork() }
      return MemoryLayout<UInt>.size
    case kAudioFilePropertyID3Tag:
      if let tag = try recordedTag() { return tag.count }
      return Int(clamping: file.byteCount(of: try id3Tag()))
    default: return nil
    }
  }

  /// The value of a property, or `nil` for properties of another kind.
  ///
  /// - Returns: The value.
  /// - Throws: A documented status.
  func value(of property: AudioFilePropertyID) throws(StatusError) -> PropertyValue? {
    switch property {
    case kAudioFilePropertyAlbumArtwork:
      if let picture = try recordedPicture() { return .object(Data(picture) as NSData) }
      let artwork = try artwork()
      let bytes = artwork.picture(try bytes(of: artwork.extent))
      return .object(Data(bytes) as NSData)
    case kAudioFilePropertyID3Tag:
      if let tag = try recordedTag() { return .bytes(tag) }
      return .bytes(try bytes(of: id3Tag()))
    case kAudioFilePropertyID3TagOffset:
      return PropertyValue(Int64(clamping: try id3Tag().offset))
    case kAudioFilePropertyChunkIDs:
      try readSurroundings()
      var seen: Set<FourCC> = []
      return PropertyValue(
        list: file.info.chunks.map(\.type).filter { seen.insert($0).inserted }.map(\.rawValue))
    case kAudioFilePropertyMarkerList:
      try readSurroundings()
      return PropertyValue(
        markers: try withStatus { () throws(PacketError) in try file.markers() })
    case kAudioFilePropertyRegionList:
      try readSurroundings()
      return PropertyValue(regions: file.info.regions)
    default: return nil
    }
  }

  /// The picture of a file that is being written.
  private func recordedPicture() throws(StatusError) -> [UInt8]? {
    guard let picture = file.recorded?.picture else { return nil }
    guard !picture.isEmpty else { throw StatusError(kAudioFileUnsupportedPropertyError) }
    return picture
  }

  /// The ID3 tag of a file that is being written.
  private func recordedTag() throws(StatusError) -> [UInt8]? {
    guard let tag = file.recorded?.id3Tag else { return nil }
    guard !tag.isEmpty else { throw StatusError(kAudioFileUnsupportedPropertyError) }
    return tag
  }

  private func artwork() throws(StatusError) -> Artwork {
    if file.info.tags.artwork == nil { try readSurroundings() }
    guard let artwork = file.info.tags.artwork else {
      throw StatusError(kAudioFileUnsupportedPropertyError)
    }
    return artwork
  }

  private func id3Tag() throws(StatusError) -> FileExtent {
    if file.info.tags.id3Tag == nil { try readSurroundings() }
    guard let tag = file.info.tags.id3Tag else {
      throw StatusError(kAudioFileUnsupportedPropertyError)
    }
    return tag
  }

  private func readSurroundings() throws(StatusError) {
    try withStatus { () throws(PacketError) in try file.readSurroundings() }
  }

  private func bytes(of extent: FileExtent) throws(StatusError) -> [UInt8] {
    try withStatus { () throws(PacketError) in try file.bytes(of: extent) }
  }
}
