public import CCoreMedia
internal import Foundation
internal import Synchronization

/// A trigger of a queue.
public typealias CMBufferQueueTriggerToken = OpaquePointer
/// A trigger's code.
public typealias CMBufferQueueTriggerHandler = (CMBufferQueueTriggerToken) -> Void
/// The number of a condition.
public typealias CMBufferQueueTriggerCondition = Int32

/// When the duration becomes less than a time.
public let kCMBufferQueueTrigger_WhenDurationBecomesLessThan: CMBufferQueueTriggerCondition = 1
/// When the duration becomes at most a time.
public let kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo:
  CMBufferQueueTriggerCondition = 2
/// When the duration becomes greater than a time.
public let kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan: CMBufferQueueTriggerCondition = 3
/// When the duration becomes at least a time.
public let kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo:
  CMBufferQueueTriggerCondition = 4
/// When the earliest time of presentation changes.
public let kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges:
  CMBufferQueueTriggerCondition = 5
/// When the latest time of presentation changes.
public let kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges:
  CMBufferQueueTriggerCondition = 6
/// When the first buffer becomes one whose data are ready.
public let kCMBufferQueueTrigger_WhenDataBecomesReady: CMBufferQueueTriggerCondition = 7
/// When the end has been marked and the last buffer is removed.
public let kCMBufferQueueTrigger_WhenEndOfDataReached: CMBufferQueueTriggerCondition = 8
/// When the queue is reset.
public let kCMBufferQueueTrigger_WhenReset: CMBufferQueueTriggerCondition = 9
/// When the number of buffers becomes less than a number.
public let kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan: CMBufferQueueTriggerCondition = 10
/// When the number of buffers becomes greater than a number.
public let kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan: CMBufferQueueTriggerCondition =
  11

extension CMBufferQueue {
  /// A trigger of a queue.
  public typealias TriggerToken = CMBufferQueueTriggerToken

  /// A change that runs a trigger's code.
  public enum TriggerCondition {
    /// The duration becomes less than a time.
    case whenDurationBecomesLessThan(CMTime)
    /// The duration becomes at most a time.
    case whenDurationBecomesLessThanOrEqualTo(CMTime)
    /// The duration becomes greater than a time.
    case whenDurationBecomesGreaterThan(CMTime)
    /// The duration becomes at least a time.
    case whenDurationBecomesGreaterThanOrEqualTo(CMTime)
    /// The earliest time of presentation changes.
    case whenMinPresentationTimeStampChanges
    /// The latest time of presentation changes.
    case whenMaxPresentationTimeStampChanges
    /// The first buffer becomes one whose data are ready.
    case whenDataBecomesReady
    /// The end has been marked, and the last buffer is removed.
    case whenEndOfDataReached
    /// The queue is reset.
    case whenReset
    /// The number of buffers becomes less than a number.
    case whenBufferCountBecomesLessThan(CMItemCount)
    /// The number of buffers becomes greater than a number.
    case whenBufferCountBecomesGreaterThan(CMItemCount)
  }

  /// The values that conditions compare.
  struct Measures {
    var duration: CMTime
    var count: Int
    var earliest: CMTime
    var latest: CMTime
    var isReady: Bool
    var isAtEnd: Bool
  }

  // Unchecked: the queue passes the function between threads, as its clients do.
  @safe final class Trigger: @unchecked Sendable {
    let condition: TriggerCondition
    let body: CMBufferQueueTriggerHandler?

    init(_ condition: TriggerCondition, _ body: CMBufferQueueTriggerHandler?) {
      self.condition = condition
      unsafe self.body = body
    }

    /// A token that identifies the trigger; the pointer is never dereferenced.
    var token: TriggerToken {
      // Safe: the pointer only identifies the object.
      unsafe OpaquePointer(Unmanaged.passUnretained(self).toOpaque())
    }

    /// Whether the condition holds; `nil` for a condition that is an event.
    func holds(_ now: Measures) -> Bool? {
      switch condition {
      case .whenDurationBecomesLessThan(let time): now.duration < time
      case .whenDurationBecomesLessThanOrEqualTo(let time): now.duration <= time
      case .whenDurationBecomesGreaterThan(let time): now.duration > time
      case .whenDurationBecomesGreaterThanOrEqualTo(let time): now.duration >= time
      case .whenDataBecomesReady: now.isReady
      case .whenEndOfDataReached: now.isAtEnd
      case .whenBufferCountBecomesLessThan(let count): now.count < count
      case .whenBufferCountBecomesGreaterThan(let count): now.count > count
      case .whenMinPresentationTimeStampChanges, .whenMaxPresentationTimeStampChanges, .whenReset:
        nil
      }
    }

    func fires(_ before: Measures, _ now: Measures, isReset: Bool) -> Bool {
      switch condition {
      case .whenReset: isReset
      case .whenMinPresentationTimeStampChanges: before.earliest != now.earliest
      case .whenMaxPresentationTimeStampChanges: before.latest != now.latest
      default: holds(before) == false && holds(now) == true
      }
    }
  }

  /// The present values; `nil` without triggers, because only triggers use the values.
  var measures: Measures? {
    state.withLock { !$0.triggers.isEmpty } ? currentMeasures : nil
  }

  private var currentMeasures: Measures {
    let isReady = head.map { handlers.isDataReady?($0) ?? true } ?? false
    return Measures(
      duration: duration, count: bufferCount, earliest: minPresentationTimeStamp,
      latest: maxPresentationTimeStamp, isReady: isReady, isAtEnd: isAtEndOfData)
  }

  /// Runs the code of the triggers that wait for ready data, if `buffer` is the first buffer.
  func dataBecameReady(_ buffer: AnyObject?) {
    guard let buffer, buffer === head, var before = measures else { return }
    before.isReady = false
    fire(after: before)
  }

  /// Runs the code of triggers whose condition has become true.
  func fire(after before: Measures?, isReset: Bool = false) {
    guard let before else { return }
    let now = currentMeasures
    let triggers = state.withLock { $0.triggers }
    for trigger in triggers where trigger.fires(before, now, isReset: isReset) {
      state.withLock { $0.firing.append(Thread.current) }
      unsafe trigger.body?(trigger.token)
      state.withLock { state in
        if let index = state.firing.lastIndex(of: Thread.current) {
          state.firing.remove(at: index)
        }
      }
    }
  }

  /// Adds a trigger.
  ///
  /// - Parameters:
  ///   - condition: The change.
  ///   - body: The code, which must not change the queue; `nil` if the client only tests the
  ///     trigger.
  /// - Returns: The trigger, for ``testTrigger(_:)`` and ``removeTrigger(_:)``.
  /// - Throws: `kCMBufferQueueError_BadTriggerDuration` for a time that is not numeric.
  public func installTrigger(
    condition: TriggerCondition, _ body: CMBufferQueueTriggerHandler? = nil
  ) throws -> TriggerToken {
    switch condition {
    case .whenDurationBecomesLessThan(let time), .whenDurationBecomesLessThanOrEqualTo(let time),
      .whenDurationBecomesGreaterThan(let time),
      .whenDurationBecomesGreaterThanOrEqualTo(let time):
      guard time.isNumeric else { throw Error.badTriggerDuration }
    default: break
    }
    let trigger = unsafe Trigger(condition, body)
    state.withLock { $0.triggers.append(trigger) }
    return unsafe trigger.token
  }

  /// Removes a trigger.
  ///
  /// - Throws: `kCMBufferQueueError_InvalidTriggerToken` if the queue has no such trigger.
  public func removeTrigger(_ triggerToken: TriggerToken) throws {
    let isThere = state.withLock { state in
      let count = state.triggers.count
      state.triggers.removeAll { unsafe $0.token == triggerToken }
      return state.triggers.count < count
    }
    guard isThere else { throw Error.invalidTriggerToken }
  }

  /// Whether the condition of a trigger holds now; false if the condition is an event.
  public func testTrigger(_ triggerToken: TriggerToken) -> Bool {
    let trigger = state.withLock { state in
      state.triggers.first { unsafe $0.token == triggerToken }
    }
    return trigger?.holds(currentMeasures) ?? false
  }
}
