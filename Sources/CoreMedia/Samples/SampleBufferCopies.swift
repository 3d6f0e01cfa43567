public import CCoreMedia
public import CoreFoundation
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// Creates a copy that shares the data and the attachments that propagate.
@discardableResult
public func CMSampleBufferCreateCopy(
  allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  // Safe: the caller guarantees that the pointer is valid.
  unsafe sampleBufferOut.pointee = sbuf.copy(timing: sbuf.timing)
  return 0
}

/// Creates a copy that shares the data, with other times.
///
/// - Returns: 0; `kCMSampleBufferError_InvalidEntryCount` if the array is missing, or the number of
///   times is neither 0, nor 1, nor the number of samples.
@discardableResult
public func CMSampleBufferCreateCopyWithNewTiming(
  allocator: CFAllocator?, sampleBuffer originalSBuf: CMSampleBuffer,
  sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  guard [0, 1, originalSBuf.numSamples].contains(numSampleTimingEntries),
    unsafe numSampleTimingEntries == 0 || sampleTimingArray != nil
  else { return kCMSampleBufferError_InvalidEntryCount }
  // Safe: the caller guarantees the number of entries.
  let timing = unsafe Array(
    UnsafeBufferPointer(start: sampleTimingArray, count: numSampleTimingEntries))
  unsafe sampleBufferOut.pointee = originalSBuf.copy(timing: timing)
  return 0
}

/// Creates a buffer of some samples of another one, which shares the data.
///
/// If linear PCM has separate channels, the frames are copied.
///
/// - Parameters:
///   - allocator: Not used.
///   - sbuf: The buffer.
///   - sampleRange: The samples.
///   - sampleBufferOut: Receives the buffer.
/// - Returns: 0; `kCMSampleBufferError_SampleIndexOutOfRange` if the range is empty or not within
///   the samples; `kCMSampleBufferError_CannotSubdivide` if the sizes are unknown.
@discardableResult
public func CMSampleBufferCopySampleBufferForRange(
  allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer, sampleRange: CFRange,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  guard sampleRange.location >= 0, sampleRange.length > 0,
    sampleRange.location <= sbuf.numSamples - sampleRange.length
  else { return kCMSampleBufferError_SampleIndexOutOfRange }
  let range = sampleRange.location..<sampleRange.location + sampleRange.length
  guard let part = sbuf.part(range) else { return kCMSampleBufferError_CannotSubdivide }
  // Safe: the caller guarantees that the pointer is valid.
  unsafe sampleBufferOut.pointee = part
  return 0
}

/// Calls a function with a buffer of each sample, until the function returns a status other than 0.
///
/// - Parameters:
///   - sbuf: The buffer.
///   - callback: The function, which receives the buffer, the index, and the client's pointer.
///   - refcon: A pointer that the function receives.
/// - Returns: 0, the status of the function, or an error if the samples cannot be divided.
@discardableResult
public func CMSampleBufferCallForEachSample(
  _ sbuf: CMSampleBuffer,
  callback: (CMSampleBuffer, CMItemCount, UnsafeMutableRawPointer?) -> OSStatus,
  refcon: UnsafeMutableRawPointer?
) -> OSStatus {
  CMSampleBufferCallBlockForEachSample(sbuf) { unsafe callback($0, $1, refcon) }
}

/// Calls a function with a buffer of each sample, until the function returns a status other than 0.
///
/// - Returns: 0, the status of the function, or an error if the samples cannot be divided.
@discardableResult
public func CMSampleBufferCallBlockForEachSample(
  _ sbuf: CMSampleBuffer, _ handler: (CMSampleBuffer, CMItemCount) -> OSStatus
) -> OSStatus {
  for index in 0..<sbuf.numSamples {
    guard let sample = sbuf.part(index..<index + 1) else {
      return kCMSampleBufferError_CannotSubdivide
    }
    let status = handler(sample, index)
    if status != 0 { return status }
  }
  return 0
}

extension CMSampleBuffer {
  /// A copy with other times.
  func copy(timing: [CMSampleTimingInfo]) -> CMSampleBuffer {
    let (data, isReady) = state.withLock { ($0.data, $0.isReady) }
    let copy = CMSampleBuffer(
      data, isReady: isReady, format: formatDescription, (numSamples, timing, sizes, packets),
      image: imageBuffer)
    attachmentStore.propagate(to: copy.attachmentStore)
    return copy
  }

  /// A buffer of some samples; `nil` if the samples cannot be divided.
  func part(_ range: Range<Int>) -> CMSampleBuffer? {
    let times =
      timing.count > 1
      ? Array(timing[range]) : times(at: range.lowerBound).map { [$0] } ?? []
    let (data, isReady) = state.withLock { ($0.data, $0.isReady) }
    var (found, packets) = (data, packets)
    if let data {
      guard let bytes = self.data(of: range, in: data) else { return nil }
      found = bytes
    }
    if !packets.isEmpty {
      let start = packets[range.lowerBound].mStartOffset
      packets = packets[range].map { packet in
        var packet = packet
        packet.mStartOffset -= start
        return packet
      }
    }
    let part = CMSampleBuffer(
      found, isReady: isReady, format: formatDescription,
      (range.count, times, sizes.count > 1 ? Array(sizes[range]) : sizes, packets),
      image: imageBuffer)
    attachmentStore.propagate(to: part.attachmentStore)
    return part
  }

  private func data(of range: Range<Int>, in data: CMBlockBuffer) -> CMBlockBuffer? {
    if let planes = separateChannels(of: range, in: data) { return planes }
    guard !sizes.isEmpty else { return nil }
    let offset: Int
    let length: Int
    if sizes.count == 1 {
      (offset, length) = (sizes[0] * range.lowerBound, sizes[0] * range.count)
    } else {
      offset =
        packets.isEmpty
        ? sizes[..<range.lowerBound].reduce(0, +)
        : Int(packets[range.lowerBound].mStartOffset)
      let last = range.upperBound - 1
      length =
        packets.isEmpty
        ? sizes[range].reduce(0, +) : Int(packets[last].mStartOffset) + sizes[last] - offset
    }
    guard length >= 0, let pieces = data.pieces(offset, length) else { return nil }
    let part = CMBlockBuffer()
    for piece in pieces { part.append(piece) }
    return part
  }

  /// A copy of the frames of a range in separate channels; `nil` for other formats.
  private func separateChannels(of range: Range<Int>, in data: CMBlockBuffer) -> CMBlockBuffer? {
    guard let format = formatDescription?.audio?.format, format.mFormatID == kAudioFormatLinearPCM,
      format.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0, format.mChannelsPerFrame > 1
    else { return nil }
    let (width, channels) = (Int(format.mBytesPerFrame), Int(format.mChannelsPerFrame))
    let plane = data.dataLength / channels
    let part = CMBlockBuffer()
    for channel in 0..<channels {
      let offset = channel * plane + range.lowerBound * width
      guard let pieces = data.pieces(offset, range.count * width) else { return nil }
      for piece in pieces { part.append(piece) }
    }
    return CMBlockBuffer(part.bytes.span)
  }
}
