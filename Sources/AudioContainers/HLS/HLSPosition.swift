/// A place in a media playlist.
package struct HLSPosition: Equatable, Sendable {
  /// The index of the segment in the playlist.
  package var index: Int
  /// Seconds from the start of the segment.
  package var offset: Double

  package init(index: Int, offset: Double = 0) {
    self.index = index
    self.offset = offset
  }
}

extension HLSMediaPlaylist {
  /// Target durations between the end of a live playlist and the latest start.
  ///
  /// Source: RFC 8216, 6.3.3.
  private static let liveDistance = 3.0

  /// Seconds between the end of a live playlist and the latest start.
  package var liveHoldBack: Double { holdBack ?? Self.liveDistance * targetDuration }

  /// The segment at a time, in seconds from the start of the playlist.
  ///
  /// Times outside of the playlist give its start or its end.
  ///
  /// - Returns: `nil` for a playlist without segments.
  package func position(at time: Double) -> HLSPosition? {
    guard !segments.isEmpty else { return nil }
    let time = min(max(time, 0), duration)
    // The last segment that starts at or before the time.
    var (low, high) = (0, segments.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].start <= time { low = middle } else { high = middle }
    }
    return HLSPosition(index: low, offset: min(time - segments[low].start, segments[low].duration))
  }

  /// The start of the last segment that is far enough from the end of a live playlist.
  package var liveEdge: HLSPosition? {
    position(at: max(duration - liveHoldBack, 0)).map { HLSPosition(index: $0.index) }
  }

  /// The place where playback starts without a seek.
  ///
  /// The server's choice comes first. Otherwise, live playlists start near their end, and others at
  /// their first segment.
  ///
  /// Sources: RFC 8216, 4.3.5.2 and 6.3.3.
  ///
  /// - Parameter preference: The choice in the multivariant playlist, if the media playlist has
  ///   none.
  /// - Returns: `nil` for a playlist without segments.
  package func startPosition(preference: HLSStart? = nil) -> HLSPosition? {
    if let start = start ?? preference {
      let time = start.offset < 0 ? duration + start.offset : start.offset
      return position(at: time).map { start.isPrecise ? $0 : HLSPosition(index: $0.index) }
    }
    return kind == .live && !hasEnded ? liveEdge : segments.isEmpty ? nil : HLSPosition(index: 0)
  }

  /// The times of possible seeks, in seconds from the start of the playlist.
  ///
  /// The range of a growing playlist ends at the latest start, so that a seek does not stall.
  package var seekableRange: ClosedRange<Double> {
    0...(hasEnded ? duration : max(duration - liveHoldBack, 0))
  }
}
