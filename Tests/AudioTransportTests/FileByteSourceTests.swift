import Foundation
import Testing

@testable import AudioTransport

@Suite struct FileByteSourceTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("FileByteSourceTests-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let url = folder.appendingPathComponent(name)
    try Data(bytes).write(to: url)
    return url.path
  }

  @Test func readsAtAnyOffset() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for source in [
      try FileByteSource(path: file("bytes", bytes)), MemoryByteSource(bytes),
    ] as [any ByteSource] {
      #expect(source.byteCount == 1000)
      for (offset, count) in [(0, 10), (0, 1000), (990, 10), (990, 64), (999, 1), (500, 0)] {
        let expected = Array(bytes[offset..<min(offset + count, 1000)])
        #expect(try source.bytes(at: UInt64(offset), count: count) == expected)
      }
      for offset in [1000, 1001, UInt64(Int64.max), .max] {
        #expect(try source.bytes(at: offset, count: 8) == [])
      }
    }
  }

  @Test func emptyFileHasNoBytes() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = try FileByteSource(path: file("empty", []))
    #expect(source.byteCount == 0)
    #expect(try source.bytes(at: 0, count: 8) == [])
  }

  @Test func distinguishesUnreadableFiles() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let missing = folder.appendingPathComponent("missing").path
    #expect(throws: TransportError(.system(ENOENT))) { try FileByteSource(path: missing) }
    #expect(throws: TransportError(.system(ENOENT))) { try FileByteSource(path: "") }
    #expect(throws: TransportError(.isDirectory)) { try FileByteSource(path: folder.path) }
    let through = try file("plain", [1])
    #expect(throws: TransportError(.system(ENOTDIR))) { try FileByteSource(path: through + "/x") }
    #expect(throws: TransportError(.system(ESPIPE))) { try FileByteSource(path: "/dev/null") }
    let pipe = folder.appendingPathComponent("pipe").path
    try #require(unsafe mkfifo(pipe, 0o600) == 0)
    #expect(throws: TransportError(.system(ESPIPE))) { try FileByteSource(path: pipe) }
  }

  // Root may read everything.
  @Test(.enabled(if: geteuid() != 0)) func reportsMissingReadPermission() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let secret = try file("secret", [1])
    try #require(unsafe chmod(secret, 0) == 0)
    #expect(throws: TransportError(.system(EACCES))) { try FileByteSource(path: secret) }
  }

  @Test func aShortenedFileEndsAtItsNewEnd() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try file("shrinks", Array(repeating: 1, count: 100))
    let source = try FileByteSource(path: path)
    try #require(unsafe truncate(path, 40) == 0)
    #expect(source.byteCount == 100)
    #expect(try source.bytes(at: 30, count: 30) == Array(repeating: 1, count: 10))
    #expect(try source.bytes(at: 40, count: 30) == [])
  }
}

extension ByteSource {
  /// The result of one read of `count` bytes.
  fileprivate func bytes(at offset: UInt64, count: Int) throws(TransportError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    var span = buffer.mutableSpan
    let read = try read(at: offset, into: &span)
    return Array(buffer.prefix(read))
  }
}
