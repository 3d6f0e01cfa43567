/// The body of a small chunk, collected as its bytes come.
struct ChunkBody: Sendable {
  /// The bytes so far.
  private(set) var bytes: [UInt8] = []
  /// Bytes of the whole body.
  let byteCount: Int

  /// Bytes that are asked for at once.
  private static let step = 1 << 14

  init(byteCount: Int) {
    self.byteCount = byteCount
  }

  /// Takes bytes from the view's place, and moves it.
  ///
  /// - Returns: Bytes that must be there, or `nil` where the body is whole.
  mutating func read(_ view: inout WindowView) -> Int? {
    let count = min(byteCount - bytes.count, view.remaining)
    bytes.append(view.bytes, view.index..<view.index + count)
    view.advance(to: view.position.clampedAdding(UInt64(count)))
    let missing = byteCount - bytes.count
    return missing == 0 ? nil : min(missing, Self.step)
  }
}
