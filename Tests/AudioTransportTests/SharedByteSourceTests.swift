import Synchronization
import Testing

@testable import AudioTransport

@Suite struct SharedByteSourceTests {
  private static let bytes = (0..<500_000).map {
    UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7)
  }

  /// Bytes in memory that note each read, and give odd numbers of bytes.
  private final class NotingSource: ByteSource, Sendable {
    let reads = Mutex<[Range<Int>]>([])

    var byteCount: UInt64? { UInt64(SharedByteSourceTests.bytes.count) }

    func read(
      at offset: UInt64, into buffer: inout MutableSpan<UInt8>
    ) throws(TransportError) -> Int {
      let start = Int(offset)
      let count = min(buffer.count, 4_999, max(0, SharedByteSourceTests.bytes.count - start))
      for index in 0..<count { buffer[index] = SharedByteSourceTests.bytes[start + index] }
      reads.withLock { $0.append(start..<start + count) }
      return count
    }

    /// Bytes that were read, counting each as often as it was read.
    var readByteCount: Int { reads.withLock { $0.reduce(0) { $0 + $1.count } } }

    /// Whether no read starts before the end of the previous one.
    var neverGoesBack: Bool {
      reads.withLock { reads in
        zip(reads, reads.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
      }
    }
  }

  /// Reads a part in pieces of a size.
  private func read(_ source: SharedByteSource, _ range: Range<Int>, by count: Int) throws -> Bool {
    var found: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: count)
    while found.count < range.count {
      var span = piece.mutableSpan
      let got = try source.read(at: UInt64(range.lowerBound + found.count), into: &span)
      guard got > 0 else { break }
      found += piece[..<min(got, range.count - found.count)]
    }
    return found.elementsEqual(Self.bytes[range])
  }

  @Test("readers at nearby positions read each byte from the source once")
  func shares() throws {
    let noting = NotingSource()
    let source = SharedByteSource(noting, keeping: 100_000)
    for start in stride(from: 0, to: Self.bytes.count, by: 50_000) {
      #expect(try read(source, start..<start + 50_000, by: 7_001))
      #expect(try read(source, max(0, start - 20_000)..<start + 30_000, by: 13))
    }
    #expect(noting.neverGoesBack && noting.readByteCount == Self.bytes.count)
    var nothing: [UInt8] = [0]
    var span = nothing.mutableSpan
    #expect(try source.read(at: UInt64(Self.bytes.count), into: &span) == 0)
  }

  @Test("readers at any positions get the right bytes")
  func jumps() throws {
    let source = SharedByteSource(NotingSource(), keeping: 60_000)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let start = Int.random(in: 0..<Self.bytes.count, using: &random)
      let end = min(Self.bytes.count, start + Int.random(in: 1...20_000, using: &random))
      #expect(try read(source, start..<end, by: 1_000), "\(start)..<\(end)")
    }
  }

  @Test("only as many bytes are kept as the limit permits")
  func forgets() throws {
    let noting = NotingSource()
    let source = SharedByteSource(noting, keeping: 50_000)
    #expect(try read(source, 0..<200_000, by: 10_000))
    let before = noting.readByteCount
    #expect(try read(source, 160_000..<200_000, by: 10_000))
    #expect(noting.readByteCount == before)
    #expect(try read(source, 0..<10_000, by: 10_000))
    #expect(noting.readByteCount > before)
  }

  @Test("a single reader gets the bytes directly")
  func passes() throws {
    let noting = NotingSource()
    let source = SharedByteSource(noting, keeping: 50_000)
    #expect(try read(source, 0..<10_000, by: 1_000))
    source.stopKeeping()
    #expect(try read(source, 5_000..<15_000, by: 1_000))
    #expect(noting.reads.withLock { $0.last?.count } == 1_000)
  }
}
