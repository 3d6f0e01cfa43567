internal import AudioFiles
internal import Synchronization

/// The distance between playback and the end of a live stream.
struct LiveOffset: Sendable {
  /// The wanted distance in seconds; `nil` for the distance that the stream states.
  var offset: Double?
  /// Whether playback returns to this distance after a pause or a stall.
  var isPreserved = false
}

extension MediaItem {
  /// The wanted seconds between the end of a live stream and the heard time.
  ///
  /// Decides where the stream starts; `nil` for the distance that the stream states.
  package var liveOffset: Double? {
    get { state.withLock { $0.live.offset } }
    set { state.withLock { $0.live.offset = newValue } }
  }

  /// Whether playback returns to the wanted distance after a pause or a stall.
  package var preservesLiveOffset: Bool {
    get { state.withLock { $0.live.isPreserved } }
    set { state.withLock { $0.live.isPreserved = newValue } }
  }

  /// Seconds between the end of a live stream and the latest start; `nil` for other media.
  package var liveHoldBack: Double? { state.withLock { $0.stream }?.holdBack }

  /// The time to which a live stream returns; `nil` if it continues without a jump.
  var preservedTime: Double? {
    let (live, stream) = state.withLock { ($0.live, $0.stream) }
    guard live.isPreserved else { return nil }
    return stream?.time(atOffsetFromLive: live.offset ?? 0)
  }
}

extension PlayerTransport {
  /// Playback returns to the wanted distance if it lags behind by more than this many seconds.
  private static let largestLag = 1.0

  /// The time to which a live stream returns before playback starts again.
  func liveReturn(of current: PlayedItems.Entry) -> Double? {
    guard let time = current.item.preservedTime, time - player.time > Self.largestLag else {
      return nil
    }
    return time
  }
}
