import AudioModel
import AudioSyntax

/// Writes a Vorbis comment, without the framing bit that follows it in Vorbis itself.
///
/// Sources: *Ogg Vorbis I format specification: comment field and header specification*;
/// *VorbisComment* (Xiph.Org wiki), "Cover art"; names as players use them.
enum VorbisCommentWriter {
  /// Creates the comment.
  ///
  /// - Parameters:
  ///   - tags: The texts.
  ///   - picture: A front cover, written as text; possibly empty.
  ///   - channelMask: The loudspeakers of FLAC, if they differ from the default.
  ///   - old: The existing comment, whose vendor and other fields stay.
  /// - Returns: The body of a block or packet.
  static func body(
    _ tags: Tags, picture: [UInt8] = [], channelMask: UInt32? = nil, over old: [UInt8]? = nil
  ) -> [UInt8] {
    let others = old.flatMap(fields)
    let vendor = others?.vendor ?? Array("OpenCoreAudio".utf8)
    var fields: [[UInt8]] = []
    for (key, name) in names {
      if let text = tags.values[key.rawValue], !text.isEmpty {
        fields.append(Array("\(name)=\(text)".utf8))
      }
    }
    let date = tags.values[Tags.Key.recordedDate.rawValue] ?? tags.values[Tags.Key.year.rawValue]
    if let date, !date.isEmpty { fields.append(Array("DATE=\(date)".utf8)) }
    if !picture.isEmpty {
      fields.append(
        Array("METADATA_BLOCK_PICTURE=".utf8) + Base64.text(FLACPicture.block(picture)))
    }
    // Source: RFC 9639, 8.6.2.
    if let channelMask {
      let digits = String(channelMask, radix: 16, uppercase: true)
      fields.append(Array("WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x\(digits)".utf8))
    }
    fields += others?.fields.filter { !hasKey($0) } ?? []
    var bytes: [UInt8] = .little(UInt32(vendor.count))
    bytes += vendor
    bytes.append(little: UInt32(fields.count))
    for field in fields {
      bytes.append(little: UInt32(clamping: field.count))
      bytes += field
    }
    return bytes
  }

  private static func hasKey(_ field: [UInt8]) -> Bool {
    let name = String(decoding: field.prefix { $0 != 0x3D }, as: UTF8.self)
    return VorbisComment.key(of: name.uppercased()) != nil
  }

  /// The vendor and fields of a comment; `nil` if it is invalid.
  private static func fields(_ body: [UInt8]) -> (vendor: [UInt8], fields: [[UInt8]])? {
    let bytes = body.span
    var place = 0
    func text() -> [UInt8]? {
      guard bytes.count - place >= 4 else { return nil }
      let count = Int(bytes.littleEndian32(at: place))
      guard count <= bytes.count - place - 4 else { return nil }
      defer { place += 4 + count }
      return Array(body[place + 4..<place + 4 + count])
    }
    guard let vendor = text(), bytes.count - place >= 4 else { return nil }
    let count = bytes.littleEndian32(at: place)
    place += 4
    var fields: [[UInt8]] = []
    while fields.count < count {
      guard let field = text() else { return nil }
      fields.append(field)
    }
    return (vendor, fields)
  }

  private static let names: [(Tags.Key, String)] = [
    (.title, "TITLE"), (.subtitle, "SUBTITLE"), (.artist, "ARTIST"), (.album, "ALBUM"),
    (.albumArtist, "ALBUMARTIST"), (.discNumber, "DISCNUMBER"),
    (.trackNumber, "TRACKNUMBER"), (.genre, "GENRE"), (.comments, "COMMENT"),
    (.composer, "COMPOSER"), (.lyricist, "LYRICIST"), (.copyright, "COPYRIGHT"),
    (.encodingApplication, "ENCODER"), (.isrc, "ISRC"),
    (.tempo, "BPM"), (.keySignature, "INITIALKEY"),
  ]
}
