internal import CCoreMedia
internal import CoreFoundation
internal import Foundation

// The C entry points for times and triggers. Null for a queue returns an invalid time or an error.

private func queue(_ reference: UnsafeRawPointer?) -> CMBufferQueue? {
  unsafe CoreFoundationReference.object(reference, as: CMBufferQueue.self)
}

// MARK: - Times

@c(CMBufferQueueGetDuration)
package func CMBufferQueueGetDurationForC(_ reference: UnsafeRawPointer?) -> CMTime {
  unsafe queue(reference)?.duration ?? .invalid
}

@c(CMBufferQueueGetMinDecodeTimeStamp)
package func CMBufferQueueGetMinDecodeTimeStampForC(_ reference: UnsafeRawPointer?) -> CMTime {
  unsafe queue(reference)?.minDecodeTimeStamp ?? .invalid
}

@c(CMBufferQueueGetFirstDecodeTimeStamp)
package func CMBufferQueueGetFirstDecodeTimeStampForC(_ reference: UnsafeRawPointer?) -> CMTime {
  unsafe queue(reference)?.firstDecodeTimeStamp ?? .invalid
}

@c(CMBufferQueueGetMinPresentationTimeStamp)
package func CMBufferQueueGetMinPresentationTimeStampForC(
  _ reference: UnsafeRawPointer?
) -> CMTime {
  unsafe queue(reference)?.minPresentationTimeStamp ?? .invalid
}

@c(CMBufferQueueGetFirstPresentationTimeStamp)
package func CMBufferQueueGetFirstPresentationTimeStampForC(
  _ reference: UnsafeRawPointer?
) -> CMTime {
  unsafe queue(reference)?.firstPresentationTimeStamp ?? .invalid
}

@c(CMBufferQueueGetMaxPresentationTimeStamp)
package func CMBufferQueueGetMaxPresentationTimeStampForC(
  _ reference: UnsafeRawPointer?
) -> CMTime {
  unsafe queue(reference)?.maxPresentationTimeStamp ?? .invalid
}

@c(CMBufferQueueGetEndPresentationTimeStamp)
package func CMBufferQueueGetEndPresentationTimeStampForC(
  _ reference: UnsafeRawPointer?
) -> CMTime {
  unsafe queue(reference)?.endPresentationTimeStamp ?? .invalid
}

// MARK: - Triggers

private func code(
  _ callback: (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void)?
) -> CMBufferQueueTriggerCallback? {
  unsafe callback.map { callback in { unsafe callback($0, $1) } }
}

@c(CMBufferQueueInstallTrigger)
package func CMBufferQueueInstallTriggerForC(
  _ reference: UnsafeRawPointer?,
  _ callback: (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void)?,
  _ refcon: UnsafeMutableRawPointer?, _ condition: Int32, _ time: CMTime,
  _ token: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  guard let queue = unsafe queue(reference) else {
    return kCMBufferQueueError_RequiredParameterMissing
  }
  return unsafe CMBufferQueueInstallTrigger(
    queue, callback: code(callback), refcon: refcon, condition: condition, time: time,
    triggerTokenOut: token)
}

@c(CMBufferQueueInstallTriggerWithIntegerThreshold)
package func CMBufferQueueInstallTriggerWithIntegerThresholdForC(
  _ reference: UnsafeRawPointer?,
  _ callback: (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void)?,
  _ refcon: UnsafeMutableRawPointer?, _ condition: Int32, _ threshold: Int,
  _ token: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  guard let queue = unsafe queue(reference) else {
    return kCMBufferQueueError_RequiredParameterMissing
  }
  return unsafe CMBufferQueueInstallTriggerWithIntegerThreshold(
    queue, callback: code(callback), refcon: refcon, condition: condition,
    threshold: threshold, triggerTokenOut: token)
}

@c(CMBufferQueueRemoveTrigger)
package func CMBufferQueueRemoveTriggerForC(
  _ reference: UnsafeRawPointer?, _ token: OpaquePointer?
) -> Int32 {
  guard let queue = unsafe queue(reference), let token = unsafe token else {
    return kCMBufferQueueError_RequiredParameterMissing
  }
  return unsafe CMBufferQueueRemoveTrigger(queue, triggerToken: token)
}

@c(CMBufferQueueTestTrigger)
package func CMBufferQueueTestTriggerForC(
  _ reference: UnsafeRawPointer?, _ token: OpaquePointer?
) -> Bool {
  guard let queue = unsafe queue(reference), let token = unsafe token else { return false }
  return unsafe CMBufferQueueTestTrigger(queue, triggerToken: token)
}
