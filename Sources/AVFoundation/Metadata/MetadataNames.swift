internal import AudioContainers
internal import AudioModel
internal import Foundation

/// The names of one piece of information in the key spaces.
struct MetadataNames {
  /// The key in Core Audio's info dictionary; `artwork` for the picture.
  var info: String
  var common: AVMetadataKey?
  var id3: AVMetadataKey?
  var iTunes: AVMetadataKey?

  init(
    _ info: String, common: AVMetadataKey? = nil, id3: AVMetadataKey? = nil,
    iTunes: AVMetadataKey? = nil
  ) {
    self.info = info
    self.common = common
    self.id3 = id3
    self.iTunes = iTunes
  }

  static let all: [MetadataNames] = [
    .init(
      "title", common: .commonKeyTitle, id3: .id3MetadataKeyTitleDescription,
      iTunes: .iTunesMetadataKeySongName),
    .init(
      "artist", common: .commonKeyArtist, id3: .id3MetadataKeyLeadPerformer,
      iTunes: .iTunesMetadataKeyArtist),
    .init(
      "album", common: .commonKeyAlbumName, id3: .id3MetadataKeyAlbumTitle,
      iTunes: .iTunesMetadataKeyAlbum),
    .init("album artist", id3: .id3MetadataKeyBand, iTunes: .iTunesMetadataKeyAlbumArtist),
    .init("track number", id3: .id3MetadataKeyTrackNumber, iTunes: .iTunesMetadataKeyTrackNumber),
    .init("disc number", id3: .id3MetadataKeyPartOfASet, iTunes: .iTunesMetadataKeyDiscNumber),
    .init(
      "recorded date", common: .commonKeyCreationDate, id3: .id3MetadataKeyRecordingTime,
      iTunes: .iTunesMetadataKeyReleaseDate),
    .init(
      "year", common: .commonKeyCreationDate, id3: .id3MetadataKeyYear,
      iTunes: .iTunesMetadataKeyReleaseDate),
    .init(
      "genre", common: .commonKeyType, id3: .id3MetadataKeyContentType,
      iTunes: .iTunesMetadataKeyUserGenre),
    .init("comments", id3: .id3MetadataKeyComments, iTunes: .iTunesMetadataKeyUserComment),
    .init(
      "composer", common: .commonKeyCreator, id3: .id3MetadataKeyComposer,
      iTunes: .iTunesMetadataKeyComposer),
    .init("lyricist", id3: .id3MetadataKeyLyricist),
    .init(
      "lyrics", id3: .id3MetadataKeyUnsynchronizedLyric, iTunes: .iTunesMetadataKeyLyrics),
    .init(
      "copyright", common: .commonKeyCopyrights, id3: .id3MetadataKeyCopyright,
      iTunes: .iTunesMetadataKeyCopyright),
    .init("tempo", id3: .id3MetadataKeyBeatsPerMinute, iTunes: .iTunesMetadataKeyBeatsPerMin),
    .init("key signature", id3: .id3MetadataKeyInitialKey),
    .init("ISRC", id3: .id3MetadataKeyInternationalStandardRecordingCode),
    .init(
      "encoding application", common: .commonKeySoftware, id3: .id3MetadataKeyEncodedWith,
      iTunes: .iTunesMetadataKeyEncodingTool),
    .init(
      "artwork", common: .commonKeyArtwork, id3: .id3MetadataKeyAttachedPicture,
      iTunes: .iTunesMetadataKeyCoverArt),
  ]

  /// The texts of items for a file.
  static func tags(of items: [AVMetadataItem]) -> Tags {
    var tags = Tags()
    tags.values = values(of: items)
    tags.lyrics = tags.values.removeValue(forKey: "lyrics")
    return tags
  }

  /// The values of items by the keys of Core Audio's info dictionary, without pictures.
  static func values(of items: [AVMetadataItem]) -> [String: String] {
    var values: [String: String] = [:]
    for item in items {
      guard let text = item.stringValue, let key = item.key, let space = item.keySpace else {
        continue
      }
      let texts = Self.texts(key)
      let names = all.first { names in
        switch space {
        case .common: names.common.map { texts.contains($0.rawValue) } ?? false
        case .id3: names.id3.map { texts.contains($0.rawValue) } ?? false
        case .iTunes: names.iTunes.map { !texts.isDisjoint(with: Self.texts($0)) } ?? false
        default: texts.contains(names.info)
        }
      }
      if let info = names?.info ?? (space == .audioFile ? Self.text(key) : nil), info != "artwork" {
        values[info] = values[info] ?? text
      }
    }
    return values
  }

  /// The common key of an item with a key of a format.
  static func commonKey(of names: AVMetadataItem.Names) -> AVMetadataKey? {
    guard let key = names.key, let space = names.keySpace else { return nil }
    let texts = Self.texts(key)
    if space == .common { return text(key).map { AVMetadataKey($0) } }
    return all.first { entry in
      let own = space == .id3 ? entry.id3 : space == .iTunes ? entry.iTunes : nil
      return own.map { !texts.isDisjoint(with: Self.texts($0)) } ?? false
    }?.common
  }

  /// The names of an item in a key space, or in the info dictionary if the space has no key for it.
  func names(in space: AVMetadataKeySpace) -> AVMetadataItem.Names {
    if space == .id3, let id3 {
      return .init(
        key: id3.rawValue as NSString, keySpace: .id3,
        identifier: AVMetadataIdentifier("id3/" + id3.rawValue), commonKey: common)
    }
    if space == .iTunes, let iTunes {
      let name = iTunes.rawValue.replacingOccurrences(of: "@", with: "%A9")
      return .init(
        key: NSNumber(value: Self.number(iTunes)), keySpace: .iTunes,
        identifier: AVMetadataIdentifier("itsk/" + name), commonKey: common)
    }
    let path = info.replacingOccurrences(of: " ", with: "%20")
    return .init(
      key: info as NSString, keySpace: .audioFile,
      identifier: AVMetadataIdentifier("caaf/" + path), commonKey: common)
  }

  /// The four characters of an iTunes key as a number; `@` represents the copyright sign.
  private static func number(_ key: AVMetadataKey) -> UInt32 {
    key.rawValue.utf8.reduce(0) { $0 << 8 | UInt32($1 == UInt8(ascii: "@") ? 0xA9 : $1) }
  }

  /// The spellings of a client's key: its text, and the number of its four characters.
  static func texts(_ key: Any) -> Set<String> {
    guard let text = text(key) else { return [] }
    return key is NSNumber ? [text] : [text, String(number(AVMetadataKey(text)))]
  }

  /// A client's key as it wrote it; that of a number is decimal.
  private static func text(_ key: Any) -> String? {
    if let key = key as? AVMetadataKey { return key.rawValue }
    if let key = key as? String { return key }
    if let key = key as? NSString { return String(describing: key) }
    return (key as? NSNumber)?.stringValue
  }
}
