import AudioModel

/// Maps text boxes to the keys of Core Audio's info dictionary.
enum MP4TextKey {
  /// The first character of QuickTime's types of text.
  ///
  /// Source: the types that iTunes writes; *QuickTime File Format*, table "User data list entry
  /// types".
  private static let copyrightSign: UInt32 = 0xA9 << 24

  static let assetYear = FourCC("y", "r", "r", "c")

  static func key(of type: FourCC) -> Tags.Key? {
    isQuickTime(type) ? signed[type.rawValue & 0xFF_FFFF] : plain[type]
  }

  /// Whether the box may appear directly in the user data.
  static func isText(_ type: FourCC) -> Bool {
    isQuickTime(type) ? key(of: type) != nil : assets.contains(type)
  }

  /// Whether the type begins with a copyright sign.
  static func isQuickTime(_ type: FourCC) -> Bool {
    type.rawValue & 0xFF00_0000 == copyrightSign
  }

  /// The genre of a number that counts from 1.
  static func genre(_ number: Int) -> String? {
    number > 0 ? ID3Genre.name(number - 1) : nil
  }

  /// Keys by the last three characters of types that start with a copyright sign.
  private static let signed: [UInt32: Tags.Key] = [
    0x6E_616D: .title, 0x41_5254: .artist, 0x61_6C62: .album, 0x64_6179: .year,
    0x67_656E: .genre, 0x77_7274: .composer, 0x63_6F6D: .composer, 0x63_6D74: .comments,
    0x69_6E66: .comments, 0x74_6F6F: .encodingApplication, 0x73_7772: .encodingApplication,
    0x63_7079: .copyright, 0x73_7433: .subtitle,
    0x61_7574: .lyricist, 0x6C_7972: .lyrics, 0x74_726B: .trackNumber, 0x69_7372: .isrc,
  ]

  private static let plain: [FourCC: Tags.Key] = [
    FourCC("a", "A", "R", "T"): .albumArtist,
    FourCC("c", "p", "r", "t"): .copyright,
    FourCC("t", "i", "t", "l"): .title, FourCC("p", "e", "r", "f"): .artist,
    FourCC("a", "l", "b", "m"): .album, FourCC("g", "n", "r", "e"): .genre,
    FourCC("d", "s", "c", "p"): .comments, assetYear: .year,
  ]

  /// Types of 3GPP's asset information.
  private static let assets: [FourCC] = [
    FourCC("t", "i", "t", "l"), FourCC("p", "e", "r", "f"), FourCC("a", "l", "b", "m"),
    FourCC("g", "n", "r", "e"), FourCC("d", "s", "c", "p"), FourCC("c", "p", "r", "t"), assetYear,
  ]

  /// Names after `com.apple.quicktime.`.
  static let keyed: [String: Tags.Key] = [
    "title": .title, "displayname": .title, "artist": .artist, "album": .album,
    "year": .year, "creationdate": .recordedDate, "genre": .genre, "composer": .composer,
    "comment": .comments, "description": .comments, "copyright": .copyright,
    "software": .encodingApplication,
  ]
}
