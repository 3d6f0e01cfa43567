import AudioSyntax

/// Reads the text items of an APEv2 tag that starts with its header, and the location of its front
/// cover.
///
/// Source: "APEv2 specification", Hydrogenaudio wiki: APE tags header, APE tag item; "APE key",
/// Cover Art.
struct APETagReader: Sendable {
  static let headerByteCount = 32
  /// Maximum length in bytes of a file name before a picture.
  private static let longestName = 512

  private(set) var tags = Tags()
  /// End of the tag including its footer; `nil` before the header.
  private var tagEnd: UInt64?

  /// Continues reading, and advances `view`.
  ///
  /// - Returns: Bytes needed, or `nil` after `view` reaches the tag's end.
  mutating func read(_ view: inout WindowView) -> Int? {
    while true {
      guard let tagEnd else {
        guard view.holds(Self.headerByteCount) else { return missing(Self.headerByteCount, &view) }
        readHeader(&view)
        continue
      }
      // The footer has the same length as the header.
      let left = tagEnd - min(view.position, tagEnd)
      guard left > UInt64(Self.headerByteCount) else { return end(&view) }
      let longestHeader = Int(min(left, 8 + 256))
      guard view.holds(longestHeader) else { return missing(longestHeader, &view) }
      guard let item = Item(view.bytes, at: view.index, headerLimit: longestHeader),
        UInt64(item.headerByteCount + item.byteCount) <= left
      else { return end(&view) }
      if let key = item.key {
        let count = item.headerByteCount + min(item.byteCount, Tags.longestText(of: key))
        guard view.holds(count) else { return missing(count, &view) }
        add(item, key, view)
      }
      if item.isFrontCover {
        let count = item.headerByteCount + min(item.byteCount, Self.longestName)
        guard view.holds(count) else { return missing(count, &view) }
        addCover(item, view)
      }
      let byteCount = UInt64(item.headerByteCount + item.byteCount)
      view.advance(to: view.position.clampedAdding(byteCount))
    }
  }

  private mutating func readHeader(_ view: inout WindowView) {
    let size = UInt64(view.bytes.littleEndian32(at: view.index + 12))
    let isHeader = view.bytes.littleEndian32(at: view.index + 20) & 1 << 29 != 0
    let start = view.position.clampedAdding(UInt64(Self.headerByteCount))
    // A footer without a header ends here. Its items have already passed.
    tagEnd = isHeader ? start.clampedAdding(size) : start
    view.advance(to: start)
  }

  private mutating func add(_ item: Item, _ key: Tags.Key, _ view: borrowing WindowView) {
    let start = view.index + item.headerByteCount
    var bytes: [UInt8] = []
    for place in start..<start + min(item.byteCount, Tags.longestText(of: key)) {
      bytes.append(view.bytes[place])
    }
    let values = TagText.values(bytes[...], encoding: 3)
    guard key != .year else { return tags.add(date: values.first ?? "") }
    tags.add(values.joined(separator: "/"), for: key)
  }

  /// Records the location of the picture, which follows a file name and a zero.
  private mutating func addCover(_ item: Item, _ view: borrowing WindowView) {
    let start = view.index + item.headerByteCount
    let limit = start + min(item.byteCount, Self.longestName)
    var place = start
    while place < limit, view.bytes[place] != 0 { place += 1 }
    let before = place + 1 - start
    guard place < limit, before < item.byteCount, tags.artwork == nil,
      UInt64(item.byteCount) <= Artwork.largest
    else { return }
    tags.artwork = Artwork(
      extent: FileExtent(
        offset: view.position.clampedAdding(UInt64(item.headerByteCount + before)),
        byteCount: UInt64(item.byteCount - before)))
  }

  private func missing(_ count: Int, _ view: inout WindowView) -> Int? {
    view.isEnd ? end(&view) : count
  }

  private func end(_ view: inout WindowView) -> Int? {
    view.advance(to: max(tagEnd ?? view.end, view.position))
    return nil
  }
}

/// The size, flags, and key of an item.
private struct Item {
  /// Bytes of the value.
  var byteCount: Int
  /// Bytes before the value.
  var headerByteCount: Int
  /// The key of a text value, if it is known.
  var key: Tags.Key?
  /// Whether the value is a picture of the front cover.
  var isFrontCover: Bool

  /// Reads an item's header.
  ///
  /// - Returns: `nil` if it has no valid key within `headerLimit` bytes.
  init?(_ bytes: Span<UInt8>, at index: Int, headerLimit: Int) {
    guard headerLimit > 8 else { return nil }
    byteCount = Int(bytes.littleEndian32(at: index))
    let kind = bytes.littleEndian32(at: index + 4) >> 1 & 3
    var name = ""
    var place = index + 8
    while true {
      guard place < index + headerLimit else { return nil }
      let byte = bytes[place]
      place += 1
      guard byte != 0 else { break }
      guard (0x20...0x7E).contains(byte) else { return nil }
      name.unicodeScalars.append(Unicode.Scalar(byte | (byte >= 0x41 && byte <= 0x5A ? 0x20 : 0)))
    }
    headerByteCount = place - index
    key = kind == 0 ? Self.key(of: name) : nil
    isFrontCover = kind == 1 && name == "cover art (front)"
  }

  private static func key(of name: String) -> Tags.Key? {
    switch name {
    case "title": .title
    case "subtitle": .subtitle
    case "artist": .artist
    case "album": .album
    case "album artist", "albumartist": .albumArtist
    case "disc": .discNumber
    case "track": .trackNumber
    case "year": .year
    case "record date": .recordedDate
    case "genre": .genre
    case "comment": .comments
    case "composer": .composer
    case "lyricist": .lyricist
    case "lyrics": .lyrics
    case "copyright": .copyright
    case "isrc": .isrc
    case "bpm": .tempo
    default: nil
    }
  }
}
