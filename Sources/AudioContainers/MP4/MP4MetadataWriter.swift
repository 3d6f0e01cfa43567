import AudioModel
import AudioSyntax

/// Writes a movie's metadata in the style of iTunes.
///
/// Sources: see ``MP4Metadata``.
struct MP4MetadataWriter {
  var tags: Tags
  var artwork: [UInt8]
  /// The range of the recording within the packets, for players that read `iTunSMPB`.
  var trim: FrameTrim?

  /// The `udta` box; empty if there are no items.
  var box: [UInt8] {
    let items = items
    return items.isEmpty ? [] : Self.userData(Self.metadata(items: items))
  }

  /// A `udta` box around metadata.
  static func userData(_ metadata: [UInt8]) -> [UInt8] { .box(.udta, metadata) }

  /// A `meta` box around a list of items.
  static func metadata(items: [UInt8]) -> [UInt8] {
    var handler: [UInt8] = [0, 0, 0, 0]
    handler.append(FourCC("m", "d", "i", "r"))
    handler.append(FourCC("a", "p", "p", "l"))
    handler.append(zeros: 9)
    return .fullBox(.meta, .fullBox(.hdlr, handler) + .box(.ilst, items))
  }

  /// The items of the list.
  var items: [UInt8] {
    var items: [UInt8] = []
    for (key, type) in Self.texts {
      guard let text = value(key) else { continue }
      items += Self.item(FourCC(rawValue: type), kind: 1, Array(text.utf8))
    }
    if let lyrics = tags.lyrics, !lyrics.isEmpty {
      items += Self.item(FourCC(rawValue: 0xA96C_7972), kind: 1, Array(lyrics.utf8))
    }
    if let date = value(.recordedDate) ?? value(.year) {
      items += Self.item(FourCC(rawValue: 0xA964_6179), kind: 1, Array(date.utf8))
    }
    if let number = number(.trackNumber) {
      items += Self.item(FourCC("t", "r", "k", "n"), kind: 0, number + [0, 0])
    }
    if let number = number(.discNumber) {
      items += Self.item(FourCC("d", "i", "s", "k"), kind: 0, number)
    }
    if let tempo = value(.tempo).flatMap(Double.init), (1..<65_536).contains(tempo) {
      items += Self.item(FourCC("t", "m", "p", "o"), kind: 21, .big(UInt16(tempo)))
    }
    if let type = PictureType(artwork) {
      items += Self.item(FourCC("c", "o", "v", "r"), kind: type == .jpeg ? 13 : 14, artwork)
    }
    for (key, name) in Self.named {
      if let text = value(key) { items += Self.item(named: name, text) }
    }
    if let text = SoundCheck.text(tags.values) {
      items += Self.item(named: SoundCheck.tagName, text)
    }
    if let trim { items += Self.item(named: "iTunSMPB", Self.gaplessText(trim)) }
    return items
  }

  private func value(_ key: Tags.Key) -> String? {
    guard let text = tags.values[key.rawValue], !text.isEmpty else { return nil }
    return text
  }

  /// Two zero bytes, a number, and a total; `nil` if the text does not contain a number.
  private func number(_ key: Tags.Key) -> [UInt8]? {
    let parts = value(key)?.split(separator: "/").map { UInt16($0) } ?? []
    guard let number = parts.first ?? nil else { return nil }
    let total = parts.count > 1 ? parts[1] ?? 0 : 0
    return [0, 0] + .big(number) + .big(total)
  }

  private static func item(_ type: FourCC, kind: UInt32, _ value: [UInt8]) -> [UInt8] {
    .box(type, .fullBox(FourCC("d", "a", "t", "a"), flags: kind, [0, 0, 0, 0] + value))
  }

  private static func item(named name: String, _ text: String) -> [UInt8] {
    .box(
      FourCC("-", "-", "-", "-"),
      .fullBox(FourCC("m", "e", "a", "n"), Array("com.apple.iTunes".utf8))
        + .fullBox(FourCC("n", "a", "m", "e"), Array(name.utf8))
        + .fullBox(
          FourCC("d", "a", "t", "a"), flags: 1, [0, 0, 0, 0] + Array(text.utf8)))
  }

  /// Twelve hexadecimal words.
  ///
  /// The second to fourth contain the trim.
  private static func gaplessText(_ trim: FrameTrim) -> String {
    let zero = hexadecimal(0, 8)
    let words =
      [
        zero, hexadecimal(UInt64(clamping: trim.primingFrames), 8),
        hexadecimal(UInt64(clamping: trim.remainderFrames), 8),
        hexadecimal(trim.validFrames, 16),
      ] + Array(repeating: zero, count: 8)
    return " " + words.joined(separator: " ")
  }

  private static func hexadecimal(_ value: UInt64, _ width: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
  }

  private static let texts: [(Tags.Key, UInt32)] = [
    (.title, 0xA96E_616D), (.artist, 0xA941_5254), (.album, 0xA961_6C62), (.genre, 0xA967_656E),
    (.composer, 0xA977_7274), (.comments, 0xA963_6D74), (.encodingApplication, 0xA974_6F6F),
    (.copyright, 0x6370_7274), (.albumArtist, 0x6141_5254),
  ]

  private static let named: [(Tags.Key, String)] = [
    (.isrc, "ISRC"), (.lyricist, "LYRICIST"), (.subtitle, "SUBTITLE"),
    (.keySignature, "initialkey"),
  ]
}
