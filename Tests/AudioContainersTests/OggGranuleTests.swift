import AudioModel
import Testing

@testable import AudioContainers

/// Granules from writers that count incorrectly.
@Suite struct OggGranuleTests {
  struct Count: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The granule of a page, given the correct one and whether the page is the last.
    var granule: @Sendable (Int64, Bool) -> Int64
    var isMarked = true
    var remainder: Int
  }

  static let counts = [
    Count(testDescription: "right", granule: { right, _ in right }, remainder: 100),
    Count(
      testDescription: "last page not marked", granule: { right, _ in right }, isMarked: false,
      remainder: 100),
    Count(testDescription: "a third", granule: { right, _ in right / 3 }, remainder: 0),
    Count(testDescription: "all 0", granule: { _, _ in 0 }, remainder: 0),
    Count(
      testDescription: "the last too small", granule: { $1 ? $0 - 20_000 : $0 }, remainder: 0),
    Count(
      testDescription: "the last but for its page", granule: { $1 ? 1 : $0 }, remainder: 0),
    Count(testDescription: "the largest", granule: { $1 ? .max : $0 }, remainder: 0),
    Count(testDescription: "the smallest", granule: { $1 ? .min : $0 }, remainder: 0),
  ]

  @Test("an impossible granule removes no audio", arguments: counts)
  func ignoresImpossibleGranules(count: Count) throws {
    var pages = OggPages()
    var file = pages.page([opusHead()], isFirst: true) + pages.page([opusTags()])
    for page in 0..<5 {
      let packets = (0..<6).map { opusPacket(page * 6 + $0) }
      let isLast = page == 4
      let right = Int64(page + 1) * 5760 - (isLast ? 100 : 0)
      file += pages.page(
        packets, granule: count.granule(right, isLast), isLast: isLast && count.isMarked)
    }
    let result = try readAll(file, with: OggReader())
    let trim = result.completed?.trim ?? result.info?.trim
    #expect(result.packets.count == 30)
    #expect(trim?.primingFrames == 312)
    #expect(trim?.remainderFrames == count.remainder)
    #expect(trim?.validFrames == UInt64(28_800 - 312 - count.remainder))
    // A stream knows the end before it receives the last packets.
    guard count.remainder > 0 else { return }
    #expect(result.trims.last?.trim == trim && result.trims.last?.packetCount == 24)
  }
}
