import AudioModel
import AudioSyntax

/// The contents of a track, as far as its boxes have been read.
struct MP4Track: Sendable {
  /// A presented stretch of the track.
  struct Edit: Equatable, Sendable {
    /// Units of the movie's clock.
    var duration: UInt64
    /// Start of the stretch by the track's clock; negative for an empty stretch.
    var mediaTime: Int64
  }

  enum Description: Sendable {
    case none
    case sound(SoundDescription)
    /// All descriptions have unsupported codecs.
    case unsupported
  }

  /// Maximum number of edits to keep.
  ///
  /// Two already show that the track is not played in one go.
  static let editLimit = 16

  var identifier: UInt32 = 0
  /// Whether the movie enables the track.
  private(set) var isEnabled = true
  /// The group of alternatives; 0 without any.
  private(set) var alternateGroup: UInt16 = 0
  /// The language; `nil` if it is undetermined.
  private(set) var language: String?
  var handler: FourCC?
  /// Units per second of the track's clock.
  var timescale: UInt32 = 0
  var description = Description.none
  var edits: [Edit] = []
  /// The duration of the media, in units of the track's clock; 0 if unknown.
  private(set) var mediaDuration: UInt64 = 0
  /// The tracks to which this track refers.
  private(set) var references: [TrackReference] = []
  /// The first sample entry of a track of texts or metadata.
  private(set) var entry: [UInt8] = []
  /// Whether each `dref` entry, up to 64, states that the samples are in this file.
  var dataReferences: [Bool] = []
  var samples = MP4SampleTable()

  init() {}

  /// Whether to keep the sample tables, according to the boxes so far.
  var mayBeSound: Bool {
    if let handler, handler != .soundHandler { return false }
    if case .unsupported = description { return false }
    return true
  }

  /// The track as one of the sound tracks.
  var summary: SoundTrack {
    var summary = SoundTrack(
      identifier: identifier, isEnabled: isEnabled, alternateGroup: alternateGroup,
      language: language, isReadable: sound != nil)
    summary.references = references
    return summary
  }

  /// Whether the samples are texts, which may be chapters of another track.
  var isText: Bool { handler == .textHandler || handler == .subtitleHandler }

  /// Whether the samples are texts or metadata.
  var isTimed: Bool { isText || handler == .metadataHandler }

  /// Identifiers of tracks whose texts are this track's chapters.
  var chapterTracks: [UInt32] {
    references.filter { $0.type == .chap }.flatMap(\.identifiers)
  }

  /// The description, if the samples are in this file.
  var sound: SoundDescription? {
    guard case .sound(let sound) = description, handler == .soundHandler else { return nil }
    let index = sound.dataReference - 1
    guard !dataReferences.indices.contains(index) || dataReferences[index] else { return nil }
    return sound
  }
}

// MARK: - Boxes

extension MP4Track {
  /// Reads the track's number.
  ///
  /// Source: ISO/IEC 14496-12, 8.3.2.
  mutating func readHeader(_ body: Span<UInt8>) {
    let index = body.count > 0 && body[0] == 1 ? 20 : 12
    guard body.count >= index + 4 else { return }
    identifier = body.bigEndian32(at: index)
    isEnabled = body[3] & 1 == 1
    let groupIndex = index == 20 ? 46 : 34
    if body.count >= groupIndex + 2 { alternateGroup = body.bigEndian16(at: groupIndex) }
  }

  /// Maximum number of kinds of references to keep.
  private static let referenceLimit = 16

  /// Reads the numbers of the tracks in a reference.
  ///
  /// Source: ISO/IEC 14496-12, 8.3.3 Track Reference Box; *QuickTime File Format*, "Chapter Lists".
  mutating func readReference(_ body: Span<UInt8>, _ type: FourCC) {
    guard references.count < Self.referenceLimit else { return }
    var identifiers: [UInt32] = []
    for index in stride(from: 0, to: body.count - 3, by: 4) {
      identifiers.append(body.bigEndian32(at: index))
    }
    references.append(TrackReference(type: type, identifiers: identifiers))
  }

  /// Reads the track's time scale, duration and language.
  ///
  /// Source: ISO/IEC 14496-12, 8.4.2.
  mutating func readMediaHeader(_ body: Span<UInt8>) {
    let index = body.count > 0 && body[0] == 1 ? 20 : 12
    if body.count >= index + 4 { timescale = body.bigEndian32(at: index) }
    if index == 20, body.count >= 32 {
      mediaDuration = body.bigEndian64(at: 24)
    } else if index == 12, body.count >= 20 {
      mediaDuration = UInt64(body.bigEndian32(at: 16))
    }
    let languageIndex = index + (index == 20 ? 12 : 8)
    if body.count >= languageIndex + 2 {
      language = MP4Language.text(body.bigEndian16(at: languageIndex))
    }
  }

  /// Reads which data references mean the file itself.
  ///
  /// Source: ISO/IEC 14496-12, 8.7.2.
  mutating func readDataReferences(_ body: Span<UInt8>) {
    guard body.count >= 8, dataReferences.isEmpty else { return }
    var index = 8
    while dataReferences.count < 64, body.count - index >= 12 {
      dataReferences.append(body[index + 11] & 1 == 1)
      let size = body.bigEndian32(at: index)
      guard size >= 12 else { return }
      index += Int(min(size, UInt32(body.count)))
    }
  }

  /// Takes the first description with a supported codec.
  ///
  /// Source: ISO/IEC 14496-12, 8.5.2.
  mutating func readDescriptions(_ body: Span<UInt8>) {
    guard case .none = description, body.count >= 8 else { return }
    if isTimed { return readEntry(body) }
    let hasISOVersion = body[0] >= 1
    var index = 8
    while body.count - index >= 8 {
      let size = min(UInt64(body.bigEndian32(at: index)), UInt64(body.count - index))
      guard size >= 8 else { break }
      let entry = body.extracting(index..<index + Int(size))
      if let sound = SoundDescription(
        entry: entry, hasISOVersion: hasISOVersion, timescale: timescale)
      {
        description = .sound(sound)
        return
      }
      index += Int(size)
    }
    description = .unsupported
  }

  /// Keeps the first description of texts or metadata.
  private mutating func readEntry(_ body: Span<UInt8>) {
    guard body.count >= 16 else { return }
    let size = min(UInt64(body.bigEndian32(at: 8)), UInt64(body.count - 8))
    guard size >= 16 else { return }
    entry = []
    entry.append(body.extracting(8..<8 + Int(size)))
  }
}
