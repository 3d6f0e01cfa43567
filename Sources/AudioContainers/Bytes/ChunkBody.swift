import AudioSyntax

/// The body of a small chunk, collected as its bytes arrive.
struct ChunkBody: Sendable {
  /// The bytes so far.
  private(set) var bytes: [UInt8] = []
  /// Bytes of the whole body.
  let byteCount: Int

  /// Maximum number of bytes to request at once.
  private static let step = 1 << 14

  init(byteCount: Int) {
    self.byteCount = byteCount
  }

  /// Takes bytes from the view's position, and advances the view.
  ///
  /// - Returns: Bytes still needed, or `nil` if the body is complete.
  mutating func read(_ view: inout WindowView) -> Int? {
    let count = min(byteCount - bytes.count, view.remaining)
    bytes.append(view.bytes, view.index..<view.index + count)
    view.advance(to: view.position.clampedAdding(UInt64(count)))
    let missing = byteCount - bytes.count
    return missing == 0 ? nil : min(missing, Self.step)
  }
}
