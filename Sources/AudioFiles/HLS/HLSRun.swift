internal import AudioContainers
package import AudioTransport

/// Segments that are decoded as one file: without a discontinuity, in one format.
///
/// The source has no size before its end. It keeps some bytes behind the reader.
package final class HLSRun: ByteSource {
  /// Bytes behind the reader that are kept: a fragment is described before its packets.
  private static let keptByteCount: UInt64 = 8 << 20

  /// Seconds of playback at the first frame.
  package private(set) var startTime = 0.0
  /// Why the source failed, if the reason is more than a transfer's.
  package private(set) var failure: HLSFailure?
  /// The first segment; all other segments have its properties.
  let first: HLSSegment

  private let session: HLSSession
  private var filter = HLSMediaFilter()
  private var bytes = ByteBlocks(start: 0)
  private var current: HLSSegmentBytes?
  private var hasEnded = false
  private var hasMedia = false
  private var signature: HLSFrameSignature?
  /// The first bytes of another variant's segment, until they prove to continue this run.
  private var candidate: [UInt8]?
  /// The first timestamp, which belongs to ``startTime``.
  private var startTimestamp: UInt64?
  /// Seconds of playback at the current segment, by the durations in the playlist.
  private var segmentTime = 0.0
  /// Tags from before the start time is known.
  private var earlyTags: [TimedTag]? = []

  /// Opens the first segment.
  init(_ session: HLSSession, _ opened: HLSOpenedSegment) throws(HLSFailure) {
    self.session = session
    first = opened.bytes.segment
    if let map = opened.map {
      filter.takeMap(map)
      bytes.append(map.span)
    }
    current = opened.bytes
    filter.beginSegment()
    while !filter.isTimeKnown, try produce() {}
    startTime = session.time(of: filter.timestamp, in: first, startingAt: opened.time)
    startTimestamp = filter.timestamp
    if let startTimestamp {
      session.status.note(
        startTimestamp, at: startTime, discontinuity: first.discontinuitySequence)
    }
    segmentTime = startTime
    let tags = earlyTags.take() ?? []
    take(tags)
  }

  /// Passes on tags, with their times of playback.
  private func take(_ tags: [TimedTag]) {
    guard earlyTags == nil else {
      earlyTags?.append(contentsOf: tags)
      return
    }
    for tag in tags {
      let distance = tag.timestamp.flatMap { timestamp in
        startTimestamp.map { HLSTimestampMap.seconds(from: $0, to: timestamp) }
      }
      session.tags.add(tag.bytes, at: distance.map { startTime + $0 } ?? segmentTime)
    }
  }

  /// Whether no segment of the run could be read.
  var isEmpty: Bool { hasEnded && !hasMedia }

  package var byteCount: UInt64? { hasEnded ? bytes.end : nil }

  package func read(
    at offset: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(TransportError) -> Int {
    guard offset >= bytes.start else { throw TransportError(.cannotSeek) }
    do throws(HLSFailure) {
      while offset >= bytes.end {
        guard try produce() else { return 0 }
        drop(behind: offset)
      }
    } catch {
      failure = error
      if case .transport(let error) = error { throw error }
      throw TransportError(.changed)
    }
    return bytes.copy(from: offset, into: &buffer)
  }

  private func drop(behind offset: UInt64) {
    guard offset > Self.keptByteCount else { return }
    bytes.drop(before: min(offset - Self.keptByteCount, bytes.end))
  }

  /// Adds bytes, or continues with the next segment.
  ///
  /// - Returns: Whether the run continues; false at its end.
  private func produce() throws(HLSFailure) -> Bool {
    guard !hasEnded else { return false }
    guard let current else {
      self.current = try session.openNext(joining: self)
      if session.takeSwitch() {
        candidate = []
        filter = HLSMediaFilter()
      }
      filter.beginSegment()
      hasEnded = self.current == nil
      return !hasEnded
    }
    do throws(HLSFailure) {
      try produce(from: current)
    } catch {
      self.current = try session.reopen(current, after: error)
      filter.beginSegment()
      hasEnded = self.current == nil
    }
    return !hasEnded
  }

  private func produce(from current: HLSSegmentBytes) throws(HLSFailure) {
    var piece: [UInt8] = []
    let isMore = try current.next(into: &piece)
    var output: [UInt8] = []
    do throws(HLSMediaFilter.Refusal) {
      try filter.read(piece.span, isEnd: !isMore, into: &output)
    } catch {
      throw error == .protected ? .protected : .notMedia
    }
    let tags = filter.takeTags()
    guard admit(output, isEnd: !isMore) else {
      session.giveBack(current)
      self.current = nil
      hasEnded = true
      return
    }
    take(tags)
    if !isMore {
      self.current = nil
      segmentTime += current.segment.duration
    }
    try session.note(current, isRead: !isMore)
  }

  /// Adds bytes of a segment.
  ///
  /// - Returns: Whether the decoder can continue with them.
  private func admit(_ output: [UInt8], isEnd: Bool) -> Bool {
    var output = output
    if let start = candidate {
      output = start + output
      candidate = output
      guard output.count >= HLSFrameSignature.byteCount || isEnd else { return true }
      guard let signature, HLSFrameSignature(output.span) == signature else { return false }
      candidate = nil
    }
    if !hasMedia, bytes.end == 0 { signature = HLSFrameSignature(output.span) }
    bytes.append(output.span)
    if !output.isEmpty { hasMedia = true }
    return true
  }

  /// Whether another variant may continue the run: its frames have a signature, and no check is
  /// pending.
  var canSwitch: Bool { signature != nil && candidate == nil }
}
