internal import AudioPlayback
public import CoreMedia
public import Dispatch
public import Foundation
public import Observation
internal import Synchronization

/// Plays sound from files and servers, one item at a time.
///
/// All functions are safe on any thread. A thread of the player reports changes: it posts
/// notifications and calls the handlers of `observe(_:options:changeHandler:)`. Time observers are
/// called on the queue that the client chose.
open class AVPlayer: NSObject, _KeyValueCodingAndObserving, Observable, @unchecked Sendable {
  let core: ItemPlayer
  let properties = ObservedProperties()
  let published = Mutex(Published())
  let relay: PlayerRelay

  /// Makes a player without an item.
  public override init() {
    (core, relay) = Self.makeCore()
    super.init()
    begin(with: nil)
  }

  /// Makes a player of a URL.
  public init(url: URL) {
    (core, relay) = Self.makeCore()
    super.init()
    begin(with: AVPlayerItem(url: url))
  }

  /// Makes a player of an item.
  public init(playerItem item: AVPlayerItem?) {
    (core, relay) = Self.makeCore()
    super.init()
    begin(with: item)
  }

  deinit { core.shutDown() }

  /// Whether the player can play.
  open var status: Status {
    properties.access(self, \.status)
    return published.withLock { $0.status }
  }

  /// The reason for a failure; `nil` if the player has not failed.
  open var error: (any Error)? {
    properties.access(self, \.error)
    return published.withLock { $0.error }
  }

  /// The item that plays, or plays next.
  open var currentItem: AVPlayerItem? {
    properties.access(self, \.currentItem)
    return published.withLock { $0.items.first }
  }

  /// Whether the player plays or waits.
  open var timeControlStatus: TimeControlStatus {
    properties.access(self, \.timeControlStatus)
    return switch published.withLock({ $0.control }) {
    case .paused: .paused
    case .waiting: .waitingToPlayAtSpecifiedRate
    case .playing: .playing
    }
  }

  /// Why the player waits; `nil` if it does not.
  open var reasonForWaitingToPlay: WaitingReason? {
    properties.access(self, \.reasonForWaitingToPlay)
    return switch published.withLock({ $0.control }) {
    case .waiting(.noItem): .noItemToPlay
    case .waiting(.evaluating): .evaluatingBufferingRate
    case .waiting(.stalled): .toMinimizeStalls
    case .paused, .playing: nil
    }
  }

  // MARK: Rate

  /// The requested rate; 0 pauses.
  ///
  /// The value stays the same while the player waits. Rates from 0.5 to 2 keep the pitch, unless
  /// the item's ``AVPlayerItem/audioTimePitchAlgorithm`` is `varispeed`. A new rate applies to the
  /// next frame. Negative rates play local files in reverse, and pause other media. The rate is
  /// limited to 32 in both directions. Rates above 4 are approximate. Without libsonic, positive
  /// rates play at 1, and negative rates play at -1.
  open var rate: Float {
    get {
      properties.access(self, \.rate)
      return published.withLock { $0.rate }
    }
    set { set(rate: newValue) }
  }

  /// The rate of ``play()``.
  open var defaultRate: Float {
    get {
      properties.access(self, \.defaultRate)
      return published.withLock { $0.defaultRate }
    }
    set {
      properties.change(self, \.defaultRate) { published.withLock { $0.defaultRate = newValue } }
    }
  }

  /// Plays at ``defaultRate``: sets ``rate``, also in a subclass that overrides it.
  open func play() { request(rate: published.withLock { $0.defaultRate }) }

  /// Pauses: sets ``rate`` to 0, also in a subclass that overrides it.
  open func pause() { request(rate: 0) }

  /// Plays at a rate at once, without waiting for more data.
  open func playImmediately(atRate rate: Float) { set(rate: rate, atOnce: true) }

  /// Whether the player waits until enough data has arrived to play without a stall.
  open var automaticallyWaitsToMinimizeStalling: Bool {
    get {
      properties.access(self, \.automaticallyWaitsToMinimizeStalling)
      return published.withLock { $0.waits }
    }
    set {
      properties.change(self, \.automaticallyWaitsToMinimizeStalling) {
        published.withLock { $0.waits = newValue }
      }
      core.setWaitsForBytes(newValue)
    }
  }

  /// The action at the end of an item.
  ///
  /// - Precondition: `advance` is for ``AVQueuePlayer`` only.
  open var actionAtItemEnd: ActionAtItemEnd {
    get {
      properties.access(self, \.actionAtItemEnd)
      return published.withLock { $0.endAction }
    }
    set {
      precondition(
        newValue != .advance || self is AVQueuePlayer,
        "actionAtItemEnd can be .advance only for an AVQueuePlayer")
      setEndAction(newValue)
    }
  }

  // MARK: Sound

  /// The volume, from 0 for silence to 1 for unchanged.
  open var volume: Float {
    get {
      properties.access(self, \.volume)
      return published.withLock { $0.volume }
    }
    set {
      guard newValue.isFinite else { return }
      properties.change(self, \.volume) {
        published.withLock { $0.volume = max(0, min(newValue, 1)) }
      }
      applyVolume()
    }
  }

  /// Whether the player is silent.
  open var isMuted: Bool {
    get {
      properties.access(self, \.isMuted)
      return published.withLock { $0.isMuted }
    }
    set {
      properties.change(self, \.isMuted) { published.withLock { $0.isMuted = newValue } }
      applyVolume()
    }
  }

  // MARK: The item

  /// Replaces the current item.
  ///
  /// - Parameter item: The new item; `nil` only removes the current item. If the new item is the
  ///   current item, the call has no effect.
  /// - Precondition: The item belongs to no other player.
  open func replaceCurrentItem(with item: AVPlayerItem?) {
    let current = published.withLock { $0.items.first }
    guard current !== item else { return }
    if let item { insertItem(item, after: current) }
    if let current { removeItem(current) }
  }

  // MARK: Time

  /// The time of the current item that is heard at this moment; 0 without an item.
  ///
  /// During a seek, this is the time before the seek.
  open func currentTime() -> CMTime {
    published.withLock { $0.items.first }.map { time(of: $0) } ?? .zero
  }

  /// Seeks to a time.
  open func seek(to time: CMTime) { seek(to: time) { _ in } }

  /// Seeks to a time.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - completionHandler: See ``seek(to:toleranceBefore:toleranceAfter:completionHandler:)``.
  open func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
    seek(
      to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
      completionHandler: completionHandler)
  }

  /// Seeks to a time.
  open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
    seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) { _ in }
  }

  /// Seeks to a time, exactly.
  ///
  /// If the item is not ready, the seek happens when the item becomes ready.
  ///
  /// - Parameters:
  ///   - time: The time. The ends of the media limit it.
  ///   - toleranceBefore: Ignored, because all seeks are exact.
  ///   - toleranceAfter: Ignored, because all seeks are exact.
  ///   - completionHandler: Called once, with `true` when the first frame is ready. It gets `false`
  ///     if there is no item, or the media cannot seek. It also gets `false` if another seek or a
  ///     change of the item comes first.
  open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: @escaping @Sendable (Bool) -> Void
  ) {
    seekCurrent(to: time, completionHandler)
  }

  /// Seeks to a time; returns whether the seek succeeded.
  @discardableResult
  open func seek(to time: CMTime) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(to: time) { continuation.resume(returning: $0) }
    }
  }

  /// Seeks to a time; returns whether the seek succeeded.
  @discardableResult
  open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) {
        continuation.resume(returning: $0)
      }
    }
  }

  // MARK: Time observers

  /// Calls a block at multiples of an interval, and at each jump, start and stop.
  ///
  /// - Parameters:
  ///   - interval: The interval on the item's timeline.
  ///   - queue: A serial queue; `nil` for the main queue.
  ///   - block: The block, with the heard time.
  /// - Returns: A token for ``removeTimeObserver(_:)``.
  open func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?,
    using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any {
    let seconds = interval.isNumeric && interval.seconds > 0 ? max(interval.seconds, 0.001) : 1e12
    return add(.every(seconds), queue, block)
  }

  /// Calls a block when playback passes times.
  ///
  /// - Parameters:
  ///   - times: The times, `NSValue` objects with a `CMTime`.
  ///   - queue: A serial queue; `nil` for the main queue.
  ///   - block: The block.
  /// - Returns: A token for ``removeTimeObserver(_:)``.
  open func addBoundaryTimeObserver(
    forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
  ) -> Any {
    let seconds = times.map(\.timeValue).filter(\.isNumeric).map(\.seconds)
    return add(.each(seconds), queue) { _ in block() }
  }

  /// Removes a time observer; no block starts after this function has returned.
  ///
  /// - Parameter observer: The token. In debug builds, a token of another player is a programming
  ///   error; otherwise, it is ignored.
  open func removeTimeObserver(_ observer: Any) {
    guard let observation = observer as? TimeObservation else {
      assertionFailure("the argument of removeTimeObserver(_:) is not the token of a time observer")
      return
    }
    let isKnown = core.remove(observation)
    assert(isKnown, "the time observer belongs to another AVPlayer, or has already been removed")
  }
}
