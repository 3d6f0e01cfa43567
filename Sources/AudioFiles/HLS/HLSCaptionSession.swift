package import AudioContainers
internal import AudioTransport

/// The texts of a stream of HTTP Live Streaming, in segments of WebVTT beside those of the sound.
///
/// One thread uses it, and waits in it for servers. Texts in fragments of movies are not read.
///
/// Source: RFC 8216, 3.5 WebVTT.
package final class HLSCaptionSession {
  /// Bytes of the longest segment.
  private static let longest = 4 << 20
  /// Segments whose texts are kept.
  private static let mostSegments = 64
  /// Seconds after the time of playback in which segments are loaded.
  private static let aheadSeconds = 30.0
  /// Seconds between two attempts to load a segment.
  private static let retrySeconds = 3.0

  private let status: HLSStatus
  private let loader: HLSLoader
  private let clock: any HLSClock
  private var list: HLSMediaList
  private var segments: HLSSegmentLoader
  /// The texts by the numbers of segments; the time of another attempt for missing ones.
  private var loaded: [Int: [WebVTTCue]] = [:]
  private var attempts: [Int: Double] = [:]

  /// Loads the playlist of a rendition.
  ///
  /// - Parameters:
  ///   - rendition: One of ``HLSStatus/captions``.
  ///   - status: The status of the stream.
  ///   - loader: Loads the playlist and the segments.
  ///   - clock: The clock of live streams.
  /// - Throws: ``HLSFailure`` if there is no such playlist.
  package init(
    _ rendition: HLSRendition, of status: HLSStatus, loader: HLSLoader, clock: any HLSClock
  ) throws(HLSFailure) {
    guard let lists = status.captions, let uri = rendition.uri,
      let location = HLSAddress(lists.place).resolve(uri)
    else { throw .transport(.init(.unsupportedURL)) }
    self.status = status
    self.loader = loader
    self.clock = clock
    segments = HLSSegmentLoader(loader)
    let first = try HLSLoadedList(location, lists.variables, loader, clock)
    guard case .media(let media) = first.playlist else { throw .notMedia }
    list = HLSMediaList(first, media: media, variables: lists.variables)
    follow(status.timeline)
  }

  /// Gives the segments the times of the corresponding segments of the sound.
  private func follow(_ timeline: HLSTimeline) {
    for index in timeline.playlist.segments.indices.reversed() {
      if list.continueTimeline(of: timeline, at: index) != nil { return }
    }
  }

  /// When the playlist is loaded again, in seconds of the clock; `nil` if it has ended.
  package var nextLoad: Double? { list.nextLoad }

  /// Returns the texts around a time of playback, after loading those that are missing.
  ///
  /// The times of the texts are seconds of playback.
  ///
  /// A segment that cannot be loaded is tried again later; until then, its texts are missing.
  ///
  /// - Throws: ``HLSFailure`` if the stream has ended, or has been closed.
  package func captions(around time: Double) throws(HLSFailure) -> [WebVTTCue] {
    if let load = list.nextLoad, load <= clock.now { _ = try list.refresh(loader, clock) }
    let playlist = list.playlist
    var wanted: [HLSSegment] = []
    for (index, segment) in playlist.segments.enumerated() {
      let start = list.timeline.time(at: HLSPosition(index: index))
      guard start + segment.duration * 2 > time, start < time + Self.aheadSeconds else { continue }
      wanted.append(segment)
      try load(segment, at: start)
    }
    if loaded.count > Self.mostSegments {
      let kept = Set(wanted.map(\.sequence))
      loaded = loaded.filter { kept.contains($0.key) }
    }
    // A text may be repeated in each of the segments during which it is shown.
    var seen: Set<WebVTTCue> = []
    return wanted.flatMap { loaded[$0.sequence] ?? [] }.filter { seen.insert($0).inserted }
  }

  private func load(_ segment: HLSSegment, at start: Double) throws(HLSFailure) {
    guard loaded[segment.sequence] == nil, !segment.isGap, segment.map == nil,
      attempts[segment.sequence] ?? 0 <= clock.now
    else { return }
    do throws(HLSFailure) {
      let bytes = try segments.open(segment, of: list)
      var content: [UInt8] = []
      while content.count <= Self.longest, try bytes.next(into: &content) {}
      loaded[segment.sequence] = captions(of: content, segment, at: start)
      attempts[segment.sequence] = nil
    } catch {
      segments.forget()
      guard error.isTemporary else { throw error }
      attempts[segment.sequence] = clock.now + Self.retrySeconds
    }
  }

  private func captions(
    of content: [UInt8], _ segment: HLSSegment, at start: Double
  ) -> [WebVTTCue] {
    guard let file = WebVTTFile(content), !file.cues.isEmpty else { return [] }
    let slack = max(segment.duration, list.playlist.targetDuration)
    let range = start - slack...start + segment.duration + slack
    let shifts = shifts(file.timestampMap, segment, at: start)
    // Some servers state wrong timestamps. Texts are shown during their segments or near them.
    let plausible = shifts.first { shift in
      file.cues.contains {
        $0.end + shift >= range.lowerBound && $0.start + shift <= range.upperBound
      }
    }
    return file.cues.map { cue in
      var cue = cue
      let shift = plausible ?? shifts[0]
      // Times of different segments agree to the millisecond.
      cue.start = ((cue.start + shift) * 1000).rounded() / 1000
      cue.end = ((cue.end + shift) * 1000).rounded() / 1000
      return cue
    }
  }

  /// The possible differences between the times of playback and of a segment's texts, the most
  /// likely one first.
  private func shifts(
    _ map: WebVTTFile.TimestampMap?, _ segment: HLSSegment, at start: Double
  ) -> [Double] {
    let stated = status.time(
      ofTimestamp: map?.ticks ?? 0, discontinuity: segment.discontinuitySequence)
    let local = map?.local ?? 0
    let known = stated.map { [$0 - local] } ?? []
    // RFC 8216 makes the timestamp 0 the origin of texts without a header. Common programs start
    // such texts with the presentation, although its timestamps start later.
    return map == nil ? [0, start] + known : known + [-local, start - local]
  }
}
