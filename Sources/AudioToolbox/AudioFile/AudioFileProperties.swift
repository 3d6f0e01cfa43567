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

  /// The size of a property value in bytes, found without scanning the file if the header suffices.
  ///
  /// - Returns: The size.
  /// - Throws: `kAudioFileUnsupportedPropertyError` if the file does not have the property.
  func size(of property: AudioFilePropertyID) throws(StatusError) -> Int {
    try lookAhead(property)
    if let size = try header.size(of: property) { return size }
    guard let size = try Self.properties.size(of: property, file) else {
      throw StatusError(kAudioFileUnsupportedPropertyError)
    }
    return size
  }

  /// The value of a property.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - argument: The client's memory, for translation properties.
  /// - Returns: The value.
  /// - Throws: An error that `AudioFileGetProperty` documents.
  func value(
    of property: AudioFilePropertyID, asked argument: PropertyArgument? = nil
  ) throws(StatusError) -> PropertyValue {
    try lookAhead(property)
    guard header.has(property) else { throw StatusError(kAudioFileUnsupportedPropertyError) }
    if let value = header.value(of: property) { return value }
    guard let value = try Self.properties.value(of: property, file, argument) else {
      throw StatusError(kAudioFileUnsupportedPropertyError)
    }
    return value
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
    AudioFileHeader.determines(property) || properties.contains(property)
      || writeOnly.contains(property)
  }

  private static let writeOnly: Set<AudioFilePropertyID> = [
    kAudioFilePropertyReserveDuration, kAudioFilePropertyUseAudioTrack,
  ]

  // MARK: Table

  typealias Table = PropertyTable<PacketFile, Never>

  private static let properties = Table(measured, AudioFileSurroundings.properties, translations)

  /// The properties that may require a scan of the packets.
  private static let measured: [AudioFilePropertyID: Table.Property] = [
    kAudioFilePropertyAudioDataByteCount: measured { (file) throws(PacketError) in
      PropertyValue(try file.audioByteCount())
    },
    kAudioFilePropertyAudioDataPacketCount: measured { (file) throws(PacketError) in
      PropertyValue(try file.packetCount())
    },
    kAudioFilePropertyMaximumPacketSize: measured { (file) throws(PacketError) in
      PropertyValue(UInt32(clamping: try file.maximumPacketSize()))
    },
    kAudioFilePropertyIsOptimized: measured { (file) throws(PacketError) in
      PropertyValue(UInt32(try file.endsWithAudio() ? 1 : 0))
    },
    kAudioFilePropertyEstimatedDuration: measured { (file) throws(PacketError) in
      PropertyValue(try file.duration())
    },
    kAudioFilePropertyBitRate: measured { (file) throws(PacketError) in
      PropertyValue(UInt32(clamping: try file.bitRate()))
    },
    kAudioFilePropertyPacketTableInfo: measured { (file) throws(PacketError) in
      try file.packetTable().map { PropertyValue(AudioFilePacketTableInfo($0)) }
    },
    kAudioFilePropertyInfoDictionary: measured { (file) throws(PacketError) in
      .object(try infoDictionary(of: file))
    },
  ]

  private static func measured(
    _ value: @escaping @Sendable (PacketFile) throws(PacketError) -> PropertyValue?
  ) -> Table.Property {
    .init { (file) throws(StatusError) in
      try withStatus { () throws(PacketError) in try value(file) }
    }
  }

  private static let translations = PacketTranslation.properties.mapValues { translation in
    Table.Property(
      answering: { (file, argument) throws(StatusError) in
        try translation.answer(argument, from: AudioFilePlaces(file: file))
      }
    ).sized { _ in translation.byteCount }
  }

  private static func infoDictionary(of file: PacketFile) throws(PacketError) -> NSDictionary {
    // Tags may follow the audio.
    try file.readSurroundings()
    var values = file.info.tags.values
    values[kAFInfoDictionary_ApproximateDurationInSeconds] = text(seconds: try file.duration())
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
