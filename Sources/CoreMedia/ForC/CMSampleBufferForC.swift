internal import CCoreMedia
internal import CoreAudioTypes
internal import CoreFoundation
internal import Foundation

// The C entry points that create buffers. Null for an object returns an error.

private let missing = kCMSampleBufferError_RequiredParameterMissing

/// Binds times, which have the same layout in C.
private func times(_ pointer: UnsafeRawPointer?) -> UnsafePointer<CMSampleTimingInfo>? {
  unsafe pointer?.assumingMemoryBound(to: CMSampleTimingInfo.self)
}

private func data(_ reference: UnsafeRawPointer?) -> CMBlockBuffer? {
  unsafe CoreFoundationReference.object(reference, as: CMBlockBuffer.self)
}

private func samples(_ reference: UnsafeRawPointer?) -> CMSampleBuffer? {
  unsafe CoreFoundationReference.object(reference, as: CMSampleBuffer.self)
}

@c(CMSampleBufferCreateReady)
package func CMSampleBufferCreateReadyForC(
  _ allocator: UnsafeRawPointer?, _ dataBuffer: UnsafeRawPointer?,
  _ description: UnsafeRawPointer?, _ count: Int, _ timingCount: Int,
  _ timing: UnsafeRawPointer?, _ sizeCount: Int, _ sizes: UnsafePointer<Int>?,
  _ output: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  unsafe CoreFoundationReference.store(in: output, orFail: missing) { made in
    unsafe CMSampleBufferCreateReady(
      allocator: nil, dataBuffer: data(dataBuffer),
      formatDescription: CoreFoundationReference.description(description), sampleCount: count,
      sampleTimingEntryCount: timingCount, sampleTimingArray: times(timing),
      sampleSizeEntryCount: sizeCount, sampleSizeArray: sizes, sampleBufferOut: &made)
  }
}

/// A C function that completes data, with the client's pointer.
@safe private struct MakeReady: @unchecked Sendable {
  // Unchecked: the client states that its function may be called on any thread.
  let callback: @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer?) -> Int32
  let refcon: UnsafeMutableRawPointer?

  func callAsFunction(_ buffer: CMSampleBuffer) -> OSStatus {
    guard let reference = unsafe CoreFoundationReference.borrowed(buffer) else { return missing }
    // Safe: the buffer outlives the call.
    return withExtendedLifetime(buffer) { unsafe callback(reference, refcon) }
  }
}

@c(CMSampleBufferCreate)
package func CMSampleBufferCreateForC(
  _ allocator: UnsafeRawPointer?, _ dataBuffer: UnsafeRawPointer?, _ isReady: Bool,
  _ callback: (@convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer?) -> Int32)?,
  _ refcon: UnsafeMutableRawPointer?, _ description: UnsafeRawPointer?, _ count: Int,
  _ timingCount: Int, _ timing: UnsafeRawPointer?, _ sizeCount: Int,
  _ sizes: UnsafePointer<Int>?, _ output: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  let ready = unsafe callback.map { unsafe MakeReady(callback: $0, refcon: refcon) }
  let handler = ready.map { ready in { @Sendable (buffer: CMSampleBuffer) in ready(buffer) } }
  return unsafe CoreFoundationReference.store(in: output, orFail: missing) { made in
    unsafe CMSampleBufferCreateWithMakeDataReadyHandler(
      nil, data(dataBuffer), isReady, CoreFoundationReference.description(description), count,
      timingCount, times(timing), sizeCount, sizes, &made, handler)
  }
}

@c(CMAudioSampleBufferCreateReadyWithPacketDescriptions)
package func CMAudioSampleBufferCreateReadyForC(
  _ allocator: UnsafeRawPointer?, _ dataBuffer: UnsafeRawPointer?,
  _ description: UnsafeRawPointer?, _ count: Int, _ time: CMTime,
  _ packets: UnsafePointer<AudioStreamPacketDescription>?,
  _ output: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  guard let block = unsafe data(dataBuffer),
    let format = unsafe CoreFoundationReference.description(description)
  else { return missing }
  return unsafe CoreFoundationReference.store(in: output, orFail: missing) { made in
    unsafe CMAudioSampleBufferCreateReadyWithPacketDescriptions(
      allocator: nil, dataBuffer: block, formatDescription: format, sampleCount: count,
      presentationTimeStamp: time, packetDescriptions: packets, sampleBufferOut: &made)
  }
}

@c(CMSampleBufferCreateCopy)
package func CMSampleBufferCreateCopyForC(
  _ allocator: UnsafeRawPointer?, _ reference: UnsafeRawPointer?,
  _ output: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  guard let buffer = unsafe samples(reference) else { return missing }
  return unsafe CoreFoundationReference.store(in: output, orFail: missing) { made in
    unsafe CMSampleBufferCreateCopy(
      allocator: nil, sampleBuffer: buffer, sampleBufferOut: &made)
  }
}

@c(CMSampleBufferCreateCopyWithNewTiming)
package func CMSampleBufferCreateCopyWithNewTimingForC(
  _ allocator: UnsafeRawPointer?, _ reference: UnsafeRawPointer?, _ timingCount: Int,
  _ timing: UnsafeRawPointer?, _ output: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  guard let buffer = unsafe samples(reference) else { return missing }
  return unsafe CoreFoundationReference.store(in: output, orFail: missing) { made in
    unsafe CMSampleBufferCreateCopyWithNewTiming(
      allocator: nil, sampleBuffer: buffer, sampleTimingEntryCount: timingCount,
      sampleTimingArray: times(timing), sampleBufferOut: &made)
  }
}
