internal import CCoreMedia
internal import CoreFoundation
internal import Foundation

private func sample(_ reference: UnsafeRawPointer?) -> CMSampleBuffer? {
  unsafe CoreFoundationReference.object(reference, as: CMSampleBuffer.self)
}

/// `CMBufferCallbacks` of C, with the same layout.
@safe struct CMBufferCallbacksForC {
  typealias Reference = UnsafeRawPointer?
  typealias Context = UnsafeMutableRawPointer?
  typealias GetTime = @convention(c) (Reference, Context) -> CMTime

  var version: UInt32
  var context: Context
  var decodeTime: GetTime?
  var presentationTime: GetTime?
  var duration: GetTime?
  var isReady: (@convention(c) (Reference, Context) -> UInt8)?
  var compare: (@convention(c) (Reference, Reference, Context) -> Int)?
  /// A `CFStringRef`, or null.
  var notification: Reference
  /// Valid if the version is 1.
  var size: (@convention(c) (Reference, Context) -> Int)?

  /// The handlers that call the functions; `nil` for an unknown version or a missing duration.
  var handlers: CMBufferQueue.Handlers? {
    guard version <= 1, let duration = unsafe duration else { return nil }
    // Safe: the functions get the client's value, which outlives the queue, as documented.
    return CMBufferQueue.Handlers { [self] builder in
      builder.getDuration { unsafe duration(Self.reference($0), context) }
      if let body = unsafe decodeTime {
        builder.getDecodeTimeStamp { unsafe body(Self.reference($0), context) }
      }
      if let body = unsafe presentationTime {
        builder.getPresentationTimeStamp { unsafe body(Self.reference($0), context) }
      }
      if let body = unsafe isReady {
        builder.isDataReady { unsafe body(Self.reference($0), context) != 0 }
      }
      if let body = unsafe compare {
        builder.compare { first, second in
          let order = unsafe body(Self.reference(first), Self.reference(second), context)
          return order < 0 ? .compareLessThan : order > 0 ? .compareGreaterThan : .compareEqualTo
        }
      }
      builder.dataBecameReadyNotification =
        unsafe CoreFoundationReference.object(
          notification, as: NSString.self) as String?
      if version == 1, let body = unsafe size {
        builder.getSize { unsafe body(Self.reference($0), context) }
      }
    }
  }

  private static func reference(_ buffer: CMBuffer) -> Reference {
    unsafe CoreFoundationReference.borrowed(buffer)
  }

  /// Functions for sample buffers.
  private static func ofSamples(isSorted: Bool) -> CMBufferCallbacksForC {
    // Safe: the functions receive sample buffers.
    unsafe CMBufferCallbacksForC(
      version: 1, context: nil,
      decodeTime: { buffer, _ in unsafe sample(buffer)?.decodeTimeStamp ?? .invalid },
      presentationTime: { buffer, _ in
        unsafe sample(buffer)?.outputPresentationTimeStamp ?? .invalid
      },
      duration: { buffer, _ in unsafe sample(buffer)?.outputDuration ?? .invalid },
      isReady: { buffer, _ in
        unsafe sample(buffer).map(CMSampleBufferDataIsReady) ?? false ? 1 : 0
      },
      compare: isSorted
        ? { first, second, _ in
          guard let first = unsafe sample(first), let second = unsafe sample(second) else {
            return 0
          }
          return Int(first.order(beside: second))
        } : nil,
      notification: nil,
      size: { buffer, _ in unsafe sample(buffer)?.totalSampleSize ?? 0 })
  }

  /// Memory that is never freed, with functions for sample buffers.
  private static func memory(isSorted: Bool) -> UnsafeRawPointer {
    let memory = UnsafeMutablePointer<CMBufferCallbacksForC>.allocate(capacity: 1)
    unsafe memory.initialize(to: ofSamples(isSorted: isSorted))
    return UnsafeRawPointer(memory)
  }

  // Safe: the memory never changes.
  nonisolated(unsafe) static let unsorted: UnsafeRawPointer = unsafe memory(isSorted: false)
  nonisolated(unsafe) static let sorted: UnsafeRawPointer = unsafe memory(isSorted: true)
}

@c(CMBufferQueueGetCallbacksForUnsortedSampleBuffers)
package func CMBufferQueueGetCallbacksForUnsortedSampleBuffersForC() -> UnsafeRawPointer? {
  unsafe CMBufferCallbacksForC.unsorted
}

@c(CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS)
package func CMBufferQueueGetCallbacksForSortedSampleBuffersForC() -> UnsafeRawPointer? {
  unsafe CMBufferCallbacksForC.sorted
}
