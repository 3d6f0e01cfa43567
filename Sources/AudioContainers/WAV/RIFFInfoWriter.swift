import AudioModel
import AudioSyntax

/// Writes the body of a `LIST` chunk of type `INFO`.
///
/// Texts are UTF-8. The specification defines a `CSET` chunk for the encoding, but programs do not
/// read it.
///
/// Source: *Multimedia Programming Interface and Data Specifications 1.0*, "INFO List Chunk";
/// `ITRK` and `IWRI` as players write them.
enum RIFFInfoWriter {
  /// Creates the chunk.
  ///
  /// - Parameters:
  ///   - tags: The texts.
  ///   - old: The existing chunks, whose other texts stay.
  /// - Returns: `nil` if the chunk would contain no texts.
  static func chunk(_ tags: Tags, over old: [DataChunk] = []) -> DataChunk? {
    var body: [UInt8] = []
    body.append(FourCC("I", "N", "F", "O"))
    for (key, tag) in identifiers {
      guard let text = tags.values[key.rawValue], !text.isEmpty else { continue }
      append(text, tag, &body)
    }
    if let date = tags.values[Tags.Key.recordedDate.rawValue]
      ?? tags.values[Tags.Key.year.rawValue],
      !date.isEmpty
    {
      append(date, FourCC("I", "C", "R", "D"), &body)
    }
    for list in old { appendOthers(of: list, &body) }
    return body.count > 4 ? DataChunk(FourCC("L", "I", "S", "T"), body) : nil
  }

  /// Appends the texts of a list that do not have one of our keys.
  private static func appendOthers(of list: DataChunk, _ body: inout [UInt8]) {
    let bytes = list.body.span
    var place = 4
    while bytes.count - place >= 8 {
      let byteCount = Int(bytes.littleEndian32(at: place + 4))
      guard byteCount <= bytes.count - place - 8 else { return }
      let tag = bytes.fourCC(at: place)
      if RIFFInfoReader.key(of: tag) == nil {
        let text = DataChunk(tag, bytes.bytes(place + 8..<place + 8 + byteCount))
        body.append(contentsOf: ChunkSyntax.riff.bytes(of: text))
      }
      place += 8 + byteCount + byteCount % 2
    }
  }

  private static func append(_ text: String, _ tag: FourCC, _ body: inout [UInt8]) {
    let bytes = Array(text.utf8.prefix(Tags.longestText - 1)) + [0]
    body.append(contentsOf: ChunkSyntax.riff.bytes(of: DataChunk(tag, bytes)))
  }

  private static let identifiers: [(Tags.Key, FourCC)] = [
    (.title, FourCC("I", "N", "A", "M")),
    (.subtitle, FourCC("I", "S", "B", "J")),
    (.artist, FourCC("I", "A", "R", "T")),
    (.album, FourCC("I", "P", "R", "D")),
    (.trackNumber, FourCC("I", "T", "R", "K")),
    (.genre, FourCC("I", "G", "N", "R")),
    (.comments, FourCC("I", "C", "M", "T")),
    (.composer, FourCC("I", "M", "U", "S")),
    (.lyricist, FourCC("I", "W", "R", "I")),
    (.copyright, FourCC("I", "C", "O", "P")),
    (.encodingApplication, FourCC("I", "S", "F", "T")),
  ]
}
