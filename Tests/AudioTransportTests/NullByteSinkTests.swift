import Foundation
import Testing

@testable import AudioTransport

@Suite struct NullByteSinkTests {
  @Test func countsBytesWithoutStoringThem() throws {
    let sink = try #require(NullByteSink(path: "/dev/null"))
    #expect(sink.size == 0 && sink.byteCount == 0)
    let bytes: [UInt8] = [1, 2, 3]
    try sink.write(bytes.span, at: 0)
    try sink.write(bytes.span.extracting(..<2), at: 0)
    #expect(sink.size == 3)
    try sink.write(bytes.span.extracting(..<1), at: 3)
    #expect(sink.size == 4 && sink.byteCount == 4)
    var buffer: [UInt8] = [7, 7]
    var room = buffer.mutableSpan
    let count = try sink.read(at: 0, into: &room)
    #expect(count == 0 && buffer == [7, 7])
    try sink.resize(to: 9)
    #expect(sink.size == 9)
    try sink.resize(to: 2)
    #expect(sink.size == 2)
    // A file that would replace the device must never exist.
    #expect(try sink.successor() == nil)
    #expect(!sink.isPending)
    try sink.succeed()
    try sink.close()
  }

  @Test func isUsedForTheNullDeviceOnly() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("NullByteSinkTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("file")
    try Data().write(to: file)
    for path in ["/dev/zero", "/dev/full", "/dev", file.path, file.path + "-not", ""] {
      #expect(NullByteSink(path: path) == nil, "\(path)")
    }
    let link = folder.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: URL(fileURLWithPath: "/dev/null"))
    #expect(NullByteSink(path: link.path) != nil)
  }
}
