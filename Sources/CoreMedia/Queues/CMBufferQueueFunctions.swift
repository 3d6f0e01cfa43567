public import CCoreMedia
public import CoreFoundation
public import Foundation

/// A trigger's code, with the client's value.
public typealias CMBufferQueueTriggerCallback = (
  UnsafeMutableRawPointer?, CMBufferQueueTriggerToken
) -> Void
/// Code that may refuse a buffer by a status.
public typealias CMBufferValidationCallback = (
  CMBufferQueue, CMBuffer, UnsafeMutableRawPointer?
) -> OSStatus
/// Code that may refuse a buffer by a status.
public typealias CMBufferValidationHandler = (CMBufferQueue, CMBuffer) -> OSStatus
/// Returns a time of a buffer.
public typealias CMBufferGetTimeCallback = (CMBuffer, UnsafeMutableRawPointer?) -> CMTime
/// Returns whether a buffer has a property.
public typealias CMBufferGetBooleanCallback = (
  CMBuffer, UnsafeMutableRawPointer?
) -> DarwinBoolean
/// Orders two buffers.
public typealias CMBufferCompareCallback = (
  CMBuffer, CMBuffer, UnsafeMutableRawPointer?
) -> CFComparisonResult
/// Returns the bytes of a buffer.
public typealias CMBufferGetSizeCallback = (CMBuffer, UnsafeMutableRawPointer?) -> Int

/// The functions with which a queue reads its buffers.
@safe public struct CMBufferCallbacks {
  /// 0, or 1 for callbacks with a size.
  public var version: UInt32
  /// The client's value for the functions.
  public var refcon: UnsafeMutableRawPointer?
  /// Returns the time at which a buffer is decoded.
  public var getDecodeTimeStamp: CMBufferGetTimeCallback?
  /// Returns the time at which a buffer is presented.
  public var getPresentationTimeStamp: CMBufferGetTimeCallback?
  /// Returns the duration of a buffer.
  public var getDuration: CMBufferGetTimeCallback
  /// Returns whether the data of a buffer are ready; without this function, all data are ready.
  public var isDataReady: CMBufferGetBooleanCallback?
  /// Orders the buffers; without this function, buffers stay in the order of their arrival.
  public var compare: CMBufferCompareCallback?
  /// The name of the notification that a buffer posts when its data become ready.
  public var dataBecameReadyNotification: Unmanaged<CFString>?
  /// Returns the bytes of a buffer.
  public var getSize: CMBufferGetSizeCallback?

  /// Makes callbacks.
  public init(
    version: UInt32, refcon: UnsafeMutableRawPointer?,
    getDecodeTimeStamp: CMBufferGetTimeCallback?,
    getPresentationTimeStamp: CMBufferGetTimeCallback?,
    getDuration: @escaping CMBufferGetTimeCallback, isDataReady: CMBufferGetBooleanCallback?,
    compare: CMBufferCompareCallback?, dataBecameReadyNotification: Unmanaged<CFString>?,
    getSize: CMBufferGetSizeCallback?
  ) {
    self.version = version
    unsafe self.refcon = refcon
    unsafe self.getDecodeTimeStamp = getDecodeTimeStamp
    unsafe self.getPresentationTimeStamp = getPresentationTimeStamp
    unsafe self.getDuration = getDuration
    unsafe self.isDataReady = isDataReady
    unsafe self.compare = compare
    unsafe self.dataBecameReadyNotification = dataBecameReadyNotification
    unsafe self.getSize = getSize
  }

  var handlers: CMBufferQueue.Handlers {
    // Safe: the functions get the client's value, which outlives the queue, as documented.
    CMBufferQueue.Handlers { [self] builder in
      if let body = unsafe getDecodeTimeStamp {
        builder.getDecodeTimeStamp { unsafe body($0, refcon) }
      }
      if let body = unsafe getPresentationTimeStamp {
        builder.getPresentationTimeStamp { unsafe body($0, refcon) }
      }
      builder.getDuration { unsafe getDuration($0, refcon) }
      if let body = unsafe isDataReady {
        builder.isDataReady { unsafe body($0, refcon).boolValue }
      }
      if let body = unsafe compare { builder.compare { unsafe body($0, $1, refcon) } }
      builder.dataBecameReadyNotification =
        unsafe dataBecameReadyNotification?.takeUnretainedValue() as String?
      if let body = unsafe getSize { builder.getSize { unsafe body($0, refcon) } }
    }
  }
}

/// Makes a queue.
///
/// - Returns: 0; `kCMBufferQueueError_RequiredParameterMissing` for a negative capacity;
///   `kCMBufferQueueError_InvalidCMBufferCallbacksStruct` for an unknown version.
@discardableResult
public func CMBufferQueueCreate(
  allocator: CFAllocator?, capacity: CMItemCount, callbacks: UnsafePointer<CMBufferCallbacks>,
  queueOut: UnsafeMutablePointer<CMBufferQueue?>
) -> OSStatus {
  // Safe: the client's pointers are valid, as documented.
  let callbacks = unsafe callbacks.pointee
  guard callbacks.version <= 1 else { return kCMBufferQueueError_InvalidCMBufferCallbacksStruct }
  guard let queue = try? CMBufferQueue(capacity: capacity, handlers: callbacks.handlers) else {
    return kCMBufferQueueError_RequiredParameterMissing
  }
  unsafe queueOut.pointee = queue
  return 0
}

private func status(_ body: () throws -> Void) -> OSStatus {
  do {
    try body()
    return 0
  } catch {
    return OSStatus(clamping: (error as NSError).code)
  }
}

/// Adds a buffer.
///
/// - Returns: 0, `kCMBufferQueueError_EnqueueAfterEndOfData`, `kCMBufferQueueError_QueueIsFull`,
///   the status of the validation, or `kCMBufferQueueError_CannotModifyQueueFromTriggerCallback`.
@discardableResult
public func CMBufferQueueEnqueue(_ queue: CMBufferQueue, buffer buf: CMBuffer) -> OSStatus {
  queue.add(buf)
}

/// Removes the first buffer.
public func CMBufferQueueDequeue(_ queue: CMBufferQueue) -> CMBuffer? { queue.dequeue() }

/// Removes the first buffer if its data are ready.
public func CMBufferQueueDequeueIfDataReady(_ queue: CMBufferQueue) -> CMBuffer? {
  queue.dequeueIfDataReady()
}

/// Returns the first buffer.
public func CMBufferQueueGetHead(_ queue: CMBufferQueue) -> CMBuffer? { queue.head }

/// Whether there is no buffer.
public func CMBufferQueueIsEmpty(_ queue: CMBufferQueue) -> Bool { queue.isEmpty }

/// Marks the end: no buffer can be added until a reset.
///
/// - Returns: 0; `kCMBufferQueueError_CannotModifyQueueFromTriggerCallback` in a trigger's code.
@discardableResult
public func CMBufferQueueMarkEndOfData(_ queue: CMBufferQueue) -> OSStatus {
  status { try queue.markEndOfData() }
}

/// Whether the end of the data has been marked.
public func CMBufferQueueContainsEndOfData(_ queue: CMBufferQueue) -> Bool {
  queue.containsEndOfData
}

/// Whether the end of the data has been marked, and all buffers are removed.
public func CMBufferQueueIsAtEndOfData(_ queue: CMBufferQueue) -> Bool { queue.isAtEndOfData }

/// Removes all buffers, and the mark of the end.
///
/// - Returns: 0; `kCMBufferQueueError_CannotModifyQueueFromTriggerCallback` in a trigger's code.
@discardableResult
public func CMBufferQueueReset(_ queue: CMBufferQueue) -> OSStatus {
  status { try queue.reset() }
}

/// Removes all buffers, and the mark of the end, and calls a function with each removed buffer.
///
/// - Returns: 0; `kCMBufferQueueError_CannotModifyQueueFromTriggerCallback` in a trigger's code.
@discardableResult
public func CMBufferQueueResetWithCallback(
  _ queue: CMBufferQueue, callback: (CMBuffer, UnsafeMutableRawPointer?) -> Void,
  refcon: UnsafeMutableRawPointer?
) -> OSStatus {
  status { try queue.reset { unsafe callback($0, refcon) } }
}

/// Returns the number of buffers.
public func CMBufferQueueGetBufferCount(_ queue: CMBufferQueue) -> CMItemCount {
  queue.bufferCount
}

/// Returns the sum of the durations.
public func CMBufferQueueGetDuration(_ queue: CMBufferQueue) -> CMTime { queue.duration }

/// Returns the earliest time at which a buffer is decoded.
public func CMBufferQueueGetMinDecodeTimeStamp(_ queue: CMBufferQueue) -> CMTime {
  queue.minDecodeTimeStamp
}

/// Returns the time at which the first buffer is decoded.
public func CMBufferQueueGetFirstDecodeTimeStamp(_ queue: CMBufferQueue) -> CMTime {
  queue.firstDecodeTimeStamp
}

/// Returns the earliest time at which a buffer is presented.
public func CMBufferQueueGetMinPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
  queue.minPresentationTimeStamp
}

/// Returns the time at which the first buffer is presented.
public func CMBufferQueueGetFirstPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
  queue.firstPresentationTimeStamp
}

/// Returns the latest time at which a buffer is presented.
public func CMBufferQueueGetMaxPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
  queue.maxPresentationTimeStamp
}

/// Returns the latest end of a buffer.
public func CMBufferQueueGetEndPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
  queue.endPresentationTimeStamp
}

/// Returns the bytes of all buffers.
public func CMBufferQueueGetTotalSize(_ queue: CMBufferQueue) -> Int { queue.totalSize }

/// Calls a function with each buffer, until the function returns another status than 0.
///
/// - Returns: 0, or that status.
@discardableResult
public func CMBufferQueueCallForEachBuffer(
  _ queue: CMBufferQueue, callback: (CMBuffer, UnsafeMutableRawPointer?) -> OSStatus,
  refcon: UnsafeMutableRawPointer?
) -> OSStatus {
  for buffer in queue.buffers {
    let status = unsafe callback(buffer, refcon)
    guard status == 0 else { return status }
  }
  return 0
}

/// Sets code that may refuse a buffer before it is added.
///
/// - Returns: 0.
@discardableResult
public func CMBufferQueueSetValidationCallback(
  _ queue: CMBufferQueue, callback: @escaping CMBufferValidationCallback,
  refcon: UnsafeMutableRawPointer?
) -> OSStatus {
  queue.setValidation { unsafe callback($0, $1, refcon) }
  return 0
}

/// Sets code that may refuse a buffer before it is added.
///
/// - Returns: 0.
@discardableResult
public func CMBufferQueueSetValidationHandler(
  _ queue: CMBufferQueue, _ handler: @escaping CMBufferValidationHandler
) -> OSStatus {
  queue.setValidation(handler)
  return 0
}
