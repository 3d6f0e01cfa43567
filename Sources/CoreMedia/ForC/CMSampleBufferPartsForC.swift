internal import CCoreMedia
internal import CoreAudioTypes
internal import CoreFoundation
internal import Foundation

// The C entry points for the parts of a buffer. Null for an object returns 0 or an error.

private let missing = kCMSampleBufferError_RequiredParameterMissing

private func samples(_ reference: UnsafeRawPointer?) -> CMSampleBuffer? {
  unsafe CoreFoundationReference.object(reference, as: CMSampleBuffer.self)
}

/// Binds times, which have the same layout in C.
private func times(
  _ pointer: UnsafeMutableRawPointer?
) -> UnsafeMutablePointer<CMSampleTimingInfo>? {
  unsafe pointer?.assumingMemoryBound(to: CMSampleTimingInfo.self)
}

@c(CMSampleBufferGetDataBuffer)
package func CMSampleBufferGetDataBufferForC(_ reference: UnsafeRawPointer?) -> UnsafeRawPointer? {
  unsafe CoreFoundationReference.borrowed(samples(reference)?.dataBuffer)
}

@c(CMSampleBufferSetDataBuffer)
package func CMSampleBufferSetDataBufferForC(
  _ reference: UnsafeRawPointer?, _ data: UnsafeRawPointer?
) -> Int32 {
  guard let buffer = unsafe samples(reference),
    let data = unsafe CoreFoundationReference.object(data, as: CMBlockBuffer.self)
  else { return missing }
  return CMSampleBufferSetDataBuffer(buffer, newValue: data)
}

@c(CMSampleBufferGetFormatDescription)
package func CMSampleBufferGetFormatDescriptionForC(
  _ reference: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  unsafe CoreFoundationReference.borrowed(samples(reference)?.formatDescription)
}

@c(CMSampleBufferGetNumSamples)
package func CMSampleBufferGetNumSamplesForC(_ reference: UnsafeRawPointer?) -> Int {
  unsafe samples(reference)?.numSamples ?? 0
}

@c(CMSampleBufferGetTotalSampleSize)
package func CMSampleBufferGetTotalSampleSizeForC(_ reference: UnsafeRawPointer?) -> Int {
  unsafe samples(reference)?.totalSampleSize ?? 0
}

@c(CMSampleBufferGetSampleSize)
package func CMSampleBufferGetSampleSizeForC(
  _ reference: UnsafeRawPointer?, _ index: Int
) -> Int {
  unsafe samples(reference)?.sampleSize(at: index) ?? 0
}

@c(CMSampleBufferGetSampleSizeArray)
package func CMSampleBufferGetSampleSizeArrayForC(
  _ reference: UnsafeRawPointer?, _ count: Int, _ sizes: UnsafeMutablePointer<Int>?,
  _ needed: UnsafeMutablePointer<Int>?
) -> Int32 {
  guard let buffer = unsafe samples(reference) else { return missing }
  return unsafe CMSampleBufferGetSampleSizeArray(
    buffer, entryCount: count, arrayToFill: sizes, entriesNeededOut: needed)
}

@c(CMSampleBufferGetSampleAttachmentsArray)
package func CMSampleBufferGetSampleAttachmentsArrayForC(
  _ reference: UnsafeRawPointer?, _ creates: Bool
) -> UnsafeRawPointer? {
  unsafe CoreFoundationReference.borrowed(
    samples(reference).flatMap {
      CMSampleBufferGetSampleAttachmentsArray($0, createIfNecessary: creates)
    })
}

// MARK: - Times

@c(CMSampleBufferGetDuration)
package func CMSampleBufferGetDurationForC(_ reference: UnsafeRawPointer?) -> CMTime {
  unsafe samples(reference)?.duration ?? .invalid
}

@c(CMSampleBufferGetPresentationTimeStamp)
package func CMSampleBufferGetPresentationTimeForC(_ reference: UnsafeRawPointer?) -> CMTime {
  unsafe samples(reference)?.presentationTimeStamp ?? .invalid
}

@c(CMSampleBufferGetDecodeTimeStamp)
package func CMSampleBufferGetDecodeTimeForC(_ reference: UnsafeRawPointer?) -> CMTime {
  unsafe samples(reference)?.decodeTimeStamp ?? .invalid
}

@c(CMSampleBufferGetOutputDuration)
package func CMSampleBufferGetOutputDurationForC(_ reference: UnsafeRawPointer?) -> CMTime {
  unsafe samples(reference).map { CMSampleBufferGetOutputDuration($0) } ?? .invalid
}

@c(CMSampleBufferGetOutputPresentationTimeStamp)
package func CMSampleBufferGetOutputTimeForC(_ reference: UnsafeRawPointer?) -> CMTime {
  unsafe samples(reference).map { CMSampleBufferGetOutputPresentationTimeStamp($0) } ?? .invalid
}

@c(CMSampleBufferSetOutputPresentationTimeStamp)
package func CMSampleBufferSetOutputTimeForC(
  _ reference: UnsafeRawPointer?, _ time: CMTime
) -> Int32 {
  unsafe samples(reference).map {
    CMSampleBufferSetOutputPresentationTimeStamp($0, newValue: time)
  } ?? missing
}

@c(CMSampleBufferGetOutputDecodeTimeStamp)
package func CMSampleBufferGetOutputDecodeTimeForC(_ reference: UnsafeRawPointer?) -> CMTime {
  unsafe samples(reference).map { CMSampleBufferGetOutputDecodeTimeStamp($0) } ?? .invalid
}

@c(CMSampleBufferGetSampleTimingInfo)
package func CMSampleBufferGetSampleTimingInfoForC(
  _ reference: UnsafeRawPointer?, _ index: Int, _ output: UnsafeMutableRawPointer?
) -> Int32 {
  guard let buffer = unsafe samples(reference), let output = unsafe times(output) else {
    return missing
  }
  return unsafe CMSampleBufferGetSampleTimingInfo(buffer, at: index, timingInfoOut: output)
}

@c(CMSampleBufferGetSampleTimingInfoArray)
package func CMSampleBufferGetSampleTimingInfoArrayForC(
  _ reference: UnsafeRawPointer?, _ count: Int, _ output: UnsafeMutableRawPointer?,
  _ needed: UnsafeMutablePointer<Int>?
) -> Int32 {
  guard let buffer = unsafe samples(reference) else { return missing }
  return unsafe CMSampleBufferGetSampleTimingInfoArray(
    buffer, entryCount: count, arrayToFill: times(output), entriesNeededOut: needed)
}

// MARK: - Readiness

@c(CMSampleBufferDataIsReady)
package func CMSampleBufferDataIsReadyForC(_ reference: UnsafeRawPointer?) -> Bool {
  unsafe samples(reference).map { CMSampleBufferDataIsReady($0) } ?? false
}

@c(CMSampleBufferSetDataReady)
package func CMSampleBufferSetDataReadyForC(_ reference: UnsafeRawPointer?) -> Int32 {
  unsafe samples(reference).map { CMSampleBufferSetDataReady($0) } ?? missing
}

@c(CMSampleBufferSetDataFailed)
package func CMSampleBufferSetDataFailedForC(
  _ reference: UnsafeRawPointer?, _ status: Int32
) -> Int32 {
  unsafe samples(reference).map { CMSampleBufferSetDataFailed($0, status: status) } ?? missing
}

@c(CMSampleBufferHasDataFailed)
package func CMSampleBufferHasDataFailedForC(
  _ reference: UnsafeRawPointer?, _ status: UnsafeMutablePointer<Int32>?
) -> Bool {
  unsafe samples(reference).map { unsafe CMSampleBufferHasDataFailed($0, statusOut: status) }
    ?? false
}

@c(CMSampleBufferMakeDataReady)
package func CMSampleBufferMakeDataReadyForC(_ reference: UnsafeRawPointer?) -> Int32 {
  unsafe samples(reference).map { CMSampleBufferMakeDataReady($0) } ?? missing
}

@c(CMSampleBufferTrackDataReadiness)
package func CMSampleBufferTrackDataReadinessForC(
  _ reference: UnsafeRawPointer?, _ other: UnsafeRawPointer?
) -> Int32 {
  guard let buffer = unsafe samples(reference), let other = unsafe samples(other) else {
    return missing
  }
  return CMSampleBufferTrackDataReadiness(buffer, sampleBufferToTrack: other)
}

@c(CMSampleBufferIsValid)
package func CMSampleBufferIsValidForC(_ reference: UnsafeRawPointer?) -> Bool {
  unsafe samples(reference)?.isValid ?? false
}

@c(CMSampleBufferInvalidate)
package func CMSampleBufferInvalidateForC(_ reference: UnsafeRawPointer?) -> Int32 {
  unsafe samples(reference).map { CMSampleBufferInvalidate($0) } ?? missing
}
