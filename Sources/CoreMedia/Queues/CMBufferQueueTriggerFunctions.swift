public import CCoreMedia
internal import Foundation

extension CMBufferQueue.TriggerCondition {
  /// Creates a condition from its number and a time; `nil` for any other number.
  init?(_ number: CMBufferQueueTriggerCondition, _ time: CMTime) {
    switch number {
    case kCMBufferQueueTrigger_WhenDurationBecomesLessThan:
      self = .whenDurationBecomesLessThan(time)
    case kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo:
      self = .whenDurationBecomesLessThanOrEqualTo(time)
    case kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan:
      self = .whenDurationBecomesGreaterThan(time)
    case kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo:
      self = .whenDurationBecomesGreaterThanOrEqualTo(time)
    case kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges:
      self = .whenMinPresentationTimeStampChanges
    case kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges:
      self = .whenMaxPresentationTimeStampChanges
    case kCMBufferQueueTrigger_WhenDataBecomesReady: self = .whenDataBecomesReady
    case kCMBufferQueueTrigger_WhenEndOfDataReached: self = .whenEndOfDataReached
    case kCMBufferQueueTrigger_WhenReset: self = .whenReset
    default: return nil
    }
  }

  /// Creates a condition from its number and a number of buffers; `nil` for any other condition.
  init?(_ number: CMBufferQueueTriggerCondition, count: CMItemCount) {
    switch number {
    case kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan:
      self = .whenBufferCountBecomesLessThan(count)
    case kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan:
      self = .whenBufferCountBecomesGreaterThan(count)
    default: return nil
    }
  }
}

private func install(
  _ queue: CMBufferQueue, _ condition: CMBufferQueue.TriggerCondition?,
  _ triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?,
  _ handler: CMBufferQueueTriggerHandler?
) -> OSStatus {
  guard let condition else { return kCMBufferQueueError_InvalidTriggerCondition }
  do {
    let token = try unsafe queue.installTrigger(condition: condition, handler)
    // Safe: the client's pointer is valid or absent, as documented.
    unsafe triggerTokenOut?.pointee = token
    return 0
  } catch {
    return kCMBufferQueueError_BadTriggerDuration
  }
}

/// Returns a handler that calls a C function with its context.
private func handler(
  _ callback: CMBufferQueueTriggerCallback?, _ refcon: UnsafeMutableRawPointer?
) -> CMBufferQueueTriggerHandler? {
  unsafe callback.map { callback in { unsafe callback(refcon, $0) } }
}

/// Adds a trigger for a condition with a time, or without a threshold.
///
/// - Returns: 0; `kCMBufferQueueError_InvalidTriggerCondition` if the condition is unknown or
///   compares a number of buffers; `kCMBufferQueueError_BadTriggerDuration` if the time is not
///   numeric.
@discardableResult
public func CMBufferQueueInstallTrigger(
  _ queue: CMBufferQueue, callback: CMBufferQueueTriggerCallback?,
  refcon: UnsafeMutableRawPointer?, condition: CMBufferQueueTriggerCondition, time: CMTime,
  triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?
) -> OSStatus {
  unsafe install(
    queue, CMBufferQueue.TriggerCondition(condition, time), triggerTokenOut,
    handler(callback, refcon))
}

/// Adds a trigger whose condition compares the number of buffers with a threshold.
///
/// - Returns: 0; `kCMBufferQueueError_InvalidTriggerCondition` for any other condition.
@discardableResult
public func CMBufferQueueInstallTriggerWithIntegerThreshold(
  _ queue: CMBufferQueue, callback: CMBufferQueueTriggerCallback?,
  refcon: UnsafeMutableRawPointer?, condition: CMBufferQueueTriggerCondition,
  threshold: CMItemCount, triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?
) -> OSStatus {
  unsafe install(
    queue, CMBufferQueue.TriggerCondition(condition, count: threshold), triggerTokenOut,
    handler(callback, refcon))
}

/// Adds a trigger for a condition with a time, or without a threshold.
///
/// - Returns: 0; `kCMBufferQueueError_InvalidTriggerCondition` if the condition is unknown or
///   compares a number of buffers; `kCMBufferQueueError_BadTriggerDuration` if the time is not
///   numeric.
@discardableResult
public func CMBufferQueueInstallTriggerHandler(
  _ queue: CMBufferQueue, _ condition: CMBufferQueueTriggerCondition, _ time: CMTime,
  _ triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?,
  _ handler: CMBufferQueueTriggerHandler?
) -> OSStatus {
  unsafe install(
    queue, CMBufferQueue.TriggerCondition(condition, time), triggerTokenOut, handler)
}

/// Adds a trigger whose condition compares the number of buffers with a threshold.
///
/// - Returns: 0; `kCMBufferQueueError_InvalidTriggerCondition` for any other condition.
@discardableResult
public func CMBufferQueueInstallTriggerHandlerWithIntegerThreshold(
  _ queue: CMBufferQueue, _ condition: CMBufferQueueTriggerCondition, _ threshold: CMItemCount,
  _ triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?,
  _ handler: CMBufferQueueTriggerHandler?
) -> OSStatus {
  unsafe install(
    queue, CMBufferQueue.TriggerCondition(condition, count: threshold), triggerTokenOut, handler)
}

/// Removes a trigger.
///
/// - Returns: 0; `kCMBufferQueueError_InvalidTriggerToken` if the queue has no such trigger.
@discardableResult
public func CMBufferQueueRemoveTrigger(
  _ queue: CMBufferQueue, triggerToken: CMBufferQueueTriggerToken
) -> OSStatus {
  (try? unsafe queue.removeTrigger(triggerToken)) == nil
    ? kCMBufferQueueError_InvalidTriggerToken : 0
}

/// Whether the condition of a trigger holds now.
public func CMBufferQueueTestTrigger(
  _ queue: CMBufferQueue, triggerToken: CMBufferQueueTriggerToken
) -> Bool {
  unsafe queue.testTrigger(triggerToken)
}
