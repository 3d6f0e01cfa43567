public import CCoreMedia
public import Foundation
internal import Synchronization

/// A time that a client starts, stops, and moves, at a rate relative to a source.
///
/// The source is a clock, or another timebase. A new timebase has the time 0 and the rate 0.
public final class CMTimebase: Sendable {
  /// A time of the timebase, and of its source at the same moment.
  struct Anchor: Sendable {
    var time = CMTime.zero
    var sourceTime = CMTime.zero

    /// The time at a later or earlier moment of the source.
    func time(at sourceTime: CMTime, rate: Double) -> CMTime {
      guard rate != 0 else { return time }
      let passed = CMTimeSubtract(sourceTime, self.sourceTime)
      return CMTimeAdd(time, rate == 1 ? passed : CMTimeMultiplyByFloat64(passed, multiplier: rate))
    }
  }

  struct State {
    var source: any CMSyncProtocol & Sendable
    var anchor = Anchor()
    var rate = 0.0
    /// The timebases that have this timebase as their source.
    var dependents: [WeakTimebase] = []
    var timers: [any TimebaseTimer] = []

    /// The present times of the timebase and of its source.
    var now: Anchor {
      let sourceTime = source.time
      return Anchor(time: anchor.time(at: sourceTime, rate: rate), sourceTime: sourceTime)
    }
  }

  struct WeakTimebase: Sendable {
    weak let timebase: CMTimebase?
  }

  let state: Mutex<State>
  /// Whether only the functions of this package may change the timebase.
  private let isReadOnly: Bool

  /// Makes a timebase that clients cannot change, such as that of an item of a player.
  package convenience init(readOnlyWithSource clock: CMClock) {
    self.init(source: clock, isReadOnly: true)
  }

  /// Makes a timebase of a clock.
  public convenience init(sourceClock: CMClock) { self.init(source: sourceClock) }

  /// Makes a timebase of a clock.
  public convenience init(masterClock: CMClock) { self.init(source: masterClock) }

  /// Makes a timebase of another one.
  public convenience init(sourceTimebase: CMTimebase) {
    self.init(source: sourceTimebase)
    sourceTimebase.add(self)
  }

  /// Makes a timebase of another one.
  public convenience init(masterTimebase: CMTimebase) {
    self.init(sourceTimebase: masterTimebase)
  }

  private init(source: any CMSyncProtocol & Sendable, isReadOnly: Bool = false) {
    self.isReadOnly = isReadOnly
    state = Mutex(State(source: source, anchor: Anchor(sourceTime: source.time)))
  }

  // MARK: Sources

  private var anySource: any CMSyncProtocol & Sendable { state.withLock { $0.source } }

  /// The timebase that is the source; `nil` if the source is a clock.
  public var sourceTimebase: CMTimebase? { anySource as? CMTimebase }
  /// The timebase that is the source; `nil` if the source is a clock.
  public var masterTimebase: CMTimebase? { sourceTimebase }
  /// The clock that is the source; `nil` if the source is a timebase.
  public var sourceClock: CMClock? { anySource as? CMClock }
  /// The clock that is the source; `nil` if the source is a timebase.
  public var masterClock: CMClock? { sourceClock }

  /// The clock at the end of the chain of sources.
  public var ultimateSourceClock: CMClock {
    var source = anySource
    while let timebase = source as? CMTimebase { source = timebase.anySource }
    return source as? CMClock ?? .hostTimeClock
  }

  /// The clock at the end of the chain of sources.
  public var ultimateMasterClock: CMClock { ultimateSourceClock }

  /// The clock or timebase that is the source.
  ///
  /// A new source keeps the time and the rate. The setter ignores a timebase that depends on this
  /// one. A read-only timebase keeps its source.
  public var source: any CMSyncProtocol {
    get { anySource }
    set { _ = setSource(newValue) }
  }

  /// The clock or timebase that is the source.
  public var master: any CMSyncProtocol {
    get { source }
    set { source = newValue }
  }

  func setSource(_ new: any CMSyncProtocol) -> OSStatus {
    guard !isReadOnly else { return kCMTimebaseError_ReadOnly }
    var next: CMTimebase? = new as? CMTimebase
    while let timebase = next {
      guard timebase !== self else { return kCMTimebaseError_InvalidParameter }
      next = timebase.sourceTimebase
    }
    let timebase = new as? CMTimebase
    guard let source: any CMSyncProtocol & Sendable = timebase ?? (new as? CMClock) else {
      return kCMTimebaseError_InvalidParameter
    }
    let sourceTime = source.time
    let time = time
    let old = sourceTimebase
    state.withLock { state in
      state.source = source
      state.anchor = Anchor(time: time, sourceTime: sourceTime)
    }
    old?.remove(self)
    timebase?.add(self)
    effectiveRateChanged()
    return 0
  }

  private func add(_ dependent: CMTimebase) {
    state.withLock { state in
      state.dependents.removeAll { $0.timebase == nil }
      state.dependents.append(WeakTimebase(timebase: dependent))
    }
  }

  private func remove(_ dependent: CMTimebase) {
    state.withLock { state in
      state.dependents.removeAll { $0.timebase == nil || $0.timebase === dependent }
    }
  }

  // MARK: Time

  /// The time.
  public var time: CMTime { timeAndRate.time }

  /// The time in units of a scale.
  public func time(
    withTimescale timescale: CMTimeScale, rounding: CMTimeRoundingMethod = .default
  ) -> CMTime {
    CMTimeConvertScale(time, timescale: timescale, method: rounding)
  }

  /// The rate relative to the source.
  public var rate: Double { state.withLock { $0.rate } }

  /// The time, and the rate relative to the source, at the same moment.
  public var timeAndRate: (time: CMTime, rate: Double) {
    let (source, anchor, rate) = state.withLock { ($0.source, $0.anchor, $0.rate) }
    return (rate == 0 ? anchor.time : anchor.time(at: source.time, rate: rate), rate)
  }

  /// The rate relative to the clock at the end of the chain of sources.
  public var effectiveRate: Double {
    let (source, rate) = state.withLock { ($0.source, $0.rate) }
    return rate == 0 ? 0 : rate * ((source as? CMTimebase)?.effectiveRate ?? 1)
  }

  /// Moves to a time.
  ///
  /// - Throws: `kCMTimebaseError_InvalidParameter` for a time that is not numeric.
  public func setTime(_ time: CMTime) throws {
    try check(move(to: time, at: nil, rate: nil))
  }

  /// Sets the time that the timebase has when its source has a certain time.
  ///
  /// - Throws: `kCMTimebaseError_InvalidParameter` for a time that is not numeric.
  public func setAnchorTime(_ anchorTime: CMTime, referenceTime: CMTime) throws {
    try check(move(to: anchorTime, at: referenceTime, rate: nil))
  }

  /// Sets the rate relative to the source; the time continues from its present value.
  ///
  /// - Throws: `kCMTimebaseError_InvalidParameter` for a rate that is not finite.
  public func setRate(_ rate: Double) throws { try check(move(to: nil, at: nil, rate: rate)) }

  /// Sets the rate, and the time that the timebase has when its source has a certain time.
  ///
  /// - Throws: `kCMTimebaseError_InvalidParameter` for a time that is not numeric, or a rate that
  ///   is not finite.
  public func setRateAndAnchorTime(
    rate: Double, anchorTime: CMTime, referenceTime: CMTime
  ) throws {
    try check(move(to: anchorTime, at: referenceTime, rate: rate))
  }

  private func check(_ status: OSStatus) throws {
    guard status == 0 else { throw coreMediaError(status) }
  }

  func move(to time: CMTime?, at sourceTime: CMTime?, rate: Double?) -> OSStatus {
    guard !isReadOnly else { return kCMTimebaseError_ReadOnly }
    guard let change = moveSilently(to: time, at: sourceTime, rate: rate) else {
      return kCMTimebaseError_InvalidParameter
    }
    announce(change)
    return 0
  }

  /// A change that ``announce(_:)`` reports to observers.
  package struct Change: Sendable {
    var hasNewRate = false
    var hasNewTime = false
  }

  /// Sets the time, the rate, or both, without a notification.
  ///
  /// The caller may hold a lock, because the function calls no observers.
  ///
  /// - Returns: The change for ``announce(_:)``; `nil` if a time is not numeric or the rate is not
  ///   finite.
  package func moveSilently(to time: CMTime?, at sourceTime: CMTime?, rate: Double?) -> Change? {
    guard time?.isNumeric != false, sourceTime?.isNumeric != false, rate?.isFinite != false else {
      return nil
    }
    let hasNewRate = state.withLock { state in
      let now = state.now
      let old = state.rate
      state.anchor = Anchor(time: time ?? now.time, sourceTime: sourceTime ?? now.sourceTime)
      state.rate = rate ?? old
      return state.rate != old
    }
    return Change(hasNewRate: hasNewRate, hasNewTime: time != nil)
  }

  /// Corrects the time by a small difference, without a notification, and sets the timers.
  package func correct(to time: CMTime) {
    guard moveSilently(to: time, at: nil, rate: nil) != nil else { return }
    setTimers()
  }

  private func setTimers() {
    let (dependents, timers) = state.withLock { ($0.dependents, $0.timers) }
    for timer in timers { timer.schedule(by: self) }
    for dependent in dependents { dependent.timebase?.setTimers() }
  }

  /// Posts the notifications of a change, and sets the timers.
  package func announce(_ change: Change) {
    if change.hasNewRate { effectiveRateChanged() }
    if change.hasNewTime { timeJumped() }
  }

  // MARK: Notifications

  /// Posted after the effective rate may have changed, or the source has changed.
  public static let effectiveRateChanged = NSNotification.Name(
    "kCMTimebaseNotification_EffectiveRateChanged")
  /// Posted after the time has been set.
  public static let timeJumped = NSNotification.Name("kCMTimebaseNotification_TimeJumped")

  /// A key of the notifications.
  public struct NotificationKey: RawRepresentable, Hashable, Sendable {
    /// The key's text.
    public let rawValue: String

    /// A key with a text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The time of the source's clock at the event, as a dictionary of a time.
    public static let eventTime = NotificationKey(rawValue: "kCMTimebaseNotificationKey_EventTime")
  }

  /// Returns at once, because each change posts its notifications before it returns, on its own
  /// thread.
  public func notificationBarrier() throws {}

  private func effectiveRateChanged() { notify(Self.effectiveRateChanged) }
  private func timeJumped() { notify(Self.timeJumped) }

  private func notify(_ name: NSNotification.Name) {
    let (dependents, timers) = state.withLock { ($0.dependents, $0.timers) }
    for timer in timers { timer.schedule(by: self) }
    let time = CMTimeCopyAsDictionary(ultimateSourceClock.time, allocator: nil)
    NotificationCenter.default.post(
      name: name, object: self,
      userInfo: [NotificationKey.eventTime.rawValue: time as Any])
    for dependent in dependents { dependent.timebase?.notify(name) }
  }
}
