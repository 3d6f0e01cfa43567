internal import AudioContainers
internal import AudioModel
internal import AudioFiles
internal import CoreAudioTypes
internal import Foundation

/// The properties of an open file.
struct AudioFileProperties {
  let file: PacketFile
  /// The header information when this value was created.
  private let known: AudioFileHeader

  init(of file: PacketFile, _ header: AudioFileHeader) {
    self.file = file
    known = header
  }

  private var header: AudioFileHeader {
    known.revision == file.infoRevision ? known : AudioFileHeader(of: file)
  }
  private var surroundings: AudioFileSurroundings { AudioFileSurroundings(of: file) }

  /// The size of a property value in bytes, found without scanning the file if the header suffices.
  ///
  /// - Returns: The size.
  /// - Throws: `kAudioFileUnsupportedPropertyError` if the file does not have the property.
  func size(of property: AudioFilePropertyID) throws(StatusError) -> Int {
    try lookAhead(property)
    if let size = try header.size(of: property) { return size }
    if let size = try surroundings.size(of: property) { return size }
    return try value(of: property).byteCount
  }

  /// The value of a property.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - argument: The client's memory, for translation properties.
  /// - Returns: The value.
  /// - Throws: A documented status.
  func value(
    of property: AudioFilePropertyID, asked argument: PropertyArgument? = nil
  ) throws(StatusError) -> PropertyValue {
    try lookAhead(property)
    guard header.has(property) else { throw StatusError(kAudioFileUnsupportedPropertyError) }
    if let value = header.value(of: property) { return value }
    if let value = try surroundings.value(of: property) { return value }
    if let value = try measuredValue(of: property) { return value }
    guard let translation = PacketTranslation(property: property) else {
      throw StatusError(kAudioFileUnsupportedPropertyError)
    }
    return try translation.answer(argument, from: AudioFilePlaces(file: file))
  }

  /// Reads ahead if the trim or the layered formats may follow later in the file.
  private func lookAhead(_ property: AudioFilePropertyID) throws(StatusError) {
    switch property {
    case kAudioFilePropertyPacketTableInfo:
      try withStatus { () throws(PacketError) in try file.lookForTrim() }
    case kAudioFilePropertyFormatList: file.lookForLayers()
    default: break
    }
  }

  /// Whether any file can have a property.
  static func isKnown(_ property: AudioFilePropertyID) -> Bool {
    AudioFileHeader.fixedSizes[property] != nil || PacketTranslation(property: property) != nil
      || variable.contains(property)
  }

  /// The properties with values of varying size, and the write-only properties.
  private static let variable: Set<AudioFilePropertyID> = [
    kAudioFilePropertyMagicCookieData, kAudioFilePropertyChannelLayout,
    kAudioFilePropertyFormatList, kAudioFilePropertyMarkerList,
    kAudioFilePropertyRegionList, kAudioFilePropertyChunkIDs, kAudioFilePropertyAlbumArtwork,
    kAudioFilePropertyID3Tag, kAudioFilePropertyID3TagOffset, kAudioFilePropertyReserveDuration,
    kAudioFilePropertyUseAudioTrack,
  ]

  /// The value of a property that may require a scan of the packets.
  private func measuredValue(
    of property: AudioFilePropertyID
  ) throws(StatusError) -> PropertyValue? {
    try withStatus { () throws(PacketError) -> PropertyValue? in
      switch property {
      case kAudioFilePropertyAudioDataByteCount: PropertyValue(try file.audioByteCount())
      case kAudioFilePropertyAudioDataPacketCount: PropertyValue(try file.packetCount())
      case kAudioFilePropertyMaximumPacketSize:
        PropertyValue(UInt32(clamping: try file.maximumPacketSize()))
      case kAudioFilePropertyIsOptimized: PropertyValue(UInt32(try file.endsWithAudio() ? 1 : 0))
      case kAudioFilePropertyEstimatedDuration: PropertyValue(try file.duration())
      case kAudioFilePropertyBitRate: PropertyValue(UInt32(clamping: try file.bitRate()))
      case kAudioFilePropertyPacketTableInfo:
        try file.packetTable().map { PropertyValue(AudioFilePacketTableInfo($0)) }
      case kAudioFilePropertyInfoDictionary: .object(try infoDictionary())
      default: nil
      }
    }
  }

  private func infoDictionary() throws(PacketError) -> NSDictionary {
    // Tags may follow the audio.
    try file.readSurroundings()
    var values = file.info.tags.values
    values[kAFInfoDictionary_ApproximateDurationInSeconds] = Self.text(
      seconds: try file.duration())
    return values as NSDictionary
  }

  /// Formats seconds with three decimals.
  ///
  /// Foundation's formatting would add a megabyte to memory.
  private static func text(seconds: Double) -> String {
    let milliseconds = Int(min(max(seconds, 0) * 1000, 1e15).rounded())
    let fraction = String(milliseconds % 1000)
    let zeros = String(repeating: "0", count: 3 - fraction.utf8.count)
    return "\(milliseconds / 1000).\(zeros)\(fraction)"
  }
}

extension AudioFilePacketTableInfo {
  /// Converts a trim to Apple's structure.
  init(_ trim: FrameTrim) {
    self.init(
      mNumberValidFrames: Int64(clamping: trim.validFrames),
      mPrimingFrames: Int32(clamping: trim.primingFrames),
      mRemainderFrames: Int32(clamping: trim.remainderFrames))
  }
}
