import AudioModel
import AudioSyntax

/// Writes an ID3v2 tag of version 2.4 with texts in UTF-8, or of version 2.3.
///
/// Source: *ID3 tag version 2.4.0 - Main Structure*, 3.1 and 4; *Native Frames*, 4.2, 4.10 and
/// 4.14; *ID3 tag version 2.3.0*, 3.1, 3.3 and 4.
package enum ID3v2Writer {
  /// Creates a whole tag; empty if the tags contain no supported text or picture.
  package static func tag(_ tags: Tags, picture: [UInt8] = []) -> [UInt8] {
    tag(version: 4, frames(tags, picture: picture, version: 4))
  }

  /// Size in bytes at which frames no longer fit in a tag.
  static let mostBytes = 1 << 28

  /// Creates a tag around frames; empty if the frames are missing or too large.
  static func tag(version: UInt8, _ frames: [UInt8]) -> [UInt8] {
    guard !frames.isEmpty, frames.count < mostBytes else { return [] }
    return Array("ID3".utf8) + [version, 0, 0] + size(frames.count, version: 4) + frames
  }

  /// Creates the frames for texts and a front cover.
  static func frames(_ tags: Tags, picture: [UInt8], version: UInt8) -> [UInt8] {
    var frames: [UInt8] = []
    for (key, identifier) in identifiers + dates(version) {
      guard var text = tags.values[key.rawValue], !text.isEmpty else { continue }
      if identifier == "TYER" { text = String(text.prefix(4)) }
      // A more precise date also states the year.
      if identifier == "TDRC", key == .year, tags.values[Tags.Key.recordedDate.rawValue] != nil {
        continue
      }
      frames += frame(identifier, encoded(text, version: version), version: version)
    }
    if let comment = tags.values[Tags.Key.comments.rawValue], !comment.isEmpty {
      // Unknown language, no description.
      let text = encoded(comment, version: version)
      let empty = encoded("", version: version).dropFirst()
      let end: [UInt8] = text[0] == 1 ? [0, 0] : [0]
      let description = text[0] == 1 ? Array(empty) : []
      frames += frame(
        "COMM", [text[0]] + Array("und".utf8) + description + end + text.dropFirst(),
        version: version)
    }
    if let text = SoundCheck.text(tags.values) {
      // iTunes expects digits in ISO 8859-1.
      let body = [0] + Array("eng".utf8) + Array(SoundCheck.tagName.utf8) + [0] + Array(text.utf8)
      frames += frame("COMM", body, version: version)
    }
    if let type = PictureType(picture) {
      // The front cover, without a description.
      frames += frame(
        "APIC", [0] + Array(type.mimeType.utf8) + [0, 3, 0] + picture, version: version)
    }
    return frames
  }

  /// Encodes the byte count of a frame or tag: seven bits per byte, or eight in frames of version
  /// 2.3.
  static func size(_ count: Int, version: UInt8) -> [UInt8] {
    version == 3 ? .big(UInt32(count)) : [21, 14, 7, 0].map { UInt8(count >> $0 & 0x7F) }
  }

  private static func frame(_ identifier: String, _ body: [UInt8], version: UInt8) -> [UInt8] {
    Array(identifier.utf8) + size(body.count, version: version) + [0, 0] + body
  }

  /// Encodes a text after the number of its encoding.
  ///
  /// Version 2.4 uses UTF-8. Version 2.3 uses ISO 8859-1 for ASCII, otherwise UTF-16 with a byte
  /// order mark.
  private static func encoded(_ text: String, version: UInt8) -> [UInt8] {
    guard version == 3 else { return [3] + Array(text.utf8) }
    if text.utf8.allSatisfy({ $0 < 0x80 }), !text.isEmpty { return [0] + Array(text.utf8) }
    return [1, 0xFF, 0xFE] + text.utf16.flatMap { [UInt8].little($0) }
  }

  private static func dates(_ version: UInt8) -> [(Tags.Key, String)] {
    version == 3
      ? [(.year, "TYER"), (.recordedDate, "TRDA")]
      : [(.recordedDate, "TDRC"), (.year, "TDRC")]
  }

  private static let identifiers: [(Tags.Key, String)] = [
    (.title, "TIT2"), (.subtitle, "TIT3"), (.artist, "TPE1"), (.album, "TALB"),
    (.albumArtist, "TPE2"), (.discNumber, "TPOS"),
    (.trackNumber, "TRCK"), (.genre, "TCON"), (.composer, "TCOM"), (.lyricist, "TEXT"),
    (.copyright, "TCOP"), (.encodingApplication, "TSSE"), (.isrc, "TSRC"),
    (.keySignature, "TKEY"), (.tempo, "TBPM"),
  ]
}

/// The format of a picture, detected by its first bytes.
package enum PictureType: Sendable {
  case jpeg
  case png

  package init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else {
      return nil
    }
  }

  var mimeType: String { self == .jpeg ? "image/jpeg" : "image/png" }
}
