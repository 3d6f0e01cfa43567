import Testing

@testable import AudioTransport

/// The rules that every byte source follows.
enum ByteSourceContract {
  /// The bytes of a source under test.
  static let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }

  /// Reads the same bytes at any offset, in any order, and none after the end.
  static func check(_ source: any ByteSource) throws {
    let places = [
      (0, 10), (0, 1), (299_990, 10), (299_999, 64), (150_000, 5000), (149_000, 1000),
      (10, 120_000), (130_000, 64), (131_000, 64), (5, 5), (0, 300_000),
    ]
    for (offset, count) in places {
      let expected = Array(bytes[offset..<min(offset + count, bytes.count)])
      #expect(try read(source, at: UInt64(offset), count: count) == expected, "\(offset)")
    }
    for offset in [300_000, 300_001, UInt64(Int64.max), .max] {
      #expect(try read(source, at: offset, count: 8) == [], "\(offset)")
    }
    #expect(source.byteCount == 300_000)
  }

  static func read(
    _ source: any ByteSource, at offset: UInt64, count: Int
  ) throws(TransportError) -> [UInt8] {
    var result: [UInt8] = []
    while result.count < count {
      var buffer = [UInt8](repeating: 0, count: count - result.count)
      var span = buffer.mutableSpan
      let got = try source.read(at: offset + UInt64(result.count), into: &span)
      if got == 0 { break }
      result += buffer[..<got]
    }
    return result
  }
}
