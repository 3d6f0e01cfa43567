import Testing

@testable import AudioContainers

/// Invariants of every reader for every file, valid or damaged.
struct ReaderLaws<Reader: ContainerReader> {
  var mayGoBack = false
  var makeReader: () -> Reader

  private func read(_ bytes: [UInt8], inPiecesOf size: Int = .max) throws -> ReadResult {
    try readAll(bytes, inPiecesOf: size, with: makeReader(), mayGoBack: mayGoBack)
  }

  /// Checks that any split gives the same result.
  func checkCuts(_ bytes: [UInt8], sizes: [Int]? = nil) throws {
    let whole = try read(bytes)
    for size in sizes ?? Array(1...max(min(bytes.count, 40), 1)) + [64, 1000, 4096] {
      let cut = try read(bytes, inPiecesOf: size)
      #expect(cut == whole, "pieces of \(size)")
    }
  }

  /// Checks that every prefix ends or fails, with the packets of the whole file.
  func checkPrefixes(_ bytes: [UInt8], step: Int = 1) throws {
    let whole = try read(bytes)
    for count in stride(from: 0, to: bytes.count, by: step) {
      let part = try read(Array(bytes.prefix(count)))
      guard part.error == nil, part.info?.dataOffset == whole.info?.dataOffset else { continue }
      let common = min(part.packets.count, whole.packets.count)
      #expect(
        Array(part.packets.prefix(max(common - 1, 0)))
          == Array(whole.packets.prefix(max(common - 1, 0))), "prefix of \(count)")
    }
  }

  /// Checks that no value of any byte traps, hangs or violates the contract.
  func checkByteValues(_ bytes: [UInt8], values: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF]) throws {
    for index in bytes.indices {
      for value in values {
        var changed = bytes
        changed[index] = value
        _ = try read(changed)
      }
    }
  }
}
