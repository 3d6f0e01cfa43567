public import CCoreMedia
internal import CoreFoundation
internal import Foundation
internal import Synchronization

// The part of a buffer that plays: without the trimmed ends, at the speed of the attachments.

extension CMSampleBuffer {
  /// The durations to leave out at both ends, and the factor of the speed.
  private var output: (start: CMTime, end: CMTime, speed: Double) {
    let speed = attachmentStore[Self.name(kCMSampleBufferAttachmentKey_SpeedMultiplier)]?.value
    let factor = (speed as? NSNumber)?.doubleValue ?? 1
    return (
      trim(kCMSampleBufferAttachmentKey_TrimDurationAtStart),
      trim(kCMSampleBufferAttachmentKey_TrimDurationAtEnd), factor > 0 ? factor : 1
    )
  }

  private static func name(_ key: CFString) -> String { String(describing: key) }

  private func trim(_ key: CFString) -> CMTime {
    guard let value = attachmentStore[Self.name(key)]?.value as? NSDictionary else { return .zero }
    let time = CMTimeMakeFromDictionary(value)
    return time.isNumeric && time > .zero ? time : .zero
  }

  private var isReversed: Bool {
    let value = attachmentStore[Self.name(kCMSampleBufferAttachmentKey_Reverse)]?.value
    return (value as? NSNumber)?.boolValue ?? false
  }

  /// The duration that plays: without the trimmed ends, divided by the speed.
  public var outputDuration: CMTime {
    let output = output
    let kept = max(.zero, duration - output.start - output.end)
    return output.speed == 1 || !duration.isNumeric
      ? kept : CMTimeMultiplyByFloat64(kept, multiplier: 1 / output.speed)
  }

  /// The time at which the first sample plays.
  public var outputPresentationTimeStamp: CMTime {
    let own = state.withLock { $0.outputTime }
    guard !own.isValid else { return own }
    let output = output
    return presentationTimeStamp + (isReversed ? output.end : output.start)
  }

  /// The time at which the first sample that plays is decoded.
  public var outputDecodeTimeStamp: CMTime {
    let (decode, presentation) = (decodeTimeStamp, presentationTimeStamp)
    guard decode.isValid else { return .invalid }
    return outputPresentationTimeStamp + (decode - presentation)
  }

  /// Sets the time at which the first sample plays.
  public func setOutputPresentationTimeStamp(_ pts: CMTime) throws {
    try Self.check(CMSampleBufferSetOutputPresentationTimeStamp(self, newValue: pts))
  }

  /// Returns the times at which samples play: one for all samples, or one for each.
  public func outputSampleTimingInfos() throws -> [CMSampleTimingInfo] {
    let (output, start) = (output, outputPresentationTimeStamp)
    let first = presentationTimeStamp + output.start
    return try sampleTimingInfos().map { times in
      var times = times
      if output.speed != 1 {
        times.duration = CMTimeMultiplyByFloat64(times.duration, multiplier: 1 / output.speed)
        let distance = times.presentationTimeStamp - first
        times.presentationTimeStamp =
          start + CMTimeMultiplyByFloat64(distance, multiplier: 1 / output.speed)
      } else {
        times.presentationTimeStamp = start + (times.presentationTimeStamp - first)
      }
      return times
    }
  }
}

/// Returns the time at which the first sample that plays is decoded.
public func CMSampleBufferGetOutputDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.outputDecodeTimeStamp
}

/// Copies the times at which samples play.
///
/// The parameters and errors are those of `CMSampleBufferGetSampleTimingInfoArray`.
@discardableResult
public func CMSampleBufferGetOutputSampleTimingInfoArray(
  _ sbuf: CMSampleBuffer, entryCount timingArrayEntries: CMItemCount,
  arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
  entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  guard let times = try? sbuf.outputSampleTimingInfos() else {
    return kCMSampleBufferError_BufferHasNoSampleTimingInfo
  }
  return unsafe fill(times, timingArrayEntries, timingArrayOut, timingArrayEntriesNeededOut)
}

/// Copies the times: one for all samples, or one for each.
///
/// - Parameters:
///   - sbuf: The buffer.
///   - numSampleTimingEntries: The number of entries that fit into the array.
///   - timingArrayOut: Receives the times; `nil` to ask only for their number.
///   - timingArrayEntriesNeededOut: Receives the number of times.
/// - Returns: 0; `kCMSampleBufferError_BufferHasNoSampleTimingInfo` without times;
///   `kCMSampleBufferError_ArrayTooSmall` if the times do not fit into the array.
@discardableResult
public func CMSampleBufferGetSampleTimingInfoArray(
  _ sbuf: CMSampleBuffer, entryCount numSampleTimingEntries: CMItemCount,
  arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
  entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  guard !sbuf.timing.isEmpty else { return kCMSampleBufferError_BufferHasNoSampleTimingInfo }
  return unsafe fill(
    sbuf.timing, numSampleTimingEntries, timingArrayOut, timingArrayEntriesNeededOut)
}

/// Copies the sizes: one for all samples, or one for each.
///
/// - Parameters:
///   - sbuf: The buffer.
///   - sizeArrayEntries: The number of entries that fit into the array.
///   - sizeArrayOut: Receives the sizes in bytes; `nil` to ask only for their number.
///   - sizeArrayEntriesNeededOut: Receives the number of sizes.
/// - Returns: 0; `kCMSampleBufferError_BufferHasNoSampleSizes` without sizes;
///   `kCMSampleBufferError_ArrayTooSmall` if the sizes do not fit into the array.
@discardableResult
public func CMSampleBufferGetSampleSizeArray(
  _ sbuf: CMSampleBuffer, entryCount sizeArrayEntries: CMItemCount,
  arrayToFill sizeArrayOut: UnsafeMutablePointer<Int>?,
  entriesNeededOut sizeArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  guard !sbuf.sizes.isEmpty else { return kCMSampleBufferError_BufferHasNoSampleSizes }
  return unsafe fill(sbuf.sizes, sizeArrayEntries, sizeArrayOut, sizeArrayEntriesNeededOut)
}

private func fill<Element>(
  _ values: [Element], _ room: Int, _ array: UnsafeMutablePointer<Element>?,
  _ needed: UnsafeMutablePointer<Int>?
) -> OSStatus {
  // Safe: the pointers are nil or valid, and the array has this room.
  unsafe needed?.pointee = values.count
  guard let array = unsafe array else { return 0 }
  guard room >= values.count else { return kCMSampleBufferError_ArrayTooSmall }
  for index in values.indices { unsafe array[index] = values[index] }
  return 0
}
