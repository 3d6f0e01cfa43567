/// The place in a reloaded playlist at which playback continues.
///
/// Servers remove segments, return older playlists, and restart their numbering. The numbers apply
/// if both playlists have the same resources for them. Otherwise, dates apply. Without dates, the
/// numbers apply if all of them are new and greater. Otherwise, playback restarts near the end of
/// the playlist.
package enum HLSContinuation: Equatable, Sendable {
  /// The next segment without a gap.
  case segment(index: Int)
  /// A later or unrelated segment: the time of playback jumps.
  case jump(HLSPosition)
  /// The next segment is not in the playlist yet.
  case pending
  /// No segments will follow.
  case end

  /// Finds the segment after a segment of the previous playlist.
  ///
  /// - Parameters:
  ///   - segment: The latest segment that was loaded.
  ///   - previous: The playlist that contains it.
  ///   - playlist: The reloaded playlist.
  package init(
    after segment: HLSSegment, of previous: HLSMediaPlaylist, in playlist: HLSMediaPlaylist
  ) {
    guard let first = playlist.segments.first else {
      self = playlist.hasEnded ? .end : .pending
      return
    }
    let hasMovedOn = first.sequence > (previous.segments.last?.sequence ?? segment.sequence)
    switch HLSNumbering(previous, playlist) {
    case .kept: self.init(sequence: segment.sequence + 1, in: playlist)
    case .changed: self = Self(date: segment, in: playlist) ?? Self(restartIn: playlist)
    case .unknown:
      if let dated = Self(date: segment, in: playlist) {
        self = dated
      } else if hasMovedOn {
        self.init(sequence: segment.sequence + 1, in: playlist)
      } else {
        self.init(restartIn: playlist)
      }
    }
  }

  private init(sequence: Int, in playlist: HLSMediaPlaylist) {
    let index = sequence - (playlist.segments.first?.sequence ?? 0)
    if index < 0 {
      self = .jump(HLSPosition(index: 0))
    } else if index < playlist.segments.count {
      self = .segment(index: index)
    } else {
      self = playlist.hasEnded ? .end : .pending
    }
  }

  /// Finds the segment that starts at the end of `segment`.
  ///
  /// - Returns: `nil` without dates, or if the date is too far after the playlist to wait for it.
  private init?(date segment: HLSSegment, in playlist: HLSMediaPlaylist) {
    guard let date = segment.date.map({ $0 + segment.duration }),
      let last = playlist.segments.last, let end = last.date.map({ $0 + last.duration })
    else { return nil }
    let index = playlist.segments.firstIndex { candidate in
      // Half of a segment is more than any rounding of dates.
      candidate.date.map { $0 >= date - candidate.duration / 2 } ?? false
    }
    if let index {
      let candidate = playlist.segments[index]
      let isNext = candidate.date.map { $0 <= date + candidate.duration / 2 } ?? false
      self = isNext ? .segment(index: index) : .jump(HLSPosition(index: index))
    } else if date - end <= playlist.liveHoldBack {
      self = playlist.hasEnded ? .end : .pending
    } else {
      return nil
    }
  }

  private init(restartIn playlist: HLSMediaPlaylist) {
    self = .jump(playlist.liveEdge ?? HLSPosition(index: 0))
  }
}
