import AudioSyntax

/// A tag between or after frames.
enum TrailingTag: Sendable {
  case id3v2(ID3v2Reader)
  case ape(APETagReader)
  /// ID3v1, or the "enhanced" part before it.
  case id3v1(byteCount: Int)

  /// Bytes that identify the start of a tag.
  static let nameByteCount = 10

  /// Bytes of the "enhanced" part, which starts with `TAG+`.
  private static let enhancedByteCount = 227

  /// Whether the name of a tag appears at `index`.
  static func stands(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    guard bytes.count - index >= 3 else { return false }
    return switch bytes[index] {
    case 0x54: bytes.has("TAG", at: index)
    case 0x41: bytes.has("APETAGEX", at: index)
    case 0x4C: bytes.has("LYRICSBEG", at: index)
    case 0x49: bytes.count - index >= 10 && ID3v2Header(bytes, at: index) != nil
    default: false
    }
  }

  /// Finds a tag that starts at `index`.
  ///
  /// Only its name identifies an ID3v1 tag. It therefore counts only at the end of the file, or
  /// directly after a frame.
  static func detect(
    _ bytes: Span<UInt8>, at index: Int, isEnd: Bool, isAfterFrame: Bool
  ) -> Verdict<TrailingTag> {
    let left = bytes.count - index
    guard isEnd || left >= nameByteCount else { return .needs(nameByteCount) }
    guard stands(bytes, at: index) else { return .refuted }
    switch bytes[index] {
    case 0x49: return .confirmed(.id3v2(ID3v2Reader()))
    case 0x41: return left >= 32 ? .confirmed(.ape(APETagReader())) : isEnd ? .refuted : .needs(32)
    case 0x54: break
    default: return .refuted
    }
    let isEnhanced = bytes.has("TAG+", at: index)
    let byteCount = isEnhanced ? enhancedByteCount : ID3v1Tag.byteCount
    let needed = isEnhanced ? byteCount + ID3v1Tag.byteCount : byteCount
    guard left > needed || isEnd else { return .needs(needed + 1) }
    guard left >= byteCount else { return .refuted }
    let isLast = isEnd && left == needed
    return isLast || isAfterFrame ? .confirmed(.id3v1(byteCount: byteCount)) : .refuted
  }

  /// Continues reading, and advances `view`.
  ///
  /// - Returns: Bytes needed, or `nil` after `view` reaches the tag's end.
  mutating func read(_ view: inout WindowView, into tags: inout Tags) -> Int? {
    switch self {
    case .id3v2(var reader):
      if let needed = reader.read(&view) {
        self = .id3v2(reader)
        return needed
      }
      tags.fill(from: reader.tags)
    case .ape(var reader):
      if let needed = reader.read(&view) {
        self = .ape(reader)
        return needed
      }
      tags.fill(from: reader.tags)
    case .id3v1(let byteCount):
      guard view.holds(byteCount) else {
        guard view.isEnd else { return byteCount }
        view.advance(to: view.end)
        return nil
      }
      if byteCount == ID3v1Tag.byteCount {
        var found = ID3v1Tag.read(view.bytes, at: view.index)
        found.id3Tag = FileExtent(offset: view.position, byteCount: UInt64(byteCount))
        tags.fill(from: found)
      }
      view.advance(to: view.position.clampedAdding(UInt64(byteCount)))
    }
    return nil
  }
}
