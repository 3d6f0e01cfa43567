import Testing

@testable import AudioTransport

/// The map of the bytes on disk, against a list of Booleans.
@Suite struct CacheMapTests {
  private static let size = 300_000

  private func bytes(_ range: Range<Int>) -> [UInt8] {
    range.map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) }
  }

  @Test("the answers are those of a list of bytes, after any additions and removals")
  func model() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<3 {
      var map = CacheMap()
      var stored = [Bool](repeating: false, count: Self.size)
      for _ in 0..<60 {
        let start = Int.random(in: 0..<Self.size, using: &random)
        guard !stored[start] else {
          if Bool.random(using: &random), let chunk = map.chunk(at: UInt64(start)) {
            map.remove(chunk)
            for offset in Int(chunk.start)..<Int(chunk.end) { stored[offset] = false }
          }
          continue
        }
        let gap = map.nextStart(after: UInt64(start)).map { Int($0) } ?? Self.size
        let end = min(gap, start + Int.random(in: 1...100_000, using: &random))
        map.add(bytes(start..<end).span, at: UInt64(start))
        for offset in start..<end { stored[offset] = true }
      }
      check(map, stored)
    }
  }

  private func check(_ map: CacheMap, _ stored: [Bool]) {
    #expect(map.byteCount == UInt64(stored.count { $0 }))
    for offset in stride(from: 0, to: Self.size, by: 997) {
      #expect(map.contains(UInt64(offset)) == stored[offset])
      let gap = stored[offset...].firstIndex(of: false) ?? Self.size
      #expect(map.firstGap(from: UInt64(offset)) == UInt64(gap))
      let next = stored[offset...].firstIndex(of: true).map { UInt64($0) }
      #expect(map.nextStart(after: UInt64(offset)) == next)
    }
    for chunk in map.chunks {
      var checksum = CacheChecksum()
      checksum.add(bytes(Int(chunk.start)..<Int(chunk.end)).span)
      #expect(chunk.checksum == checksum && chunk.byteCount <= CacheMap.chunkByteCount)
    }
    #expect(map.ranges.reduce(0) { $0 + $1.count } == stored.count { $0 })
  }

  private func record() -> CacheRecord {
    var identity = HTTPIdentity()
    (identity.total, identity.entityTag) = (300_000, "\"a b\"")
    identity.lastModified = "Sun, 06 Nov 1994 08:49:37 GMT"
    identity.isDateStrong = true
    var record = CacheRecord(key: "http://h/é 1", generation: .max, identity: identity)
    record.contentType = "audio/mpeg"
    record.hasRanges = true
    (record.confirmed, record.freshSeconds, record.needsConfirmation) = (1_700_000_000, 60, true)
    record.map.add(bytes(0..<100_000).span, at: 0)
    record.map.add(bytes(200_000..<200_001).span, at: 200_000)
    return record
  }

  @Test("a map file has all values, and its chunks are not trusted")
  func roundTrip() throws {
    let record = record()
    let read = try #require(CacheRecord(record.encoded))
    #expect(read.map.chunks.allSatisfy { !$0.isTrusted })
    var trusted = read
    trusted.map.trust(those: record.map)
    #expect(trusted == record)
    #expect(read.isComplete == false && read.map.byteCount == 100_001)
    let empty = CacheRecord(key: "k", generation: 0, identity: HTTPIdentity())
    #expect(CacheRecord(empty.encoded) == empty)
  }

  @Test("no part of a map file and no damaged byte passes for a map")
  func damage() {
    let bytes = record().encoded
    for count in 0..<bytes.count { #expect(CacheRecord(Array(bytes[..<count])) == nil) }
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1 << (index % 8)
      #expect(CacheRecord(damaged) == nil, "\(index)")
    }
  }

  @Test(
    "chunks that overlap, are empty or too large, or end beyond any file are refused",
    arguments: [
      ["0 10 0", "9 1 0"], ["10 1 0", "0 1 0"], ["0 0 0"], ["0 65537 0"], ["0 -1 0"],
      ["9223372036854775807 1 0"], ["18446744073709551615 65536 0"], ["0 1"], ["0 1 x"],
    ])
  func chunks(lines: [String]) {
    var text = "OpenCoreAudio cache 1\nkey k\ngeneration 1\nconfirmed 0\nfresh 0\n"
    text += lines.map { "chunk \($0)\n" }.joined()
    #expect(CacheRecord(Array("\(text)sum \(CacheChecksum(text).text)\n".utf8)) == nil)
  }

  @Test("a version stays fresh for the stated time, unless the clock goes back")
  func freshness() {
    let record = record()
    #expect(record.isFresh(at: 1_700_000_059) && !record.isFresh(at: 1_700_000_060))
    #expect(!record.isFresh(at: 1_699_999_999))
  }
}
