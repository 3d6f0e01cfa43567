import AudioModel

/// What the granules of a stream say of its first and last frames.
///
/// Source: RFC 7845, 4; *Vorbis I specification* (Xiph.Org), A.2: the granule of a page counts the frames up to
/// the end of the last packet that ends there. The first tells where the stream starts, the last, where it is less than
/// the packets have, how many frames of them are only there to fill the last.
struct OggClock: Sendable {
  /// Frames of the packets so far.
  private var frameCount: UInt64 = 0
  /// Frames of packets since the last granule.
  private var sinceGranule: Int64 = 0
  private var granule: Int64?
  /// Frames of the last page that are not to be played.
  private var remainder: Int64 = 0
  /// Whether the last page was found, but not the granule before it.
  private var isRemainderUnknown = false
  /// Frames at the start that are not to be played, by the granule.
  private(set) var skippedFrames = 0
  /// Whether the packets before are not all known.
  private var isLost = false
  /// The granule at which the stream starts, less than 0 where frames at its start are not to be played; `nil` while
  /// that is not known, or does not help.
  private var start: Int64?
  private var isInLaterLink = false

  /// This stream's clock in the middle of it.
  var lost: OggClock {
    var clock = OggClock()
    clock.isLost = true
    clock.start = isInLaterLink ? nil : start
    clock.skippedFrames = skippedFrames
    return clock
  }

  /// Takes note that this is another stream than the one that was lost.
  mutating func forgetStart() {
    start = nil
  }

  /// Counts a packet.
  mutating func add(_ frames: Int) {
    frameCount &+= UInt64(frames)
    sinceGranule &+= Int64(frames)
  }

  /// Goes on with another stream.
  mutating func beginLink() {
    granule = nil
    start = nil
    sinceGranule = 0
    remainder = 0
    isInLaterLink = true
  }

  /// Takes the granule of a page on which a packet ended.
  mutating func endPage(granule page: Int64?, isLast: Bool, maySkipAtStart: Bool) {
    guard let page else { return }
    if let granule {
      if isLast { setRemainder(granule &+ sinceGranule, page) }
    } else if isLast, isLost {
      isRemainderUnknown = true
    } else if isLast {
      // All of a stream on one page: it starts at 0.
      setRemainder(sinceGranule, page)
    } else if maySkipAtStart, !isLost, !isInLaterLink, page >= 0, page < sinceGranule {
      skippedFrames = Int(sinceGranule - page)
    }
    if !isLost, !isInLaterLink, granule == nil {
      let (first, overflow) = page.subtractingReportingOverflow(sinceGranule)
      start = overflow || isLast ? nil : first
    }
    granule = page
    sinceGranule = 0
  }

  private mutating func setRemainder(_ expected: Int64, _ page: Int64) {
    let (frames, overflow) = expected.subtractingReportingOverflow(page)
    remainder = overflow ? 0 : min(max(frames, 0), Int64(clamping: frameCount))
  }

  /// Which frames are the recording, now that all packets or the first and the last granule are known; `nil` where
  /// they are not.
  func trim(preSkip: Int) -> FrameTrim? {
    guard !isLost else { return trimByGranules(preSkip: preSkip) }
    let priming = min(UInt64(preSkip + skippedFrames), frameCount)
    let left = frameCount - priming
    let behind = min(UInt64(remainder), left)
    return FrameTrim(
      primingFrames: Int(priming), validFrames: left - behind, remainderFrames: Int(behind))
  }

  private func trimByGranules(preSkip: Int) -> FrameTrim? {
    guard let start, let granule, sinceGranule == 0, !isRemainderUnknown else { return nil }
    let (frames, overflow) = granule.subtractingReportingOverflow(start)
    let priming = Int64(preSkip + skippedFrames)
    guard !overflow, frames >= priming else { return nil }
    return FrameTrim(
      primingFrames: Int(priming), validFrames: UInt64(frames - priming),
      remainderFrames: Int(clamping: remainder))
  }
}
