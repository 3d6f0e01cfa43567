/// Reads the 128-byte tag at the end of many MPEG files.
///
/// Source: ID3v1 as published on id3.org; version 1.1's track number by M. Mutschler's amendment.
enum ID3v1Tag {
  static let byteCount = 128

  /// Reads the tag whose 128 bytes start at `index`.
  static func read(_ bytes: Span<UInt8>, at index: Int) -> Tags {
    var tags = Tags()
    func field(_ offset: Int, _ count: Int) -> String {
      var raw: [UInt8] = []
      for place in index + offset..<index + offset + count { raw.append(bytes[place]) }
      return TagText.latinOrUTF8(raw[...])
    }
    tags.add(field(3, 30), for: .title)
    tags.add(field(33, 30), for: .artist)
    tags.add(field(63, 30), for: .album)
    tags.add(field(93, 4), for: .year)
    let hasTrack = bytes[index + 125] == 0 && bytes[index + 126] != 0
    tags.add(field(97, hasTrack ? 28 : 30), for: .comments)
    if hasTrack { tags.add(String(bytes[index + 126]), for: .trackNumber) }
    if let genre = ID3Genre.name(Int(bytes[index + 127])) { tags.add(genre, for: .genre) }
    return tags
  }
}
