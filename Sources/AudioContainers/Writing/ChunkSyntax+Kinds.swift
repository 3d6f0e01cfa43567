package import AudioModel
import AudioSyntax

/// Classifies chunks by format.
extension ChunkSyntax {
  /// The chunk that holds the audio.
  var audio: FourCC {
    self == .iff ? .aiffSound : .cafData
  }

  /// Whether a chunk is filler, or a rewritten file recreates its contents.
  func isRemade(_ tag: FourCC) -> Bool {
    switch self {
    case .riff: Self.remadeInRIFF.contains(tag)
    case .iff: tag == filler || tag == FourCC("F", "V", "E", "R")
    case .caf: tag == filler || tag == .cafPacketTable
    }
  }

  /// Whether the writer recreates the chunk from the reader's info.
  ///
  /// - Parameters:
  ///   - chunk: The chunk.
  ///   - isFirst: Whether it is the first of its kind in its file.
  /// - Returns: Whether the writer recreates it.
  func isKnown(_ chunk: DataChunk, isFirst: Bool) -> Bool {
    switch self {
    case .riff:
      Self.knownInRIFF.contains(chunk.tag) || chunk.isList(.information)
        || chunk.isList(.associatedData)
    case .iff:
      Self.knownInIFF.contains(chunk.tag) || Self.textsInIFF.contains(chunk.tag) && isFirst
    case .caf: Self.knownInCAF.contains(chunk.tag)
    }
  }

  /// Whether the format reserves this kind of chunk; then clients cannot change it.
  func isReserved(_ tag: FourCC) -> Bool {
    switch self {
    case .riff:
      tag == audio || tag == .list || isRemade(tag) || Self.knownInRIFF.contains(tag)
    case .iff:
      tag == audio || isRemade(tag) || Self.knownInIFF.contains(tag)
        || Self.textsInIFF.contains(tag)
    case .caf: tag == audio || isRemade(tag) || Self.knownInCAF.contains(tag)
    }
  }

  /// Whether a chunk describes individual parts of the audio; then it is invalid for other
  /// audio.
  func isOfSamples(_ tag: FourCC) -> Bool {
    switch self {
    case .riff: ["PEAK", "levl"].contains(tag.description)
    case .iff: tag.description == "PEAK"
    // Source: *Apple Core Audio Format Specification 1.0*, "Overview Chunk", "Peak Chunk".
    case .caf: ["ovvw", "peak"].contains(tag.description)
    }
  }

  private static let remadeInRIFF: Set<FourCC> = [
    FourCC("f", "a", "c", "t"), FourCC("d", "s", "6", "4"), FourCC("J", "U", "N", "K"),
    FourCC("j", "u", "n", "k"), FourCC("F", "L", "L", "R"), FourCC("P", "A", "D", " "),
  ]
  private static let knownInRIFF: Set<FourCC> = [
    .waveFormat, .waveCue, .waveSampler, .lowerID3, .aiffTag,
  ]
  private static let knownInIFF: Set<FourCC> = [
    .aiffCommon, .aiffMarkers, .aiffChannelLayout, .aiffTag,
  ]
  /// Text chunks.
  ///
  /// The reader takes the first of each kind.
  private static let textsInIFF: Set<FourCC> = [
    .aiffName, .aiffAuthor, .aiffCopyright, .aiffAnnotation,
  ]
  private static let knownInCAF: Set<FourCC> = [
    .cafDescription, .cafCookie, .cafChannelLayout, .cafInformation, .cafStrings, .cafMarkers,
    .cafRegions,
  ]
}

extension DataChunk {
  /// Whether the chunk is a `LIST` of a certain type.
  func isList(_ kind: FourCC) -> Bool {
    tag == .list && body.count >= 4 && body.span.fourCC(at: 0) == kind
  }
}

extension FourCC {
  /// Whether the file type's format reserves this kind of chunk.
  ///
  /// - Returns: `nil` if the file type is not a writable list of chunks.
  package func isReserved(inFileOf type: FourCC) -> Bool? {
    ChunkSyntax(fileType: type)?.isReserved(self)
  }

  /// Whether a chunk of this kind becomes invalid if the audio changes.
  package func isOfSamples(inFileOf type: FourCC) -> Bool {
    ChunkSyntax(fileType: type)?.isOfSamples(self) ?? false
  }

  static let list = FourCC("L", "I", "S", "T")
  static let information = FourCC("I", "N", "F", "O")
  static let waveFormat = FourCC("f", "m", "t", " ")
  static let waveCue = FourCC("c", "u", "e", " ")
  static let waveSampler = FourCC("s", "m", "p", "l")
  static let lowerID3 = FourCC("i", "d", "3", " ")
}
