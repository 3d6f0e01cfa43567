public import CCoreMedia
internal import Foundation
internal import Synchronization

/// Returns the bytes of a sample buffer.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? {
  sbuf.dataBuffer
}

/// Sets the bytes of a buffer that has no bytes yet.
///
/// - Returns: 0; `kCMSampleBufferError_AlreadyHasDataBuffer` if the buffer has bytes.
@discardableResult
public func CMSampleBufferSetDataBuffer(
  _ sbuf: CMSampleBuffer, newValue dataBuffer: CMBlockBuffer
) -> OSStatus {
  sbuf.state.withLock { state in
    guard state.data == nil else { return kCMSampleBufferError_AlreadyHasDataBuffer }
    state.data = dataBuffer
    return 0
  }
}

/// Returns the format.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
  sbuf.formatDescription
}

/// Returns the number of samples.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }

/// Returns the duration of all samples; invalid without times.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// Returns the earliest presentation time of a sample; invalid without times.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.presentationTimeStamp
}

/// Returns the time at which the first sample is decoded.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.decodeTimeStamp
}

/// Returns the duration that plays: without the trimmed ends, divided by the speed.
public func CMSampleBufferGetOutputDuration(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.outputDuration
}

/// Returns the time at which the first sample plays.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.outputPresentationTimeStamp
}

/// Returns the size of all samples in bytes.
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int {
  sbuf.totalSampleSize
}

/// Returns the size of a sample in bytes; 0 if it is unknown.
public func CMSampleBufferGetSampleSize(
  _ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex
) -> Int {
  sbuf.sampleSize(at: sampleIndex)
}

/// Returns the times of a sample.
///
/// - Returns: 0; `kCMSampleBufferError_SampleIndexOutOfRange` if the buffer has no such sample;
///   `kCMSampleBufferError_BufferHasNoSampleTimingInfo` if it has no times.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
  _ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex,
  timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
  guard !sbuf.timing.isEmpty else { return kCMSampleBufferError_BufferHasNoSampleTimingInfo }
  guard let times = sbuf.times(at: sampleIndex) else {
    return kCMSampleBufferError_SampleIndexOutOfRange
  }
  // Safe: the caller guarantees that the pointer is valid.
  unsafe timingInfoOut.pointee = times
  return 0
}

/// Sets the time at which the first sample plays.
@discardableResult
public func CMSampleBufferSetOutputPresentationTimeStamp(
  _ sbuf: CMSampleBuffer, newValue outputPresentationTimeStamp: CMTime
) -> OSStatus {
  sbuf.state.withLock { $0.outputTime = outputPresentationTimeStamp }
  return 0
}

/// Sets the function that the invalidation of a buffer calls.
@discardableResult
public func CMSampleBufferSetInvalidateHandler(
  _ sbuf: CMSampleBuffer, invalidateHandler: @escaping @Sendable (CMSampleBuffer) -> Void
) -> OSStatus {
  sbuf.state.withLock { $0.invalidateHandler = invalidateHandler }
  return 0
}

/// Returns whether the buffer has not been invalidated.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

/// Invalidates the buffer, and calls its invalidation handler the first time.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
  let handler = sbuf.state.withLock { state in
    state.isValid = false
    defer { state.invalidateHandler = nil }
    return state.invalidateHandler
  }
  handler?(sbuf)
  return 0
}
