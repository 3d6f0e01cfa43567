import AudioModel

/// Writes a Vorbis comment, without the framing bit that Vorbis itself has behind it.
///
/// Source: *Ogg Vorbis I format specification: comment field and header specification*; names as players use them.
enum VorbisCommentWriter {
  static func body(_ tags: Tags) -> [UInt8] {
    let vendor = Array("OpenCoreAudio".utf8)
    var fields: [[UInt8]] = []
    for (key, name) in names {
      if let text = tags.values[key.rawValue], !text.isEmpty {
        fields.append(Array("\(name)=\(text)".utf8))
      }
    }
    let date = tags.values[Tags.Key.recordedDate.rawValue] ?? tags.values[Tags.Key.year.rawValue]
    if let date, !date.isEmpty { fields.append(Array("DATE=\(date)".utf8)) }
    var bytes: [UInt8] = .little(UInt32(vendor.count))
    bytes += vendor
    bytes.append(little: UInt32(fields.count))
    for field in fields {
      bytes.append(little: UInt32(clamping: field.count))
      bytes += field
    }
    return bytes
  }

  private static let names: [(Tags.Key, String)] = [
    (.title, "TITLE"), (.subtitle, "SUBTITLE"), (.artist, "ARTIST"), (.album, "ALBUM"),
    (.trackNumber, "TRACKNUMBER"), (.genre, "GENRE"), (.comments, "COMMENT"),
    (.composer, "COMPOSER"), (.lyricist, "LYRICIST"), (.copyright, "COPYRIGHT"),
    (.encodingApplication, "ENCODER"), (.isrc, "ISRC"),
  ]
}
