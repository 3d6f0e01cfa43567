internal import CCoreMedia
internal import CoreFoundation
internal import Foundation

// The C entry points, which take references. Null for a queue counts as an empty queue,
// or returns an error.

private let missing = kCMBufferQueueError_RequiredParameterMissing

private func queue(_ reference: UnsafeRawPointer?) -> CMBufferQueue? {
  unsafe CoreFoundationReference.object(reference, as: CMBufferQueue.self)
}

private func buffer(_ reference: UnsafeRawPointer?) -> CMBuffer? {
  unsafe CoreFoundationReference.object(reference, as: AnyObject.self)
}

private func owned(_ buffer: CMBuffer?) -> UnsafeRawPointer? {
  unsafe buffer.map { unsafe CoreFoundationReference.retained($0) }
}

@c(CMBufferQueueCreate)
package func CMBufferQueueCreateForC(
  _ allocator: UnsafeRawPointer?, _ capacity: Int, _ callbacks: UnsafeRawPointer?,
  _ output: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  guard let callbacks = unsafe callbacks else { return missing }
  // Safe: the client passes such a structure.
  let functions = unsafe callbacks.load(as: CMBufferCallbacksForC.self)
  guard let handlers = functions.handlers else {
    return kCMBufferQueueError_InvalidCMBufferCallbacksStruct
  }
  return unsafe CoreFoundationReference.store(in: output, orFail: missing) { made in
    made = try? CMBufferQueue(capacity: capacity, handlers: handlers)
    return made == nil ? missing : 0
  }
}

// MARK: - Changing queues

@c(CMBufferQueueEnqueue)
package func CMBufferQueueEnqueueForC(
  _ reference: UnsafeRawPointer?, _ element: UnsafeRawPointer?
) -> Int32 {
  guard let queue = unsafe queue(reference), let element = unsafe buffer(element) else {
    return missing
  }
  return queue.add(element)
}

@c(CMBufferQueueDequeueAndRetain)
package func CMBufferQueueDequeueAndRetainForC(
  _ reference: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  unsafe owned(queue(reference)?.dequeue())
}

@c(CMBufferQueueDequeueIfDataReadyAndRetain)
package func CMBufferQueueDequeueIfDataReadyAndRetainForC(
  _ reference: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  unsafe owned(queue(reference)?.dequeueIfDataReady())
}

@c(CMBufferQueueMarkEndOfData)
package func CMBufferQueueMarkEndOfDataForC(_ reference: UnsafeRawPointer?) -> Int32 {
  unsafe queue(reference).map { CMBufferQueueMarkEndOfData($0) } ?? missing
}

@c(CMBufferQueueReset)
package func CMBufferQueueResetForC(_ reference: UnsafeRawPointer?) -> Int32 {
  unsafe queue(reference).map { CMBufferQueueReset($0) } ?? missing
}

@c(CMBufferQueueResetWithCallback)
package func CMBufferQueueResetWithCallbackForC(
  _ reference: UnsafeRawPointer?,
  _ callback: (@convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Void)?,
  _ refcon: UnsafeMutableRawPointer?
) -> Int32 {
  guard let queue = unsafe queue(reference), let callback = unsafe callback else { return missing }
  return unsafe CMBufferQueueResetWithCallback(
    queue,
    callback: { unsafe callback(CoreFoundationReference.borrowed($0), $1) }, refcon: refcon)
}

@c(CMBufferQueueSetValidationCallback)
package func CMBufferQueueSetValidationCallbackForC(
  _ reference: UnsafeRawPointer?,
  _ callback: (
    @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Int32
  )?, _ refcon: UnsafeMutableRawPointer?
) -> Int32 {
  guard let queue = unsafe queue(reference), let callback = unsafe callback else { return missing }
  queue.setValidation { queue, buffer in
    unsafe callback(
      CoreFoundationReference.borrowed(queue), CoreFoundationReference.borrowed(buffer), refcon)
  }
  return 0
}

// MARK: - Contents

@c(CMBufferQueueGetHead)
package func CMBufferQueueGetHeadForC(_ reference: UnsafeRawPointer?) -> UnsafeRawPointer? {
  unsafe CoreFoundationReference.borrowed(queue(reference)?.head)
}

@c(CMBufferQueueCopyHead)
package func CMBufferQueueCopyHeadForC(_ reference: UnsafeRawPointer?) -> UnsafeRawPointer? {
  unsafe owned(queue(reference)?.head)
}

@c(CMBufferQueueIsEmpty)
package func CMBufferQueueIsEmptyForC(_ reference: UnsafeRawPointer?) -> Bool {
  unsafe queue(reference)?.isEmpty ?? true
}

@c(CMBufferQueueContainsEndOfData)
package func CMBufferQueueContainsEndOfDataForC(_ reference: UnsafeRawPointer?) -> Bool {
  unsafe queue(reference)?.containsEndOfData ?? false
}

@c(CMBufferQueueIsAtEndOfData)
package func CMBufferQueueIsAtEndOfDataForC(_ reference: UnsafeRawPointer?) -> Bool {
  unsafe queue(reference)?.isAtEndOfData ?? false
}

@c(CMBufferQueueGetBufferCount)
package func CMBufferQueueGetBufferCountForC(_ reference: UnsafeRawPointer?) -> Int {
  unsafe queue(reference)?.bufferCount ?? 0
}

@c(CMBufferQueueGetTotalSize)
package func CMBufferQueueGetTotalSizeForC(_ reference: UnsafeRawPointer?) -> Int {
  unsafe queue(reference)?.totalSize ?? 0
}

@c(CMBufferQueueCallForEachBuffer)
package func CMBufferQueueCallForEachBufferForC(
  _ reference: UnsafeRawPointer?,
  _ callback: (@convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Int32)?,
  _ refcon: UnsafeMutableRawPointer?
) -> Int32 {
  guard let queue = unsafe queue(reference), let callback = unsafe callback else { return missing }
  return unsafe CMBufferQueueCallForEachBuffer(
    queue,
    callback: { unsafe callback(CoreFoundationReference.borrowed($0), $1) }, refcon: refcon)
}
