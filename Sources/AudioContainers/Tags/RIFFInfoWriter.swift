import AudioModel

/// Writes the body of a `LIST` chunk of type `INFO`.
///
/// Texts are UTF-8, which the specification leaves to a `CSET` chunk that no program reads.
///
/// Source: *Multimedia Programming Interface and Data Specifications 1.0*, "INFO List Chunk"; `ITRK` and
/// `IWRI` as players write them.
enum RIFFInfoWriter {
  /// The chunk, or `nil` where there is no text that it can hold.
  static func chunk(_ tags: Tags) -> DataChunk? {
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
    return body.count > 4 ? DataChunk(FourCC("L", "I", "S", "T"), body) : nil
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
