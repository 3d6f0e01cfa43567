internal import AudioContainers
internal import AudioTransport

/// A playlist of segments that is loaded again while it changes.
struct HLSMediaList {
  /// The longest outage before a stream has failed, in seconds and in target durations; the longer
  /// one counts.
  private static let longestOutage = (seconds: 30.0, targets: 6.0)

  /// Seconds between two loads, whatever the playlist states.
  private static let shortestPause = 0.5

  private let location: String
  private let variables: [String: String]
  /// Resolves the URIs of the playlist.
  private var address: HLSAddress
  private(set) var timeline: HLSTimeline
  private var reload: HLSReload
  /// When the last load began.
  private var loadTime: Double
  /// When loads began to fail.
  private var failingSince: Double?

  var playlist: HLSMediaPlaylist { timeline.playlist }

  /// Starts with the first version of a playlist.
  ///
  /// - Parameters:
  ///   - loaded: The first version.
  ///   - media: The playlist in this version.
  ///   - variables: The variables that the playlist may import.
  init(_ loaded: HLSLoadedList, media: HLSMediaPlaylist, variables: [String: String]) {
    location = loaded.location
    self.variables = variables
    address = HLSAddress(loaded.place)
    timeline = HLSTimeline(media)
    loadTime = loaded.time
    reload = HLSReload(media, loadedAt: loaded.time)
  }

  /// The time of the next load, or `nil` if the playlist does not change any more.
  var nextLoad: Double? { reload.next.map { max($0, loadTime + Self.shortestPause) } }

  /// The address of a resource in the playlist.
  func resolve(_ uri: String) throws(HLSFailure) -> String {
    guard let address = address.resolve(uri) else { throw .transport(.init(.unsupportedURL)) }
    return address
  }

  /// The index of the segment with a number.
  func index(ofSequence sequence: Int) -> Int? {
    guard let first = playlist.segments.first else { return nil }
    let index = sequence - first.sequence
    return playlist.segments.indices.contains(index) ? index : nil
  }

  /// Loads the playlist again.
  ///
  /// - Returns: The previous version; `nil` if loading failed and is repeated later.
  /// - Throws: ``HLSFailure`` after too many failures, or when the load was cancelled.
  mutating func refresh(
    _ loader: HLSLoader, _ clock: any HLSClock
  ) throws(HLSFailure) -> HLSMediaPlaylist? {
    let time = clock.now
    loadTime = time
    do throws(HLSFailure) {
      let loaded = try HLSLoadedList(location, variables, loader, clock)
      guard case .media(let next) = loaded.playlist else { throw .notMedia }
      let previous = playlist
      address = HLSAddress(loaded.place)
      timeline.update(next)
      reload.take(next, after: previous, loadedAt: time)
      failingSince = nil
      return previous
    } catch {
      if error == .transport(TransportError(.cancelled)) { throw error }
      reload.fail(loadedAt: time)
      let start = failingSince ?? time
      failingSince = start
      let limit = max(
        Self.longestOutage.seconds, Self.longestOutage.targets * playlist.targetDuration)
      if clock.now - start > limit { throw error }
      return nil
    }
  }

  /// Assigns times to the segments, so that they continue the timeline of another variant.
  ///
  /// In growing playlists, segments at the same date correspond, or else segments with the same
  /// number. In complete playlists, segments at the same time correspond.
  ///
  /// - Returns: The index of the segment that corresponds to segment `index` of the other list;
  ///   `nil` if there is no such segment.
  mutating func continueTimeline(of other: HLSTimeline, at index: Int) -> Int? {
    let old = other.playlist.segments
    guard old.indices.contains(index) else { return nil }
    let segment = old[index]
    let time = other.time(at: HLSPosition(index: index))
    let found: Int?
    if playlist.hasEnded, other.playlist.hasEnded {
      // Durations of variants differ a little.
      found = playlist.position(at: segment.start + segment.duration / 2)?.index
      guard let found else { return nil }
      timeline = HLSTimeline(playlist, origin: other.origin)
      return found
    }
    let dated = segment.date.flatMap { timeline.position(atDate: $0 + segment.duration / 2)?.index }
    found = dated ?? self.index(ofSequence: segment.sequence)
    guard let found else { return nil }
    timeline = HLSTimeline(playlist, origin: time - playlist.segments[found].start)
    return found
  }
}
