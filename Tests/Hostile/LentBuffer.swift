import AudioToolbox

/// Memory lent to a function, followed by a guard that must stay intact.
struct LentBuffer {
  let start: UnsafeMutableRawPointer
  let byteCount: Int
  private static let mark: UInt8 = 0xAA
  private static let markByteCount = 16

  init(byteCount: Int) {
    self.byteCount = byteCount
    let all = byteCount + Self.markByteCount
    start = .allocate(byteCount: all, alignment: 16)
    memset(start + byteCount, Int32(Self.mark), Self.markByteCount)
  }

  var isMarkThere: Bool {
    (0..<Self.markByteCount).allSatisfy {
      start.load(fromByteOffset: byteCount + $0, as: UInt8.self) == Self.mark
    }
  }

  func free() {
    start.deallocate()
  }
}
