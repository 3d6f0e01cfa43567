/// A tag between or behind frames.
enum TrailingTag: Sendable {
  case id3v2(ID3v2Reader)
  case ape(APETagReader)
  /// ID3v1, with its "enhanced" part in front of it or not.
  case id3v1(byteCount: Int)

  /// Bytes that tell that a tag starts.
  static let nameByteCount = 10

  /// Bytes of the "enhanced" part, which starts with `TAG+`.
  private static let enhancedByteCount = 227

  /// Whether a tag seems to start at `index`, by its name.
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
  /// An ID3v1 tag has nothing but its name to know it by, so it counts only at the end of the file, or
  /// right behind a frame.
  static func detect(
    _ bytes: Span<UInt8>, at index: Int, isEnd: Bool, isBehindFrame: Bool
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
    return isLast || isBehindFrame ? .confirmed(.id3v1(byteCount: byteCount)) : .refuted
  }

  /// Reads on, moving `view`.
  ///
  /// - Returns: Bytes that must be there, or `nil` at the tag's end, where `view` is then.
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
