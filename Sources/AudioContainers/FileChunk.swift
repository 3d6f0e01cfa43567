package import AudioModel

/// A chunk of a file, as its header tells.
package struct FileChunk: Hashable, Sendable {
  package var type: FourCC
  /// Where the body lies, without header and pad.
  package var body: FileExtent

  package init(type: FourCC, body: FileExtent) {
    self.type = type
    self.body = body
  }
}

extension [FileChunk] {
  /// Chunks of a file beyond these are not listed: no writer makes so many, and a list holds three times the bytes
  /// of the smallest of them.
  static var most: Int { 1 << 16 }

  /// Adds a chunk behind the others; one that was passed before is not added again.
  mutating func add(_ type: FourCC, at offset: UInt64, byteCount: UInt64) {
    guard count < Self.most, last.map({ $0.body.offset < offset }) ?? true else { return }
    append(FileChunk(type: type, body: FileExtent(offset: offset, byteCount: byteCount)))
  }
}
