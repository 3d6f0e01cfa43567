internal import AudioContainers
internal import AudioModel
internal import AudioFiles
internal import CoreAudioTypes
internal import Foundation

/// The properties of the data around the audio: picture, ID3 tag, chunks, markers, and regions.
///
/// Any of these may follow the audio. Finding them requires a look at the end of the file, or a
/// scan of packets without a table.
struct AudioFileSurroundings {
  private let file: PacketFile

  init(of file: PacketFile) {
    self.file = file
  }

  /// The size of a property value in bytes, if it is known without reading the value.
  ///
  /// - Returns: The size, or `nil` for other properties.
  /// - Throws: `kAudioFileUnsupportedPropertyError` if the file does not have the property.
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

  /// The value of a property, or `nil` for other properties.
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

  /// The picture set while the file is being written.
  private func recordedPicture() throws(StatusError) -> [UInt8]? {
    guard let picture = file.recorded?.picture else { return nil }
    guard !picture.isEmpty else { throw StatusError(kAudioFileUnsupportedPropertyError) }
    return picture
  }

  /// The ID3 tag set while the file is being written.
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
