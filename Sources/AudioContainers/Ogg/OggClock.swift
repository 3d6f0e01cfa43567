import AudioModel

/// Derives a stream's first and last frames from its granules.
///
/// The granule of a page counts the frames up to the end of the last packet that ends on it. The
/// first granule determines the start of the stream. If the last granule is less than the packets'
/// frames, the excess frames only fill the last page.
///
/// Some writers count incorrectly, so impossible granules are ignored. Such a granule counts less
/// audio than the previous pages contain, or trims more than its own page. A first granule is
/// impossible if it trims whole packets at the start. In these cases, the packets' frames count
/// instead. Writers may also fail to mark the last page, so the last granule always counts.
///
/// Source: RFC 7845, 4; *Vorbis I specification* (Xiph.Org), A.2.
struct OggClock: Sendable {
  /// Frames of the packets so far.
  private(set) var frameCount: UInt64 = 0
  /// Frames of packets since the last granule.
  private var sinceGranule: Int64 = 0
  private var granule: Int64?
  /// Frames to trim from the page with the last granule.
  private var remainder: Int64 = 0
  /// Whether the granule before the last one is unknown.
  private var isRemainderUnknown = false
  /// Frames to skip at the start, according to the granule.
  private(set) var skippedFrames = 0
  /// Whether some of the preceding packets are unknown.
  private var isLost = false
  /// The granule at the start of the stream; `nil` while it is unknown or unusable.
  ///
  /// Negative if frames at the start are to be skipped.
  private var start: Int64?
  /// The counts up to the last granule.
  private var counted = Count()
  private let preSkip: Int

  /// The counts to compare granules with.
  private struct Count: Sendable {
    /// The granule at the start of the stream, once known.
    var start: Int64?
    /// Frames on the pages up to the last granule.
    var frames: Int64 = 0
    /// Frames of the first two packets that have any.
    var leadingFrames: Int64 = 0
    /// Packets that have frames.
    var packetCount = 0
  }

  /// Maximum number of packets that a granule may trim completely, as in an empty recording.
  private static let mostSilentPackets = 3

  /// Starts before the first packet of a stream whose header states the frames to skip.
  init(preSkip: Int = 0) {
    self.preSkip = preSkip
  }

  /// This stream's clock for a position in the middle of the stream.
  var lost: OggClock {
    var clock = OggClock(preSkip: preSkip)
    clock.isLost = true
    clock.start = start
    clock.skippedFrames = skippedFrames
    return clock
  }

  /// Records that the stream differs from the one before the seek.
  mutating func forgetStart() {
    start = nil
  }

  /// Counts a packet.
  mutating func add(_ frames: Int) {
    frameCount &+= UInt64(frames)
    sinceGranule &+= Int64(frames)
    guard frames > 0 else { return }
    counted.packetCount += 1
    if counted.packetCount <= 2 { counted.leadingFrames += Int64(frames) }
  }

  /// Whether the last granule trims frames of its page; then the page should be the last one.
  var mayHaveEnded: Bool { remainder > 0 }

  /// Takes the granule of a page on which a packet ended.
  mutating func endPage(granule page: Int64?, isLast: Bool, maySkipAtStart: Bool) {
    guard let page else { return }
    remainder = 0
    isRemainderUnknown = isLost && granule == nil
    if let granule {
      remainder = possibleRemainder(after: granule, page)
    } else if !isLost {
      beginClock(page, isLast: isLast, maySkipAtStart: maySkipAtStart)
    }
    // A granule below the previous one is ignored, because its frames are already counted.
    let isBackwards = granule.map { page < $0 } ?? false
    granule = isBackwards ? granule.map { $0 &+ sinceGranule } : page
    counted.frames &+= sinceGranule
    sinceGranule = 0
  }

  /// Takes the first granule.
  private mutating func beginClock(_ page: Int64, isLast: Bool, maySkipAtStart: Bool) {
    let (missing, overflow) = sinceGranule.subtractingReportingOverflow(page)
    guard !overflow, missing > 0 else {
      counted.start = overflow ? nil : -missing
      if !isLast { start = counted.start }
      return
    }
    counted.start = 0
    if maySkipAtStart, !isLast, page >= 0, missing <= counted.leadingFrames {
      skippedFrames = Int(missing)
      counted.start = -missing
      start = -missing
    } else if page > preSkip || page >= 0 && counted.packetCount <= Self.mostSilentPackets {
      // All of the stream is on one page, unless another page follows.
      remainder = missing
    }
  }

  /// Frames to trim from the page if it is the last; 0 if its granule is impossible.
  private func possibleRemainder(after previous: Int64, _ page: Int64) -> Int64 {
    let (frames, overflow) = (previous &+ sinceGranule).subtractingReportingOverflow(page)
    let isTrim = !overflow && (0...sinceGranule).contains(frames)
    guard let start = counted.start else { return isTrim ? frames : 0 }
    let (end, isFar) = page.subtractingReportingOverflow(start)
    guard !isFar, end >= counted.frames else { return 0 }
    // The previous granule may be the wrong one.
    let left = counted.frames &+ sinceGranule &- end
    return isTrim ? frames : max(left, 0)
  }

  /// The frames of the recording; `nil` if unknown.
  ///
  /// Requires either all packets, or the first and the last granule.
  func trim() -> FrameTrim? {
    guard !isLost else { return trimByGranules() }
    let priming = min(UInt64(preSkip + skippedFrames), frameCount)
    let left = frameCount - priming
    let behind = min(UInt64(max(remainder, 0)), left)
    return FrameTrim(
      primingFrames: Int(priming), validFrames: left - behind, remainderFrames: Int(behind))
  }

  private func trimByGranules() -> FrameTrim? {
    guard let start, let granule, sinceGranule == 0, !isRemainderUnknown else { return nil }
    let (frames, overflow) = granule.subtractingReportingOverflow(start)
    let priming = Int64(preSkip + skippedFrames)
    guard !overflow, frames >= priming else { return nil }
    return FrameTrim(
      primingFrames: Int(priming), validFrames: UInt64(frames - priming),
      remainderFrames: Int(clamping: remainder))
  }
}
