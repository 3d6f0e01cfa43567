internal import Foundation

// The C entry points, which take references. Null for an object returns 0 or an error.

private func queue(_ reference: UnsafeRawPointer?) -> CMSimpleQueue? {
  unsafe CoreFoundationReference.object(reference, as: CMSimpleQueue.self)
}

@c(CMSimpleQueueCreate)
package func CMSimpleQueueCreateForC(
  _ allocator: UnsafeRawPointer?, _ capacity: Int32,
  _ output: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  unsafe CoreFoundationReference.store(
    in: output, orFail: kCMSimpleQueueError_RequiredParameterMissing
  ) { made in
    unsafe CMSimpleQueueCreate(allocator: nil, capacity: capacity, queueOut: &made)
  }
}

@c(CMSimpleQueueEnqueue)
package func CMSimpleQueueEnqueueForC(
  _ reference: UnsafeRawPointer?, _ element: UnsafeRawPointer?
) -> Int32 {
  guard let queue = unsafe queue(reference), let element = unsafe element else {
    return kCMSimpleQueueError_RequiredParameterMissing
  }
  return unsafe CMSimpleQueueEnqueue(queue, element: element)
}

@c(CMSimpleQueueDequeue)
package func CMSimpleQueueDequeueForC(_ reference: UnsafeRawPointer?) -> UnsafeRawPointer? {
  unsafe queue(reference).flatMap { unsafe CMSimpleQueueDequeue($0) }
}

@c(CMSimpleQueueGetHead)
package func CMSimpleQueueGetHeadForC(_ reference: UnsafeRawPointer?) -> UnsafeRawPointer? {
  unsafe queue(reference).flatMap { unsafe CMSimpleQueueGetHead($0) }
}

@c(CMSimpleQueueReset)
package func CMSimpleQueueResetForC(_ reference: UnsafeRawPointer?) -> Int32 {
  unsafe queue(reference).map { CMSimpleQueueReset($0) }
    ?? kCMSimpleQueueError_RequiredParameterMissing
}

@c(CMSimpleQueueGetCapacity)
package func CMSimpleQueueGetCapacityForC(_ reference: UnsafeRawPointer?) -> Int32 {
  unsafe queue(reference).map { CMSimpleQueueGetCapacity($0) } ?? 0
}

@c(CMSimpleQueueGetCount)
package func CMSimpleQueueGetCountForC(_ reference: UnsafeRawPointer?) -> Int32 {
  unsafe queue(reference).map { CMSimpleQueueGetCount($0) } ?? 0
}
