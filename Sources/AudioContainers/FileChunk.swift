package import AudioModel

/// A chunk of a file, as its header describes it.
package struct FileChunk: Hashable, Sendable {
  package var type: FourCC
  /// The location of the body, without header and pad byte.
  package var body: FileExtent

  package init(type: FourCC, body: FileExtent) {
    self.type = type
    self.body = body
  }
}

extension [FileChunk] {
  /// Maximum number of listed chunks in a file.
  ///
  /// No writer makes so many, and an entry takes three times the bytes of the smallest chunk.
  static var most: Int { 1 << 16 }

  /// Appends a chunk, unless an earlier pass over the file already added it.
  mutating func add(_ type: FourCC, at offset: UInt64, byteCount: UInt64) {
    guard count < Self.most, last.map({ $0.body.offset < offset }) ?? true else { return }
    append(FileChunk(type: type, body: FileExtent(offset: offset, byteCount: byteCount)))
  }
}
