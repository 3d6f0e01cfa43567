import CoreMedia.CMFormatDescription
import CoreMedia.CMTime
import CoreMedia.CMTimeRange
import Testing

/// The view of a program that imports headers of CoreMedia only.
struct CoreMediaSubmoduleTests {
  @Test("times, ranges, and the C API are visible")
  func namesAreInReach() {
    #expect(CMTime(value: 1, timescale: 2) + CMTimeMake(value: 1, timescale: 2) == kOneSecond)
    #expect(CMTimeRange(start: .zero, end: kOneSecond).duration == kOneSecond)
  }
}

private let kOneSecond = CMTime(seconds: 1, preferredTimescale: 600)
