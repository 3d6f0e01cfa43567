public import Foundation

/// Memory could not be allocated.
public let kCMBufferQueueError_AllocationFailed: OSStatus = -12760
/// A parameter is missing.
public let kCMBufferQueueError_RequiredParameterMissing: OSStatus = -12761
/// The callbacks have another version, or lack the duration.
public let kCMBufferQueueError_InvalidCMBufferCallbacksStruct: OSStatus = -12762
/// The end of the data has been marked.
public let kCMBufferQueueError_EnqueueAfterEndOfData: OSStatus = -12763
/// The queue is full.
public let kCMBufferQueueError_QueueIsFull: OSStatus = -12764
/// The time of a trigger is not numeric.
public let kCMBufferQueueError_BadTriggerDuration: OSStatus = -12765
/// A trigger's code must not change the queue.
public let kCMBufferQueueError_CannotModifyQueueFromTriggerCallback: OSStatus = -12766
/// The condition does not exist, or is for the other kind of threshold.
public let kCMBufferQueueError_InvalidTriggerCondition: OSStatus = -12767
/// The queue has no such trigger.
public let kCMBufferQueueError_InvalidTriggerToken: OSStatus = -12768
/// The validation refused the buffer.
public let kCMBufferQueueError_InvalidBuffer: OSStatus = -12769

extension CMBufferQueue {
  /// The errors of queues.
  public struct Error {
    /// Memory could not be allocated.
    public static let allocationFailed = coreMediaError(kCMBufferQueueError_AllocationFailed)
    /// A parameter is missing.
    public static let requiredParameterMissing = coreMediaError(
      kCMBufferQueueError_RequiredParameterMissing)
    /// The callbacks have another version, or lack the duration.
    public static let invalidCMBufferCallbacksStruct = coreMediaError(
      kCMBufferQueueError_InvalidCMBufferCallbacksStruct)
    /// The end of the data has been marked.
    public static let enqueueAfterEndOfData = coreMediaError(
      kCMBufferQueueError_EnqueueAfterEndOfData)
    /// The queue is full.
    public static let queueIsFull = coreMediaError(kCMBufferQueueError_QueueIsFull)
    /// The time of a trigger is not numeric.
    public static let badTriggerDuration = coreMediaError(kCMBufferQueueError_BadTriggerDuration)
    /// A trigger's code must not change the queue.
    public static let cannotModifyQueueFromTriggerCallback = coreMediaError(
      kCMBufferQueueError_CannotModifyQueueFromTriggerCallback)
    /// The condition does not exist, or is for the other kind of threshold.
    public static let invalidTriggerCondition = coreMediaError(
      kCMBufferQueueError_InvalidTriggerCondition)
    /// The queue has no such trigger.
    public static let invalidTriggerToken = coreMediaError(
      kCMBufferQueueError_InvalidTriggerToken)
    /// The validation refused the buffer.
    public static let invalidBuffer = coreMediaError(kCMBufferQueueError_InvalidBuffer)
  }
}
