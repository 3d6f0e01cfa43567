/// The state of a player that other programs see.
///
/// Clients set a description when it changes, not while time passes. Between changes, the position
/// is computed from the elapsed time, the rate, and the time since they were set.
package struct NowPlayingContent: Sendable {
  /// The state of the player.
  package enum Status: Sendable {
    case playing, paused, stopped
  }

  /// An item of a list, with a number that no other item has.
  package struct Entry: Sendable {
    package let id: Int
    package let track: NowPlayingTrack

    package init(id: Int, track: NowPlayingTrack) { (self.id, self.track) = (id, track) }
  }

  /// A description with the time that belongs to it.
  package struct Update: Sendable {
    package var track: NowPlayingTrack
    /// The elapsed seconds; `nil` if the client does not state them.
    package var elapsed: Double?
    /// The rate; `nil` if the client does not state it.
    package var rate: Double?
    package var defaultRate: Double?
    /// Whether the item waits for data, although it plays.
    package var isStalled = false
    /// The list of items, with the current one first; empty without a list.
    package var queue: [Entry] = []

    package init(track: NowPlayingTrack) { self.track = track }
  }

  /// The item; `nil` if no item is loaded, and the player is not published.
  package private(set) var track: NowPlayingTrack?
  /// The number of items so far, which identifies the current one.
  package private(set) var trackCount = 0
  /// The list of items, with the current one first.
  package private(set) var queue: [Entry] = []
  package private(set) var status = Status.stopped
  package private(set) var position = PlaybackPosition()
  /// The number of jumps that the elapsed time and the rate do not explain.
  package private(set) var jumpCount = 0
  /// The rate of the item while it plays; never 0.
  package private(set) var rate = 1.0
  package var commands = RemoteCommands()

  /// The state that the client has set; `nil` if the rate decides.
  private var statedStatus: Status?
  private var statedRate: Double?
  /// Whether the client has set the rate after the state.
  private var rateIsNewer = false
  private var isStalled = false

  /// The largest difference in seconds that is not a jump: clients state times late, or rounded.
  static let tolerance = 0.25

  package init() {}

  /// Sets the description of the item, or removes it.
  package mutating func set(_ update: Update?, at now: Int) {
    guard let update else {
      (track, queue, statedRate, position) = (nil, [], nil, PlaybackPosition())
      return settle(from: 0, at: now)
    }
    let isSame =
      track.map { update.track.describesSameItem(as: $0) } ?? false
      && queue.first?.id == update.queue.first?.id
    // A new item starts at its start.
    let expected = isSame ? seconds(at: now) : 0
    let start = update.elapsed ?? expected
    if !isSame { trackCount += 1 }
    (track, queue) = (update.track, update.queue)
    statedRate = update.rate
    rateIsNewer = update.rate != nil
    isStalled = update.isStalled
    rate = [update.rate, update.defaultRate].compactMap(\.self).first { $0 != 0 } ?? 1
    settle(from: start, at: now)
    if abs(start - expected) > Self.tolerance { jumpCount += 1 }
  }

  /// Sets the state, or lets the rate decide.
  package mutating func set(_ status: Status?, at now: Int) {
    statedStatus = status
    rateIsNewer = false
    settle(from: seconds(at: now), at: now)
  }

  /// The elapsed seconds of the item.
  package func seconds(at now: Int) -> Double {
    position.seconds(at: now, duration: track?.duration)
  }

  /// Decides on the state, and restarts the extrapolation.
  private mutating func settle(from seconds: Double, at now: Int) {
    status = decidedStatus
    position = PlaybackPosition(
      seconds: seconds, rate: status == .playing && !isStalled ? rate : 0, time: now)
  }

  /// The state that the client's last values mean.
  ///
  /// Clients state a pause by the state, by a rate of 0, or by both. Either one stops the item,
  /// even if the other is not updated. After the state resumes the player, the rate may still be
  /// the old one.
  private var decidedStatus: Status {
    guard track != nil else { return .stopped }
    switch statedStatus {
    case .paused: return .paused
    case .stopped: return .stopped
    case .playing: return rateIsNewer && statedRate == 0 ? .paused : .playing
    case nil: return statedRate == 0 ? .paused : .playing
    }
  }
}
