import AudioModel

/// Writes an ID3v2.4 tag of texts in UTF-8.
///
/// Source: *ID3 tag version 2.4.0 - Main Structure*, 3.1 and 4; *Native Frames*, 4.2, 4.10 and 4.14.
package enum ID3v2Writer {
  /// The whole tag, or no bytes where there is no text that it can hold.
  package static func tag(_ tags: Tags, picture: [UInt8] = []) -> [UInt8] {
    var frames: [UInt8] = []
    for (key, identifier) in identifiers {
      guard let text = tags.values[key.rawValue], !text.isEmpty else { continue }
      frames += frame(identifier, [3] + Array(text.utf8))
    }
    let date = tags.values[Tags.Key.recordedDate.rawValue] ?? tags.values[Tags.Key.year.rawValue]
    if let date, !date.isEmpty { frames += frame("TDRC", [3] + Array(date.utf8)) }
    if let comment = tags.values[Tags.Key.comments.rawValue], !comment.isEmpty {
      // In an unknown language, without a description.
      frames += frame("COMM", [3] + Array("und".utf8) + [0] + Array(comment.utf8))
    }
    if !picture.isEmpty, let type = PictureType(picture) {
      // The front cover, without a description.
      frames += frame("APIC", [3] + Array(type.mimeType.utf8) + [0, 3, 0] + picture)
    }
    guard !frames.isEmpty, frames.count < 1 << 28 else { return [] }
    return Array("ID3".utf8) + [4, 0, 0] + synchronisationSafe(frames.count) + frames
  }

  private static func frame(_ identifier: String, _ body: [UInt8]) -> [UInt8] {
    Array(identifier.utf8) + synchronisationSafe(body.count) + [0, 0] + body
  }

  /// Seven bits a byte.
  private static func synchronisationSafe(_ count: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(count >> $0 & 0x7F) }
  }

  private static let identifiers: [(Tags.Key, String)] = [
    (.title, "TIT2"), (.subtitle, "TIT3"), (.artist, "TPE1"), (.album, "TALB"),
    (.trackNumber, "TRCK"), (.genre, "TCON"), (.composer, "TCOM"), (.lyricist, "TEXT"),
    (.copyright, "TCOP"), (.encodingApplication, "TSSE"), (.isrc, "TSRC"),
    (.keySignature, "TKEY"), (.tempo, "TBPM"),
  ]
}

/// What a picture is, by its first bytes.
enum PictureType: Sendable {
  case jpeg
  case png

  init?(_ bytes: [UInt8]) {
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
