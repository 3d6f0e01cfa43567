import AudioSyntax

/// The header of an ID3v2 frame.
///
/// Source: ID3v2.4.0 main structure, section 4; ID3v2.3.0, section 3.3; ID3v2.2.0, section 3.2.
struct ID3v2FrameHeader: Sendable {
  private enum Meaning {
    case text(Tags.Key)
    case date
    case genre
    case duration
    case comment
    case lyrics
    case userText
    case picture
    case chapter
  }

  /// Bytes of the body: as stored in the file since version 2.4, after resynchronization in older
  /// versions.
  var byteCount: Int
  private var meaning: Meaning?
  private(set) var isUnsynchronised = false
  /// Bytes of the body before the text: a group's number, a length.
  private(set) var prefixByteCount = 0
  private let version: UInt8
  /// The version that defines the frame's name and picture format.
  ///
  /// iTunes wrote names of version 2.2 in tags of version 2.3, with a zero after each name.
  let contentVersion: UInt8

  /// Reads a header of six bytes (2.2) or ten; `nil` for padding or invalid bytes.
  init?(_ bytes: [UInt8], version: UInt8) {
    let isShort = version == 2 || Self.isShortName(bytes)
    let identifier = bytes.prefix(isShort ? 3 : 4)
    guard Self.isName(identifier) else { return nil }
    self.version = version
    contentVersion = isShort ? 2 : version
    meaning = Self.meaning(of: String(decoding: identifier, as: UTF8.self))
    guard version > 2 else {
      byteCount = Int(bigEndian32([0] + bytes[3..<6]))
      return
    }
    let size = bigEndian32(Array(bytes[4..<8]))
    // Some writers of 2.4 store the size as in 2.3, which a set top bit reveals.
    byteCount = version == 4 ? ID3v2Header.synchsafe(size) ?? Int(size) : Int(size)
    readFlags(bytes[9], version: version)
  }

  /// Whether all characters are capital letters or digits.
  static func isName(_ identifier: some Collection<UInt8>) -> Bool {
    identifier.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
  }

  /// Whether a name of three characters replaces the expected four.
  private static func isShortName(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 4 && isName(bytes.prefix(3)) && (bytes[3] == 0 || bytes[3] == 0x20)
  }

  private mutating func readFlags(_ flags: UInt8, version: UInt8) {
    let isCoded = version == 4 ? flags & 0x0C != 0 : flags & 0xC0 != 0
    let isGrouped = version == 4 ? flags & 0x40 != 0 : flags & 0x20 != 0
    // Compressed or encrypted text cannot be shown.
    if isCoded { meaning = nil }
    prefixByteCount = (isGrouped ? 1 : 0) + (version == 4 && flags & 0x01 != 0 ? 4 : 0)
    isUnsynchronised = version == 4 && flags & 0x02 != 0
  }

  /// Whether the body is of a supported kind.
  var isWanted: Bool { meaning != nil }
  /// Whether the body is a picture.
  var isPicture: Bool {
    if case .picture = meaning { true } else { false }
  }

  /// Maximum number of bytes of the body to examine.
  var longestBody: Int {
    switch meaning {
    case .picture: ID3v2Picture.longestHead
    case .lyrics: Tags.longestLyrics
    default: Tags.longestText
    }
  }

  /// Whether the body is a text with a key, other than a comment, lyrics, or the duration.
  var isText: Bool {
    switch meaning {
    case .text, .date, .genre: true
    default: false
    }
  }

  /// Adds the contents of the body.
  ///
  /// - Parameters:
  ///   - body: Its bytes, possibly truncated.
  ///   - isUnsynchronised: Whether the tag states that all frames are unsynchronised.
  ///   - tags: Receives the value.
  func add(_ body: ArraySlice<UInt8>, isUnsynchronised: Bool, to tags: inout Tags) {
    var bytes = body.dropFirst(prefixByteCount)
    if isUnsynchronised || self.isUnsynchronised { bytes = ID3v2Header.resynchronised(bytes)[...] }
    switch meaning {
    case .text(let key): tags.add(TagText.values(bytes).joined(separator: "/"), for: key)
    case .date: tags.add(date: TagText.values(bytes).first ?? "")
    case .genre:
      let names = TagText.values(bytes).map(ID3Genre.name(ofContentType:))
      tags.add(names.joined(separator: "/"), for: .genre)
    case .duration: addDuration(bytes, to: &tags)
    case .comment: addComment(bytes, to: &tags)
    case .lyrics: addLyrics(bytes, to: &tags)
    case .userText: addUserText(bytes, to: &tags)
    case .chapter: addChapter(bytes, to: &tags)
    case .picture, nil: break
    }
  }

  /// Converts milliseconds to seconds.
  private func addDuration(_ bytes: ArraySlice<UInt8>, to tags: inout Tags) {
    guard let text = TagText.values(bytes).first, let milliseconds = UInt64(text) else { return }
    let fraction = String(milliseconds % 1000 + 1000).dropFirst()
    let seconds = String(milliseconds / 1000)
    tags.add(milliseconds % 1000 == 0 ? seconds : "\(seconds).\(fraction)", for: .duration)
  }

  /// Reads an encoding, a language of three letters, a description, and a text.
  ///
  /// A description that starts with `iTun` marks a private comment of iTunes, which is left out.
  /// Exceptions are those for Sound Check and gapless playback.
  private func addComment(_ bytes: ArraySlice<UInt8>, to tags: inout Tags) {
    guard bytes.count >= 4, let encoding = bytes.first else { return }
    let (description, text) = TagText.split(bytes.dropFirst(4), encoding: encoding)
    let value = TagText.values(text, encoding: encoding).joined(separator: "/")
    addProgramText(value, named: description, to: &tags)
    guard !description.hasPrefix("iTun") else { return }
    tags.add(value, for: .comments)
  }

  /// Reads an encoding, a language of three letters, a description, and the words.
  ///
  /// Source: ID3v2.4.0 native frames, 4.8.
  private func addLyrics(_ bytes: ArraySlice<UInt8>, to tags: inout Tags) {
    guard bytes.count >= 4, let encoding = bytes.first else { return }
    let (_, text) = TagText.split(bytes.dropFirst(4), encoding: encoding)
    tags.add(TagText.values(text, encoding: encoding).joined(separator: "\n"), for: .lyrics)
  }

  /// Reads an encoding, a description, and a text, which some programs use instead of a private
  /// comment.
  private func addUserText(_ bytes: ArraySlice<UInt8>, to tags: inout Tags) {
    guard let encoding = bytes.first else { return }
    let (description, text) = TagText.split(bytes.dropFirst(), encoding: encoding)
    let value = TagText.values(text, encoding: encoding).joined(separator: "/")
    addProgramText(value, named: description, to: &tags)
  }

  private func addProgramText(_ text: String, named name: String, to tags: inout Tags) {
    switch name {
    case SoundCheck.tagName: tags.add(soundCheck: text)
    case GaplessInfo.tagName: tags.gapless = tags.gapless ?? GaplessInfo(text)
    default: break
    }
  }

  /// Reads an identifier, times in milliseconds, offsets in bytes, and frames, including the title.
  ///
  /// Source: ID3v2 Chapter Frame Addendum 1.0, 3.1.
  private func addChapter(_ bytes: ArraySlice<UInt8>, to tags: inout Tags) {
    var rest = TagText.split(bytes, encoding: 0).rest
    guard rest.count >= 16 else { return }
    let start = Double(bigEndian32(Array(rest.prefix(4)))) / 1000
    rest = rest.dropFirst(16)
    var inner = Tags()
    while rest.count > 10 {
      guard let frame = ID3v2FrameHeader(Array(rest.prefix(10)), version: version) else { break }
      rest = rest.dropFirst(10)
      if case .text(.title) = frame.meaning {
        frame.add(rest.prefix(frame.byteCount), isUnsynchronised: false, to: &inner)
      }
      rest = rest.dropFirst(frame.byteCount)
    }
    tags.chapters.append(Chapter(start: start, title: inner.values[Tags.Key.title.rawValue] ?? ""))
  }

  private static func meaning(of identifier: String) -> Meaning? {
    switch identifier {
    case "TIT2", "TT2": .text(.title)
    case "TIT3", "TT3": .text(.subtitle)
    case "TPE1", "TP1": .text(.artist)
    case "TPE2", "TP2": .text(.albumArtist)
    case "TALB", "TAL": .text(.album)
    case "TPOS", "TPA": .text(.discNumber)
    case "TRCK", "TRK": .text(.trackNumber)
    case "TCOM", "TCM": .text(.composer)
    case "TCOP", "TCR": .text(.copyright)
    case "TSSE", "TSS": .text(.encodingApplication)
    case "TBPM", "TBP": .text(.tempo)
    case "TKEY", "TKE": .text(.keySignature)
    case "TEXT", "TXT": .text(.lyricist)
    case "TSRC", "TRC": .text(.isrc)
    case "TRDA", "TRD": .text(.recordedDate)
    case "TYER", "TYE", "TDRC": .date
    case "TCON", "TCO": .genre
    case "TLEN", "TLE": .duration
    case "COMM", "COM": .comment
    case "USLT", "ULT": .lyrics
    case "TXXX", "TXX": .userText
    case "APIC", "PIC": .picture
    case "CHAP": .chapter
    default: nil
    }
  }
}
