public import CCoreMedia
public import Dispatch
public import Foundation
internal import Synchronization

/// A timer that fires at a time of a timebase.
protocol TimebaseTimer: Sendable {
  /// The timer, for comparisons.
  var timer: AnyObject { get }
  func setFireTime(_ time: CMTime?)
  func schedule(by timebase: CMTimebase)
}

extension TimebaseTimer {
  /// The seconds until a timebase reaches a time; 0 if it is past the time, `nil` if it stands
  /// still.
  func seconds(until time: CMTime, by timebase: CMTimebase) -> Double? {
    let rate = timebase.effectiveRate
    guard rate != 0, time.isNumeric else { return nil }
    let left = CMTimeSubtract(time, timebase.time).seconds / rate
    return left.isFinite ? max(0, left) : nil
  }
}

/// A timer of a run loop.
// Unchecked: setting the date of a timer is allowed on any thread; the time is under a lock.
private final class RunLoopTimer: TimebaseTimer, @unchecked Sendable {
  private let own: Timer
  private let time = Mutex<CMTime?>(nil)

  init(_ timer: Timer) { own = timer }

  var timer: AnyObject { own }

  func setFireTime(_ time: CMTime?) { self.time.withLock { $0 = time } }

  func schedule(by timebase: CMTimebase) {
    guard let time = time.withLock({ $0 }) else { return }
    let left = seconds(until: time, by: timebase)
    own.fireDate = left.map { Date(timeIntervalSinceNow: $0) } ?? .distantFuture
  }
}

/// A timer of a dispatch queue.
// Unchecked: scheduling is allowed on any thread; the time is under a lock.
private final class QueueTimer: TimebaseTimer, @unchecked Sendable {
  private let own: any DispatchSourceTimer
  private let time = Mutex<CMTime?>(nil)

  init(_ timer: any DispatchSourceTimer) { own = timer }

  var timer: AnyObject { own as AnyObject }

  func setFireTime(_ time: CMTime?) { self.time.withLock { $0 = time } }

  func schedule(by timebase: CMTimebase) {
    guard let time = time.withLock({ $0 }) else { return }
    let left = seconds(until: time, by: timebase)
    own.schedule(deadline: left.map { .now() + min($0, 1e9) } ?? .distantFuture)
  }
}

extension CMTimebase {
  /// An interval for timers that fire only at the times that a timebase sets, in seconds.
  public static let veryLongTimeInterval: CFTimeInterval = 256 * 365 * 24 * 60 * 60
  /// A date that timers do not reach.
  public static let farFuture: CFAbsoluteTime = veryLongTimeInterval

  /// Adds a timer to a run loop, which fires at times of the timebase.
  ///
  /// Set these times with `setTimerNextFireTime(_:fireTime:)`. Create the timer with
  /// ``veryLongTimeInterval``.
  ///
  /// - Throws: `kCMTimebaseError_InvalidParameter` for an invalidated timer, or a timer that was
  ///   added before.
  public func addTimer(_ timer: Timer, on runloop: RunLoop) throws {
    guard timer.isValid else { throw Error.invalidParameter }
    try add(RunLoopTimer(timer))
    timer.fireDate = .distantFuture
    runloop.add(timer, forMode: .common)
  }

  /// Adds a timer of a dispatch queue, which fires at times of the timebase.
  ///
  /// - Throws: `kCMTimebaseError_InvalidParameter` for a timer that was added before.
  public func addTimer<T: DispatchSourceTimer>(_ timer: T) throws {
    try add(QueueTimer(timer))
    timer.schedule(deadline: .distantFuture)
  }

  private func add(_ timer: any TimebaseTimer) throws {
    let isNew = state.withLock { state in
      guard !state.timers.contains(where: { $0.timer === timer.timer }) else { return false }
      state.timers.append(timer)
      return true
    }
    guard isNew else { throw Error.invalidParameter }
  }

  private func removeTimer(_ timer: AnyObject) throws {
    let isThere = state.withLock { state in
      let count = state.timers.count
      state.timers.removeAll { $0.timer === timer }
      return state.timers.count < count
    }
    guard isThere else { throw Error.invalidParameter }
  }

  /// Removes and invalidates a timer.
  ///
  /// - Throws: `kCMTimebaseError_InvalidParameter` for a timer that was not added.
  public func removeTimer(_ timer: Timer) throws {
    try removeTimer(timer as AnyObject)
    timer.invalidate()
  }

  /// Removes a timer, which then no longer fires.
  ///
  /// - Throws: `kCMTimebaseError_InvalidParameter` for a timer that was not added.
  public func removeTimer<T: DispatchSourceTimer>(_ timer: T) throws {
    try removeTimer(timer as AnyObject)
    timer.schedule(deadline: .distantFuture)
  }

  /// Sets the time of the timebase at which a timer fires.
  ///
  /// - Throws: `kCMTimebaseError_InvalidParameter` for a timer that was not added.
  public func setTimerNextFireTime(_ timer: Timer, fireTime: CMTime) throws {
    try setFireTime(of: timer, fireTime)
  }

  /// Sets the time of the timebase at which a timer fires.
  ///
  /// - Throws: `kCMTimebaseError_InvalidParameter` for a timer that was not added.
  public func setTimerNextFireTime<T: DispatchSourceTimer>(
    _ timer: T, fireTime: CMTime
  ) throws {
    try setFireTime(of: timer as AnyObject, fireTime)
  }

  private func setFireTime(of timer: AnyObject, _ time: CMTime) throws {
    guard let added = state.withLock({ $0.timers.first { $0.timer === timer } }) else {
      throw Error.invalidParameter
    }
    added.setFireTime(time)
    added.schedule(by: self)
  }

  /// Makes a timer fire now.
  ///
  /// - Throws: `kCMTimebaseError_InvalidParameter` for a timer that was not added.
  public func setTimerToFireImmediately(_ timer: Timer) throws {
    guard let added = state.withLock({ $0.timers.first { $0.timer === timer } }) else {
      throw Error.invalidParameter
    }
    added.setFireTime(nil)
    timer.fireDate = Date()
  }

  /// Makes a timer fire now.
  ///
  /// - Throws: `kCMTimebaseError_InvalidParameter` for a timer that was not added.
  public func setTimerToFireImmediately<T: DispatchSourceTimer>(_ timer: T) throws {
    guard let added = state.withLock({ $0.timers.first { $0.timer === timer as AnyObject } })
    else {
      throw Error.invalidParameter
    }
    added.setFireTime(nil)
    timer.schedule(deadline: .now())
  }
}
