import TestSupport
import Testing

@testable import AudioTransport

@Suite struct HTTPWindowTests {
  private let resource = noise(400_000)

  private func read(_ window: HTTPWindow, at offset: Int, count: Int) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    var span = buffer.mutableSpan
    let copied = window.copy(from: UInt64(offset), into: &span)
    return Array(buffer.prefix(copied))
  }

  @Test(arguments: [1, 1000, 65_535, 65_536, 65_537, 200_000])
  func returnsTheAddedBytes(piece: Int) {
    var segment = ByteBlocks(start: 5)
    for start in stride(from: 0, to: resource.count, by: piece) {
      segment.append(resource.span.extracting(start..<min(start + piece, resource.count)))
    }
    #expect(segment.end == UInt64(resource.count) + 5)
    segment.drop(before: 70_000)
    segment.drop(before: 100)
    for offset in [70_000, 131_077, 200_000, resource.count + 4] {
      var buffer = [UInt8](repeating: 0, count: 150_000)
      var span = buffer.mutableSpan
      let copied = segment.copy(from: UInt64(offset), into: &span)
      #expect(copied == min(150_000, resource.count + 5 - offset))
      #expect(Array(buffer[..<copied]) == Array(resource[(offset - 5)...].prefix(copied)))
    }
    for offset in [0, 69_999, resource.count + 5, .max] as [Int] {
      #expect(!segment.contains(UInt64(offset)))
    }
  }

  @Test func dropsAllBytes() {
    var segment = ByteBlocks(start: 0)
    segment.append(resource.span)
    segment.drop(before: .max)
    #expect(segment.count == 0)
    segment.append(resource.span.extracting(first: 10))
    #expect(segment.start == 400_000)
    #expect(segment.contains(400_009))
  }

  /// Random jumps and additions: the held bytes are correct and bounded.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func storesTheCorrectBytesInAnyOrder(seed: UInt64) {
    var window = HTTPWindow(limits: .init(ahead: 50_000, behind: 20_000, elsewhere: 30_000))
    var random = noise(3_000, seed: seed).makeIterator()
    func next(_ limit: Int) -> Int {
      let value = (0..<3).reduce(0) { sum, _ in sum << 8 | Int(random.next() ?? 0) }
      return value % limit
    }
    for _ in 0..<100 {
      if next(4) == 0 { window.move(to: UInt64(next(resource.count))) }
      let start = Int(window.current.end)
      let count = min(next(30_000), resource.count - start)
      window.append(resource.span.extracting(start..<start + count))
      let reader = next(2) == 0 ? start : next(resource.count)
      window.drop(behind: UInt64(reader))
      #expect(window.count <= window.current.count + 30_000)
      let offset = next(resource.count)
      let bytes = read(window, at: offset, count: 10_000)
      #expect(bytes == Array(resource[offset...].prefix(bytes.count)))
      #expect(bytes.isEmpty == !window.contains(UInt64(offset)))
      #expect(window.end(from: UInt64(offset)) >= UInt64(offset + bytes.count))
    }
  }

  @Test func keepsBytesBeforeTheReaderAndOfSkippedRanges() {
    var window = HTTPWindow(limits: .init(ahead: 1000, behind: 100, elsewhere: 150))
    window.append(resource.span.extracting(first: 300))
    window.drop(behind: 300)
    #expect(!window.contains(199) && window.contains(200))
    #expect(window.countAhead(of: 250) == 50)
    window.move(to: 1000)
    #expect(window.contains(200) && window.countAhead(of: 250) == 0)
    window.append(resource.span.extracting(1000..<1100))
    window.move(to: 300)
    #expect(window.current.start == 200, "goes on where it left")
    #expect(window.contains(1000))
    window.append(resource.span.extracting(300..<400))
    #expect(read(window, at: 290, count: 20) == Array(resource[290..<310]))
    window.move(to: 5000)
    #expect(window.count == 150)
  }
}
