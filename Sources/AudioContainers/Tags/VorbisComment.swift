import AudioSyntax

/// Reads the texts of a Vorbis comment, which FLAC and Ogg streams use.
///
/// Source: *Ogg Vorbis I format specification: comment field and header specification* (Xiph.Org);
/// further names by common use.
enum VorbisComment {
  /// Reads a comment, without the framing bit of Vorbis.
  ///
  /// The first value of a key counts.
  static func read(_ body: Span<UInt8>) -> Tags {
    var tags = Tags()
    guard var fields = Fields(body) else { return tags }
    var chapters = VorbisChapters()
    while let field = fields.next(body) { add(body, field, to: &tags, &chapters) }
    tags.chapters = chapters.chapters
    return tags
  }

  /// The loudspeakers in a FLAC comment, as `WAVEFORMATEXTENSIBLE` bits; `nil` if it does not state
  /// them.
  ///
  /// Source: RFC 9639, 8.6.2: the field holds `0x` and a hexadecimal number.
  static func channelMask(_ body: Span<UInt8>) -> UInt32? {
    let name = "WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x"
    guard var fields = Fields(body) else { return nil }
    while let field = fields.next(body) {
      guard field.count > name.utf8.count, field.count <= name.utf8.count + 8 else { continue }
      let text = String(decoding: body.bytes(field), as: UTF8.self)
      guard text.lowercased().hasPrefix(name.lowercased()) else { continue }
      let digits = text.dropFirst(name.count)
      return digits.allSatisfy(\.isHexDigit) ? UInt32(digits, radix: 16) : nil
    }
    return nil
  }

  /// Iterates over the fields of a comment.
  struct Fields {
    private var place: Int
    private var left: UInt32

    init?(_ body: Span<UInt8>) {
      guard body.count >= 4 else { return nil }
      place = 4 + Int(body.littleEndian32(at: 0))
      guard body.count - place >= 4 else { return nil }
      left = body.littleEndian32(at: place)
      place += 4
    }

    /// The range of the next field, or `nil` after the last complete one.
    mutating func next(_ body: Span<UInt8>) -> Range<Int>? {
      guard left > 0, body.count - place >= 4 else { return nil }
      let start = place + 4
      let byteCount = Int(body.littleEndian32(at: place))
      guard byteCount <= body.count - start else { return nil }
      place = start + byteCount
      left -= 1
      return start..<place
    }
  }

  private static func add(
    _ body: Span<UInt8>, _ range: Range<Int>, to tags: inout Tags, _ chapters: inout VorbisChapters
  ) {
    var name = ""
    var place = range.lowerBound
    // All known names are shorter.
    let limit = min(range.upperBound, range.lowerBound + 16)
    while place < limit, body[place] != 0x3D {
      let byte = body[place]
      let isSmall = (0x61...0x7A).contains(byte)
      name.unicodeScalars.append(Unicode.Scalar(isSmall ? byte - 0x20 : byte))
      place += 1
    }
    guard place < limit else { return }
    let (key, chapter) = (key(of: name), VorbisChapters.Field(name))
    guard key != nil || chapter != nil else { return }
    let end = min(range.upperBound, place + 1 + Tags.longestText(of: key))
    let text = String(decoding: body.bytes(place + 1..<end), as: UTF8.self)
    if let chapter { chapters.add(text, for: chapter) }
    guard let key else { return }
    guard key != .year else { return tags.add(date: text) }
    tags.add(text, for: key)
  }

  /// The key of a field with an uppercase name; `nil` if the name is unknown.
  static func key(of name: String) -> Tags.Key? {
    switch name {
    case "TITLE": .title
    case "SUBTITLE": .subtitle
    case "ARTIST": .artist
    case "ALBUM": .album
    case "ALBUMARTIST", "ALBUM ARTIST": .albumArtist
    case "DISCNUMBER": .discNumber
    case "TRACKNUMBER": .trackNumber
    case "DATE", "YEAR": .year
    case "GENRE": .genre
    case "COMMENT", "DESCRIPTION": .comments
    case "COMPOSER": .composer
    case "LYRICIST": .lyricist
    case "LYRICS", "UNSYNCEDLYRICS": .lyrics
    case "COPYRIGHT": .copyright
    case "ISRC": .isrc
    case "BPM": .tempo
    case "KEY", "INITIALKEY": .keySignature
    case "ENCODER": .encodingApplication
    default: nil
    }
  }
}
