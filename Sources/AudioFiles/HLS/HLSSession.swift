package import AudioContainers
internal import AudioTransport

/// A segment that is about to be read.
struct HLSOpenedSegment {
  var bytes: HLSSegmentBytes
  /// Seconds of playback at its start, according to the playlist.
  var time: Double
  /// The initialization section.
  var map: [UInt8]?
}

/// The next piece of a stream to play.
package enum HLSPiece {
  case run(HLSRun)
  /// Missing media, which are silent.
  case silence(start: Double, seconds: Double)
  case end
}

/// A stream of HTTP Live Streaming: its playlists, and the order of its segments.
///
/// One thread uses it, and waits in it for servers.
///
/// Sources: RFC 8216; draft-pantos-hls-rfc8216bis.
package final class HLSSession {
  /// Seconds before a seek's target that a decoder needs.
  private static let warmUpSeconds = 0.25
  /// Discontinuities whose timestamps are remembered.
  private static let mostMaps = 64

  package let loader: HLSLoader
  package let status: HLSStatus
  /// Seconds at which playback starts without a seek.
  package internal(set) var startTime = 0.0
  let clock: any HLSClock
  var presentation: HLSPresentation
  var list: HLSMediaList
  var segments: HLSSegmentLoader
  var retry = HLSRetry()
  /// The index in the playlist of the next segment.
  var next: Int
  /// The segment before the next one, if it has been opened.
  var last: HLSSegment?
  /// Whether the next segment does not continue the previous one, whatever the playlist says.
  var isDetached = false
  /// Whether the next segment of the run comes from another variant.
  private var hasSwitched = false
  /// A segment that is loaded before it is needed.
  var ahead: HLSSegmentBytes?
  /// The number of a segment that cannot be loaded ahead.
  var refused: Int?
  /// The number of a segment that cannot be read.
  var missing: Int?
  /// Why the last segment was skipped.
  package internal(set) var loss: HLSFailure?
  /// Whether the end of a segment is missing since the last call of ``takeCut()``.
  var isCut = false
  /// Timestamps by discontinuity.
  private var times: [Int: HLSTimestampMap] = [:]
  package let tags = HLSTagQueue()

  /// Starts with a playlist of segments or of variants.
  ///
  /// - Parameters:
  ///   - loaded: The playlist.
  ///   - loader: Loads everything else.
  ///   - clock: The clock of live streams.
  ///   - isDecodable: Whether a codec, as in RFC 6381, can be decoded.
  /// - Throws: ``HLSFailure`` if there is nothing to play.
  package init(
    _ loaded: HLSLoadedList, loader: HLSLoader, clock: any HLSClock,
    isDecodable: (String) -> Bool
  ) throws(HLSFailure) {
    self.loader = loader
    self.clock = clock
    segments = HLSSegmentLoader(loader)
    presentation = HLSPresentation(loaded, isDecodable: isDecodable)
    list = try presentation.firstMediaList(loader, clock)
    status = HLSStatus(list.timeline, presentation.variant, presentation.captions)
    next = 0
    guard let position = list.playlist.startPosition(preference: presentation.start) else { return }
    startTime = list.timeline.time(at: position)
    status.start(at: startTime)
    move(to: position.index)
  }

  /// The audio renditions, one of each name.
  package var renditions: [HLSRendition] { presentation.renditions }

  /// Seconds of the stream; `nil` while it grows.
  package var duration: Double? { list.playlist.hasEnded ? list.playlist.duration : nil }

  // MARK: Pieces

  /// Returns the next piece to play, and moves past its first segment.
  package func nextPiece() throws(HLSFailure) -> HLSPiece {
    while true {
      try followChoice()
      guard let (segment, time) = try peek() else { return .end }
      isDetached = false
      if segment.isGap || segment.sequence == missing {
        pass(segment)
        return .silence(start: time, seconds: segment.duration)
      }
      guard let opened = try open(segment, at: time) else { continue }
      let run = try HLSRun(self, opened)
      if !run.isEmpty { return .run(run) }
    }
  }

  /// Whether the end of a segment has been lost since the last call.
  package func takeCut() -> Bool {
    defer { isCut = false }
    return isCut
  }

  /// Moves to the segment at which decoding must start to play from a time.
  ///
  /// - Returns: The time; in a growing stream, limited to the possible seeks.
  package func seek(to time: Double) -> Double {
    let range = list.timeline.seekableRange
    let isWhole = list.playlist.hasEnded
    let wanted = isWhole ? max(time, 0) : min(max(time, range.lowerBound), range.upperBound)
    guard let position = list.timeline.position(at: wanted) else { return 0 }
    // The seek has ended the wait for the open segments, and gives missing segments another chance.
    segments.forget()
    missing = nil
    tags.clear()
    isCut = false
    retry = HLSRetry()
    status.loaded(to: wanted)
    move(to: position.index)
    if position.offset < Self.warmUpSeconds { _ = stepBack() }
    // Not the segment's time, because the stated durations of segments are not exact.
    return wanted
  }

  /// Moves to the segment before a run, if the decoder can continue from there.
  package func stepBack(before run: HLSRun) -> Bool {
    guard let index = list.index(ofSequence: run.first.sequence) else { return false }
    move(to: index)
    return stepBack()
  }

  private func stepBack() -> Bool {
    let segments = list.playlist.segments
    guard next > 0, segments.indices.contains(next),
      segments[next].continues(segments[next - 1])
    else { return false }
    move(to: next - 1)
    return true
  }

  func move(to index: Int) {
    next = index
    let segments = list.playlist.segments
    last = segments.indices.contains(index - 1) ? segments[index - 1] : nil
    isDetached = true
    ahead = nil
  }

  /// The next segment and its time; waits for a growing playlist.
  private func peek() throws(HLSFailure) -> (HLSSegment, Double)? {
    while true {
      try transporting { () throws(TransportError) in try loader.check() }
      try refreshIfDue()
      let playlist = list.playlist
      if playlist.segments.indices.contains(next) {
        let position = HLSPosition(index: next)
        return (playlist.segments[next], list.timeline.time(at: position))
      }
      guard let load = list.nextLoad else { return nil }
      clock.wait(until: load)
    }
  }

  /// Loads a changing playlist again in time, and finds the next segment in it.
  func refreshIfDue() throws(HLSFailure) {
    guard let load = list.nextLoad, load <= clock.now,
      let previous = try list.refresh(loader, clock)
    else { return }
    status.update(list.timeline, presentation.variant)
    guard let last else { return }
    switch HLSContinuation(after: last, of: previous, in: list.playlist) {
    case .segment(let index): next = index
    case .jump(let position): move(to: position.index)
    case .pending, .end: next = list.playlist.segments.count
    }
  }

  /// Waits until something changes, and loads a growing playlist again in time.
  package func idle() {
    clock.wait(until: list.nextLoad ?? clock.now + 3600)
    // The next read reports a lasting failure.
    try? refreshIfDue()
  }

  private func pass(_ segment: HLSSegment) {
    last = segment
    next += 1
  }

  // MARK: Segments

  /// Opens the next segment if it continues a run.
  func openNext(joining run: HLSRun) throws(HLSFailure) -> HLSSegmentBytes? {
    takeSelection()
    guard let (segment, time) = try peek(), !isDetached, let last, segment.continues(last),
      segment.sequence != missing
    else { return nil }
    guard presentation.isToSwitch else { return try open(segment, at: time)?.bytes }
    guard run.canSwitch else { return nil }
    try followChoice()
    guard let (other, time) = try peek(), other.continues(segment), other.map == nil,
      other.sequence != missing, let opened = try open(other, at: time)
    else { return nil }
    isDetached = false
    hasSwitched = true
    return opened.bytes
  }

  /// Whether the last segment comes from another variant than the one before it.
  func takeSwitch() -> Bool {
    defer { hasSwitched = false }
    return hasSwitched
  }

  /// Moves back to an open segment, which starts another run.
  func giveBack(_ bytes: HLSSegmentBytes) {
    if let index = list.index(ofSequence: bytes.segment.sequence) { move(to: index) }
  }

  /// Opens the next segment.
  ///
  /// - Returns: `nil` if it is skipped, or read from another variant.
  private func open(
    _ segment: HLSSegment, at time: Double
  ) throws(HLSFailure) -> HLSOpenedSegment? {
    retry.begin()
    while true {
      do throws(HLSFailure) {
        let map = try segments.map(of: segment, of: list)
        let isHere = ahead?.segment.sequence == segment.sequence
        let bytes =
          if isHere, let ahead { ahead } else { try segments.open(segment, of: list) }
        ahead = nil
        pass(segment)
        return HLSOpenedSegment(bytes: bytes, time: time, map: map)
      } catch {
        ahead = nil
        guard try waitForRetry(after: error) else {
          try skip(segment, because: error)
          return nil
        }
      }
    }
  }

  /// Seconds of playback at a timestamp.
  func time(of timestamp: UInt64?, in segment: HLSSegment, startingAt start: Double) -> Double {
    if times.count >= Self.mostMaps, times[segment.discontinuitySequence] == nil { times = [:] }
    return times[segment.discontinuitySequence, default: HLSTimestampMap()]
      .time(of: timestamp, in: segment, startingAt: start)
  }
}

extension HLSSegment {
  /// Whether the segment can be decoded together with the previous one.
  fileprivate func continues(_ previous: HLSSegment) -> Bool {
    !isGap && !previous.isGap && !isDiscontinuity && map == previous.map
      && discontinuitySequence == previous.discontinuitySequence
  }
}
