/// Reads a separate ID3v2 tag.
package enum ID3Tag {
  /// Bytes of the whole tag that starts the bytes, or `nil` if they do not start with a tag.
  package static func byteCount(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= ID3v2Header.byteCount else { return nil }
    return ID3v2Header(bytes.span, at: 0)?.tagByteCount
  }

  /// The texts of a tag under Core Audio's keys, or `nil` if the tag is incomplete.
  package static func texts(_ bytes: [UInt8]) -> [String: String]? {
    guard let count = byteCount(bytes), count <= bytes.count else { return nil }
    var reader = ID3v2Reader()
    var view = WindowView(bytes.span, at: 0, isEnd: true)
    _ = reader.read(&view)
    return reader.tags.values
  }
}
