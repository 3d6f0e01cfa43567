/// A picture in a Vorbis comment, stored as text.
///
/// The text is a `PICTURE` block of FLAC or, in an older convention, the picture alone.
///
/// Source: *VorbisComment* (Xiph.Org wiki), "Cover art": `METADATA_BLOCK_PICTURE`, and `COVERART`,
/// which it replaced.
struct VorbisPicture: Equatable, Sendable {
  /// The precedence of a picture.
  ///
  /// Among equal ranks, the first picture counts.
  enum Rank: Int, Comparable, Sendable {
    case alone = 1
    case block
    case frontCover

    static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
  }

  var rank: Rank
  /// The range of the text in the comment.
  var text: Range<Int>
  /// Number of decoded bytes before the picture.
  var headByteCount: Int
  /// Bytes of the picture.
  var byteCount: Int

  /// Finds the picture of a comment.
  static func find(in comment: Span<UInt8>) -> VorbisPicture? {
    var best: VorbisPicture?
    guard var fields = VorbisComment.Fields(comment) else { return nil }
    while let field = fields.next(comment) {
      guard let picture = VorbisPicture(comment, field) else { continue }
      if let best, best.rank >= picture.rank { continue }
      best = picture
    }
    return best
  }

  /// Reads a field; `nil` if it does not contain a picture.
  private init?(_ comment: Span<UInt8>, _ field: Range<Int>) {
    if let text = Self.value(of: "METADATA_BLOCK_PICTURE=", comment, field) {
      guard let decoded = Base64.byteCount(comment, text) else { return nil }
      let head = Base64.decode(comment, text.prefix(FLACPicture.longestHead / 3 * 4))
      guard let picture = FLACPicture(head.span) else { return nil }
      let byteCount = min(picture.byteCount, decoded - picture.headByteCount)
      rank = picture.type == FLACPicture.frontCover ? .frontCover : .block
      (self.text, headByteCount, self.byteCount) = (text, picture.headByteCount, byteCount)
    } else if let text = Self.value(of: "COVERART=", comment, field) {
      guard let decoded = Base64.byteCount(comment, text) else { return nil }
      rank = .alone
      (self.text, headByteCount, byteCount) = (text, 0, decoded)
    } else {
      return nil
    }
    guard byteCount > 0 else { return nil }
  }

  /// The range of the value of a field with this name, ignoring case.
  private static func value(
    of name: StaticString, _ comment: Span<UInt8>, _ field: Range<Int>
  ) -> Range<Int>? {
    let length = name.utf8CodeUnitCount
    guard field.count > length else { return nil }
    let characters = String(describing: name).utf8
    var place = field.lowerBound
    for character in characters {
      let byte = comment[place]
      let isSmall = (0x61...0x7A).contains(byte)
      guard (isSmall ? byte - 0x20 : byte) == character else { return nil }
      place += 1
    }
    return place..<field.upperBound
  }
}
