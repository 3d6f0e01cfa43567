internal import AudioContainers
internal import AudioTransport

/// A segment that is about to be read.
struct HLSOpenedSegment {
  var bytes: HLSSegmentBytes
  /// Seconds of playback at its start, according to the playlist.
  var time: Double
  /// The initialisation section.
  var map: [UInt8]?
}

/// What is played next.
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
  private let clock: any HLSClock
  private var list: HLSMediaList
  private let start: HLSStart?
  /// The index in the playlist of the next segment.
  private var next: Int
  /// The segment before it that was opened last.
  private var last: HLSSegment?
  /// A segment that is loaded before it is needed.
  private var ahead: HLSSegmentBytes?
  /// The resource of the last segment, if it has others, too.
  private var shared: HLSOpenResource?
  /// The initialisation section that was loaded last.
  private var map: (map: HLSMap, bytes: [UInt8])?
  /// Timestamps by discontinuity.
  private var times: [Int: HLSTimestampMap] = [:]

  /// Starts with a playlist, which may be one of variants.
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
    let presentation = HLSPresentation(loaded, isDecodable: isDecodable)
    list = try presentation.mediaList(loader, clock)
    start = presentation.start
    next = list.playlist.startPosition(preference: start)?.index ?? 0
  }

  // MARK: The whole stream

  /// Seconds of the stream; `nil` while it grows.
  package var duration: Double? { list.playlist.hasEnded ? list.playlist.duration : nil }

  // MARK: Pieces

  /// Returns what is played next, and moves behind its first segment.
  package func nextPiece() throws(HLSFailure) -> HLSPiece {
    guard let (segment, time) = try peek() else { return .end }
    if segment.isGap {
      pass(segment)
      return .silence(start: time, seconds: segment.duration)
    }
    return .run(try HLSRun(self, try open(segment, at: time)))
  }

  /// Moves to the segments at a time, so that the decoder is warm there.
  ///
  /// - Returns: The time, within a growing stream.
  package func seek(to time: Double) -> Double {
    guard let position = list.timeline.position(at: time) else { return 0 }
    move(to: position.index)
    if position.offset < Self.warmUpSeconds { _ = stepBack() }
    // The stated durations of segments are not exact.
    return list.playlist.hasEnded ? max(0, time) : list.timeline.time(at: position)
  }

  /// Moves one segment back, if the decoder can continue from there.
  package func stepBack() -> Bool {
    let segments = list.playlist.segments
    guard next > 0, segments.indices.contains(next),
      segments[next].continues(segments[next - 1])
    else { return false }
    move(to: next - 1)
    return true
  }

  /// Moves back to the first segment of a run, and to the one before it.
  package func stepBack(before run: HLSRun) -> Bool {
    guard
      let index = list.playlist.segments.firstIndex(where: { $0.sequence == run.first.sequence })
    else { return false }
    move(to: index)
    return stepBack()
  }

  private func move(to index: Int) {
    next = index
    last = nil
    ahead = nil
  }

  /// The next segment and its time; waits for a growing playlist.
  private func peek() throws(HLSFailure) -> (HLSSegment, Double)? {
    while true {
      do throws(TransportError) { try loader.check() } catch { throw .transport(error) }
      let playlist = list.playlist
      if playlist.segments.indices.contains(next) {
        let position = HLSPosition(index: next)
        return (playlist.segments[next], list.timeline.time(at: position))
      }
      guard let load = list.nextLoad else { return nil }
      if load > clock.now { clock.wait(until: load) } else { refresh() }
    }
  }

  /// Loads a changing playlist again, and finds the next segment in it.
  private func refresh() {
    guard let previous = list.refresh(loader, clock), let last else { return }
    switch HLSContinuation(after: last, of: previous, in: list.playlist) {
    case .segment(let index): next = index
    case .jump(let position): next = position.index
    case .pending, .end: next = list.playlist.segments.count
    }
  }

  private func pass(_ segment: HLSSegment) {
    last = segment
    next += 1
  }

  // MARK: Segments

  /// Opens the next segment if it continues a run.
  func openNext(joining run: HLSRun) throws(HLSFailure) -> HLSOpenedSegment? {
    guard let last, let (segment, time) = try peek(), segment.continues(last) else { return nil }
    return try open(segment, at: time)
  }

  private func open(_ segment: HLSSegment, at time: Double) throws(HLSFailure) -> HLSOpenedSegment {
    let map = try bytes(of: segment.map)
    let bytes: HLSSegmentBytes
    if let ahead, ahead.segment.sequence == segment.sequence {
      bytes = ahead
    } else {
      bytes = try openBytes(of: segment)
    }
    ahead = nil
    shared = bytes.sharedResource
    pass(segment)
    return HLSOpenedSegment(bytes: bytes, time: time, map: map)
  }

  private func openBytes(of segment: HLSSegment) throws(HLSFailure) -> HLSSegmentBytes {
    if let key = segment.keys.first, segment.key == nil || key.method != .aes128 {
      throw .protected
    }
    let address = try list.resolve(segment.uri)
    if let shared, segment.range != nil, shared.address == address {
      return HLSSegmentBytes(segment, shared)
    }
    do throws(TransportError) {
      let offset = UInt64(segment.range?.offset ?? 0)
      return HLSSegmentBytes(segment, try loader.open(address, from: offset))
    } catch {
      throw .transport(error)
    }
  }

  /// Loads an initialisation section, unless it is the last one.
  private func bytes(of wanted: HLSMap?) throws(HLSFailure) -> [UInt8]? {
    guard let wanted else { return nil }
    if let map, map.map == wanted { return map.bytes }
    let address = try list.resolve(wanted.uri)
    do throws(TransportError) {
      let resource = try loader.open(address, from: UInt64(wanted.range?.offset ?? 0))
      let bytes =
        if let range = wanted.range { try resource.bytes(of: range) } else {
          try resource.bytes(limit: HLSPlaylist.greatestByteCount)
        }
      map = (wanted, bytes)
      return bytes
    } catch {
      throw .transport(error)
    }
  }

  /// Starts to load the next segment once the current one has arrived.
  func loadAhead(of current: HLSSegmentBytes, isEnd: Bool) {
    guard ahead == nil, !isEnd, current.isBuffered, current.sharedResource == nil,
      list.playlist.segments.indices.contains(next)
    else { return }
    let segment = list.playlist.segments[next]
    guard !segment.isGap else { return }
    // The reader reports a failure once it needs the segment.
    ahead = try? openBytes(of: segment)
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
