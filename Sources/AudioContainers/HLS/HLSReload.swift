/// The pace at which a playlist that may change is loaded again.
///
/// Times are in seconds of one clock that does not jump.
///
/// Source: RFC 8216, 6.3.4.
package struct HLSReload: Equatable, Sendable {
  /// Target durations without a change after which a playlist is late.
  private static let lateness = 1.5

  /// The time to start the next load, or `nil` if the playlist does not change any more.
  package private(set) var next: Double?
  private var targetDuration: Double
  /// The time at which the latest load with a change began.
  private var changed: Double

  /// Starts after the first load.
  ///
  /// - Parameters:
  ///   - playlist: The loaded playlist.
  ///   - time: The time at which the load began.
  package init(_ playlist: HLSMediaPlaylist, loadedAt time: Double) {
    targetDuration = playlist.targetDuration
    changed = time
    next = playlist.hasEnded ? nil : time + targetDuration
  }

  /// Takes the result of another load.
  ///
  /// - Parameters:
  ///   - playlist: The loaded playlist.
  ///   - previous: The playlist before.
  ///   - time: The time at which the load began.
  package mutating func take(
    _ playlist: HLSMediaPlaylist, after previous: HLSMediaPlaylist, loadedAt time: Double
  ) {
    guard !playlist.hasEnded else {
      next = nil
      return
    }
    targetDuration = playlist.targetDuration
    let hasChanged = playlist.progress != previous.progress
    if hasChanged { changed = time }
    next = time + (hasChanged ? targetDuration : targetDuration / 2)
  }

  /// Takes the failure of a load, which is repeated as if the playlist had not changed.
  package mutating func fail(loadedAt time: Double) {
    next = next.map { _ in time + targetDuration / 2 }
  }

  /// Whether the server has not changed the playlist for too long.
  ///
  /// A late playlist has not ended: the server may resume.
  package func isLate(at time: Double) -> Bool {
    next != nil && time - changed > Self.lateness * targetDuration
  }
}

extension HLSMediaPlaylist {
  /// The values that change with the segments, but not with tokens in their URIs.
  fileprivate var progress: [Double?] {
    [Double(segments.first?.sequence ?? -1), Double(segments.count), segments.last?.date]
  }
}
