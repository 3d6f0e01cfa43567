internal import AudioContainers
internal import AudioModel
internal import AudioFiles
internal import CoreAudioTypes
internal import Foundation

/// The properties of the data around the audio: picture, ID3 tag, chunks, markers, and regions.
///
/// Any of these may follow the audio. Finding them requires a look at the end of the file, or a
/// scan of all packets if the file has no packet table.
struct AudioFileSurroundings {
  private let file: PacketFile

  init(of file: PacketFile) {
    self.file = file
  }

  /// The properties of the data around the audio.
  static let properties: [AudioFilePropertyID: AudioFileProperties.Table.Property] = [
    kAudioFilePropertyAlbumArtwork: .init { (file) throws(StatusError) in
      .object(Data(try AudioFileSurroundings(of: file).picture()) as NSData)
    }.sized { (file) throws(StatusError) in
      try AudioFileSurroundings(of: file).requirePicture()
      return MemoryLayout<UInt>.size
    },
    kAudioFilePropertyID3Tag: .init { (file) throws(StatusError) in
      .bytes(try AudioFileSurroundings(of: file).id3TagBytes())
    }.sized { (file) throws(StatusError) in
      try AudioFileSurroundings(of: file).id3TagByteCount()
    },
    kAudioFilePropertyID3TagOffset: .init { (file) throws(StatusError) in
      PropertyValue(Int64(clamping: try AudioFileSurroundings(of: file).id3Tag().offset))
    },
    kAudioFilePropertyChunkIDs: .init { (file) throws(StatusError) in
      try AudioFileSurroundings(of: file).readSurroundings()
      var seen: Set<FourCC> = []
      return PropertyValue(
        list: file.info.chunks.map(\.type).filter { seen.insert($0).inserted }.map(\.rawValue))
    },
    kAudioFilePropertyMarkerList: .init { (file) throws(StatusError) in
      try AudioFileSurroundings(of: file).readSurroundings()
      return PropertyValue(
        markers: try withStatus { () throws(PacketError) in try file.markers() })
    },
    kAudioFilePropertyRegionList: .init { (file) throws(StatusError) in
      try AudioFileSurroundings(of: file).readSurroundings()
      return PropertyValue(regions: file.info.regions)
    },
  ]

  /// The bytes of the picture.
  private func picture() throws(StatusError) -> [UInt8] {
    if let picture = try recordedPicture() { return picture }
    let artwork = try artwork()
    return artwork.picture(try bytes(of: artwork.extent))
  }

  private func requirePicture() throws(StatusError) {
    if try recordedPicture() == nil { _ = try artwork() }
  }

  private func id3TagBytes() throws(StatusError) -> [UInt8] {
    if let tag = try recordedTag() { return tag }
    return try bytes(of: id3Tag())
  }

  private func id3TagByteCount() throws(StatusError) -> Int {
    if let tag = try recordedTag() { return tag.count }
    return Int(clamping: file.byteCount(of: try id3Tag()))
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
