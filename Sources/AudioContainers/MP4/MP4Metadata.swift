import AudioModel
import AudioSyntax

/// Collects a movie's metadata from its boxes.
///
/// Sources: *QuickTime File Format*, "User Data Atoms" and "Metadata"; the lists that iTunes
/// writes; 3GPP TS 26.244, 8.
struct MP4Metadata: Sendable {
  private var found = Tags()
  private(set) var gapless: GaplessInfo?

  /// Names of the items that the list refers to by number.
  private var keys: [String] = []
  private var hasKeys = false
  /// A description that replaces missing comments.
  private var summary = ""
  private var name = ""

  init() {}

  var tags: Tags {
    var tags = found
    tags.add(summary, for: .comments)
    return tags
  }

  /// Begins an item of a list.
  mutating func beginItem() {
    name = ""
  }

  /// Reads whether the items have their names in a list of keys.
  ///
  /// Source: ISO/IEC 14496-12, 8.11.1; *QuickTime File Format*, "Metadata Handler Atom".
  mutating func readHandler(_ body: Span<UInt8>) {
    hasKeys = body.count >= 12 && body.fourCC(at: 8) == FourCC("m", "d", "t", "a")
  }

  /// Reads the list of keys.
  ///
  /// Source: *QuickTime File Format*, "Metadata Item Keys Atom".
  mutating func readKeys(_ body: Span<UInt8>) {
    guard body.count >= 8, keys.isEmpty else { return }
    var cursor = BoxCursor(8..<body.count)
    while let key = cursor.next(body) {
      keys.append(MP4Text.utf8(body.extracting(key.body)))
    }
  }

  mutating func readName(_ body: Span<UInt8>) {
    if body.count > 4 { name = MP4Text.utf8(body.extracting(4...)) }
  }

  /// Reads the value of an item: a type, a locale, and the value.
  ///
  /// - Parameters:
  ///   - body: The start of the box's body.
  ///   - key: The item that contains the box.
  ///   - box: The whole box, which may be longer.
  mutating func readData(_ body: Span<UInt8>, _ key: MP4ItemKey, _ box: MP4Box) {
    guard body.count >= 8 else { return }
    let kind = body.bigEndian32(at: 0) & 0xFF_FFFF
    let value = body.extracting(8...)
    if key.type == FourCC("c", "o", "v", "r") {
      addArtwork(at: box)
    } else if key.type == FourCC("-", "-", "-", "-") {
      addNamed(value)
    } else if hasKeys {
      addKeyed(value, kind: kind, number: Int(key.type.rawValue), box)
    } else {
      addItem(value, kind: kind, type: key.type)
    }
  }

  /// Reads a text directly inside the user data.
  mutating func readText(_ body: Span<UInt8>, _ type: FourCC) {
    guard let key = MP4TextKey.key(of: type) else { return }
    let text =
      MP4TextKey.isQuickTime(type)
      ? MP4Text.quickTime(body) : MP4Text.asset(body, isYear: type == MP4TextKey.assetYear)
    add(text, for: key)
  }

  /// Reads Nero's list of chapters: a time in units of 100 ns and a name for each.
  mutating func readChapters(_ body: Span<UInt8>) {
    guard body.count >= 5, found.chapters.isEmpty else { return }
    let first = body[0] == 0 ? 4 : 8
    guard body.count > first else { return }
    var index = first + 1
    for _ in 0..<body[first] {
      guard body.count - index >= 9 else { break }
      let high = UInt64(body.bigEndian32(at: index))
      let time = high << 32 | UInt64(body.bigEndian32(at: index + 4))
      let length = Int(body[index + 8])
      index += 9
      guard body.count - index >= length else { break }
      let title = MP4Text.utf8(body.extracting(index..<index + length))
      found.chapters.append(Chapter(start: Double(time) / 1e7, title: title))
      index += length
    }
  }
}

// MARK: - Values

extension MP4Metadata {
  private mutating func add(_ text: String, for key: Tags.Key) {
    if key == .year { found.add(date: text) } else { found.add(text, for: key) }
  }

  private mutating func addArtwork(at box: MP4Box) {
    guard found.artwork == nil, box.bodyByteCount > 8, box.bodyByteCount <= Artwork.largest else {
      return
    }
    found.artwork = Artwork(
      extent: FileExtent(offset: box.body + 8, byteCount: box.bodyByteCount - 8))
  }

  /// Adds an item with a free-form name, if it is a supported one from iTunes.
  private mutating func addNamed(_ value: Span<UInt8>) {
    switch name.uppercased() {
    case "ITUNSMPB":
      if gapless == nil { gapless = GaplessInfo(MP4Text.utf8(value)) }
    case "ITUNNORM": found.add(soundCheck: MP4Text.utf8(value))
    case "ISRC": add(MP4Text.utf8(value), for: .isrc)
    case "LYRICIST": add(MP4Text.utf8(value), for: .lyricist)
    case "SUBTITLE": add(MP4Text.utf8(value), for: .subtitle)
    case "INITIALKEY", "KEY": add(MP4Text.utf8(value), for: .keySignature)
    default: break
    }
  }

  /// Reads two zero bytes, a number, and a total.
  private mutating func addNumber(_ value: Span<UInt8>, for key: Tags.Key) {
    guard value.count >= 6 else { return }
    let (number, total) = (value.bigEndian16(at: 2), value.bigEndian16(at: 4))
    guard number > 0 else { return }
    add(total > 0 ? "\(number)/\(total)" : "\(number)", for: key)
  }

  private mutating func addItem(_ value: Span<UInt8>, kind: UInt32, type: FourCC) {
    switch type {
    case FourCC("t", "r", "k", "n"): addNumber(value, for: .trackNumber)
    case FourCC("d", "i", "s", "k"): addNumber(value, for: .discNumber)
    case FourCC("t", "m", "p", "o"):
      if let tempo = MP4Text.integer(value), tempo > 0 { add("\(tempo)", for: .tempo) }
    case FourCC("g", "n", "r", "e"):
      guard value.count >= 2, let genre = MP4TextKey.genre(Int(value.bigEndian16(at: 0))) else {
        return
      }
      add(genre, for: .genre)
    case FourCC("d", "e", "s", "c"):
      if summary.isEmpty { summary = MP4Text.utf8(value) }
    default:
      guard let key = MP4TextKey.key(of: type) else { return }
      add(kind == 2 ? MP4Text.utf16(value) : MP4Text.utf8(value), for: key)
    }
  }

  private mutating func addKeyed(
    _ value: Span<UInt8>, kind: UInt32, number: Int, _ box: MP4Box
  ) {
    guard keys.indices.contains(number - 1) else { return }
    let prefix = "com.apple.quicktime."
    guard keys[number - 1].hasPrefix(prefix) else { return }
    let name = String(keys[number - 1].dropFirst(prefix.count))
    if name == "artwork" { return addArtwork(at: box) }
    guard kind == 1 || kind == 2, let key = MP4TextKey.keyed[name] else { return }
    add(kind == 2 ? MP4Text.utf16(value) : MP4Text.utf8(value), for: key)
  }
}
