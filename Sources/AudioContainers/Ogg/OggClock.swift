import AudioModel

/// What the granules of a stream say of its first and last frames.
///
/// The granule of a page counts the frames up to the end of the last packet that ends there. The first granule tells where
/// the stream starts. If the last one is less than the packets have, the missing frames only fill the last page.
///
/// Some writers count wrongly. An impossible granule is ignored: one that counts less audio than the pages before
/// contain, one that trims more than its own page, and a first one that trims whole packets at the start. The frames
/// of the packets count instead. Writers may also fail to mark the last page, so the last granule counts in any case.
///
/// Source: RFC 7845, 4; *Vorbis I specification* (Xiph.Org), A.2.
struct OggClock: Sendable {
  /// Frames of the packets so far.
  private(set) var frameCount: UInt64 = 0
  /// Frames of packets since the last granule.
  private var sinceGranule: Int64 = 0
  private var granule: Int64?
  /// Frames of the page with the last granule that are not to be played.
  private var remainder: Int64 = 0
  /// Whether the granule before the last one is unknown.
  private var isRemainderUnknown = false
  /// Frames at the start that are not to be played, by the granule.
  private(set) var skippedFrames = 0
  /// Whether the packets before are not all known.
  private var isLost = false
  /// The granule at which the stream starts, less than 0 if frames at its start are not to be played; `nil` while
  /// that is not known, or does not help.
  private var start: Int64?
  /// The frames that were counted up to the last granule.
  private var counted = Count()
  private let preSkip: Int

  /// What the granules are compared with.
  private struct Count: Sendable {
    /// The granule at which the stream starts, once known.
    var start: Int64?
    /// Frames on the pages up to the last granule.
    var frames: Int64 = 0
    /// Frames of the first two packets that have any.
    var leadingFrames: Int64 = 0
    /// Packets that have frames.
    var packetCount = 0
  }

  /// Packets that a granule may leave without a single frame to play, as in an empty recording.
  private static let mostUnheardPackets = 3

  /// Starts in front of the first packet of a stream whose header says how many frames not to play.
  init(preSkip: Int = 0) {
    self.preSkip = preSkip
  }

  /// This stream's clock in the middle of it.
  var lost: OggClock {
    var clock = OggClock(preSkip: preSkip)
    clock.isLost = true
    clock.start = start
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
    guard frames > 0 else { return }
    counted.packetCount += 1
    if counted.packetCount <= 2 { counted.leadingFrames += Int64(frames) }
  }

  /// Whether the last granule leaves out frames of its page, so that it should be the last one.
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
    // Of the frames that are known to be there, no granule takes any away.
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
    } else if page > preSkip || page >= 0 && counted.packetCount <= Self.mostUnheardPackets {
      // All of the stream is on one page, unless another one follows.
      remainder = missing
    }
  }

  /// Frames of the page that are not to be played, if it is the last: none if its granule is impossible.
  private func possibleRemainder(after previous: Int64, _ page: Int64) -> Int64 {
    let (frames, overflow) = (previous &+ sinceGranule).subtractingReportingOverflow(page)
    let isTrim = !overflow && (0...sinceGranule).contains(frames)
    guard let start = counted.start else { return isTrim ? frames : 0 }
    let (end, isFar) = page.subtractingReportingOverflow(start)
    guard !isFar, end >= counted.frames else { return 0 }
    // The granule before may be the one that is wrong.
    let left = counted.frames &+ sinceGranule &- end
    return isTrim ? frames : max(left, 0)
  }

  /// Which frames are the recording, now that all packets or the first and the last granule are known; `nil` where
  /// they are not.
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
