/// The time of playback over the versions of a playlist.
///
/// The first segment of the first version starts at 0. A segment keeps its time in later versions,
/// while the window of the playlist moves on.
package struct HLSTimeline: Equatable, Sendable {
  /// The latest version of the playlist.
  package private(set) var playlist: HLSMediaPlaylist
  /// Seconds of playback at the start of the latest version.
  package private(set) var origin: Double

  package init(_ playlist: HLSMediaPlaylist, origin: Double = 0) {
    self.playlist = playlist
    self.origin = origin
  }

  /// Takes a new version of the playlist.
  ///
  /// Without a segment in common, the difference of dates or of numbers gives the time of missing
  /// segments. An unrelated playlist follows the previous one.
  package mutating func update(_ next: HLSMediaPlaylist) {
    defer { playlist = next }
    guard let first = next.segments.first, let last = playlist.segments.last else {
      origin += playlist.duration
      return
    }
    let numbering = HLSNumbering(playlist, next)
    if case .kept = numbering, let difference = commonDifference(to: next) {
      origin += difference
    } else if let date = first.date, let lastDate = last.date, date >= lastDate {
      origin += last.start + (date - lastDate)
    } else {
      let missing = first.sequence - last.sequence - 1
      let isLater = if case .unknown = numbering { missing > 0 } else { false }
      origin += playlist.duration + (isLater ? Double(missing) * next.targetDuration : 0)
    }
  }

  /// The difference between the starts of the last common segment in both versions.
  private func commonDifference(to next: HLSMediaPlaylist) -> Double? {
    guard let first = playlist.segments.first, let nextFirst = next.segments.first else {
      return nil
    }
    let end = min(
      first.sequence + playlist.segments.count, nextFirst.sequence + next.segments.count)
    let (index, nextIndex) = (end - 1 - first.sequence, end - 1 - nextFirst.sequence)
    guard playlist.segments.indices.contains(index), next.segments.indices.contains(nextIndex)
    else { return nil }
    return playlist.segments[index].start - next.segments[nextIndex].start
  }

  /// Seconds of playback at a position.
  package func time(at position: HLSPosition) -> Double {
    guard playlist.segments.indices.contains(position.index) else {
      return origin + playlist.duration
    }
    return origin + playlist.segments[position.index].start + position.offset
  }

  /// The position at a time of playback.
  ///
  /// Times outside of the playlist give its start or its end.
  ///
  /// - Returns: `nil` for a playlist without segments.
  package func position(at time: Double) -> HLSPosition? {
    playlist.position(at: time - origin)
  }

  /// The position at a date, in seconds since 1970.
  ///
  /// - Returns: `nil` without a segment that contains the date.
  package func position(atDate date: Double) -> HLSPosition? {
    for (index, segment) in playlist.segments.enumerated() {
      guard let start = segment.date, start <= date, date < start + segment.duration else {
        continue
      }
      return HLSPosition(index: index, offset: date - start)
    }
    return nil
  }

  /// The times of possible seeks, in seconds of playback.
  package var seekableRange: ClosedRange<Double> {
    let range = playlist.seekableRange
    return origin + range.lowerBound...origin + range.upperBound
  }
}
