public import CCoreMedia
public import CoreFoundation
internal import Foundation
internal import Synchronization

// Buffers that are created before their data are complete.

extension CMSampleBuffer {
  /// The bytes, and whether they are complete.
  var dataState: (CMBlockBuffer?, isReady: Bool) { state.withLock { ($0.data, $0.isReady) } }

  /// Sets the function that completes the bytes.
  func setMakeReady(_ handler: CMSampleBufferMakeDataReadyHandler?) {
    state.withLock { $0.makeReady = handler }
  }
}

/// Creates a sample buffer whose data may be ready later.
///
/// `dataReady` states whether the bytes are complete. If they are not, the callback completes them,
/// and receives `refcon`. Without a callback, the client completes the bytes itself. For the other
/// parameters and the errors, see `CMSampleBufferCreateReady`.
@discardableResult
public func CMSampleBufferCreate(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
  makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?,
  refcon makeDataReadyRefcon: UnsafeMutableRawPointer?, formatDescription: CMFormatDescription?,
  sampleCount: CMItemCount, sampleTimingEntryCount: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleSizeEntryCount: CMItemCount,
  sampleSizeArray: UnsafePointer<Int>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  let handler = unsafe handler(makeDataReadyCallback, makeDataReadyRefcon)
  return unsafe CMSampleBufferCreateWithMakeDataReadyHandler(
    allocator, dataBuffer, dataReady, formatDescription, sampleCount, sampleTimingEntryCount,
    sampleTimingArray, sampleSizeEntryCount, sampleSizeArray, sampleBufferOut, handler)
}

/// Creates a sample buffer whose data may be ready later.
///
/// `dataReady` states whether the bytes are complete. If they are not, the handler completes them.
/// Without a handler, the client completes the bytes itself. For the other parameters and the
/// errors, see `CMSampleBufferCreateReady`.
@discardableResult
public func CMSampleBufferCreateWithMakeDataReadyHandler(
  _ allocator: CFAllocator?, _ dataBuffer: CMBlockBuffer?, _ dataReady: Bool,
  _ formatDescription: CMFormatDescription?, _ numSamples: CMItemCount,
  _ numSampleTimingEntries: CMItemCount, _ sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
  _ numSampleSizeEntries: CMItemCount, _ sampleSizeArray: UnsafePointer<Int>?,
  _ sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>,
  _ makeDataReadyHandler: CMSampleBufferMakeDataReadyHandler?
) -> OSStatus {
  guard numSampleTimingEntries >= 0, numSampleSizeEntries >= 0 else {
    return kCMSampleBufferError_InvalidEntryCount
  }
  guard unsafe numSampleTimingEntries == 0 || sampleTimingArray != nil,
    unsafe numSampleSizeEntries == 0 || sampleSizeArray != nil
  else { return kCMSampleBufferError_RequiredParameterMissing }
  // Safe: the caller guarantees the numbers of entries.
  let timing = unsafe Array(
    UnsafeBufferPointer(start: sampleTimingArray, count: numSampleTimingEntries))
  let sizes = unsafe Array(
    UnsafeBufferPointer(start: sampleSizeArray, count: numSampleSizeEntries))
  let status = CMSampleBuffer.status(numSamples, timing, sizes, dataReady ? dataBuffer : nil)
  guard status == 0 else { return status }
  let buffer = CMSampleBuffer(
    dataBuffer, isReady: dataReady, format: formatDescription, (numSamples, timing, sizes, []))
  buffer.setMakeReady(makeDataReadyHandler)
  unsafe sampleBufferOut.pointee = buffer
  return 0
}

/// Creates a sample buffer of audio whose data may be ready later.
///
/// For the parameters and the errors, see `CMAudioSampleBufferCreateReadyWithPacketDescriptions`
/// and `CMSampleBufferCreate`.
@discardableResult
public func CMAudioSampleBufferCreateWithPacketDescriptions(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
  makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?,
  refcon makeDataReadyRefcon: UnsafeMutableRawPointer?, formatDescription: CMFormatDescription,
  sampleCount: CMItemCount, presentationTimeStamp: CMTime,
  packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  let handler = unsafe handler(makeDataReadyCallback, makeDataReadyRefcon)
  return unsafe CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler(
    allocator, dataBuffer, dataReady, formatDescription, sampleCount, presentationTimeStamp,
    packetDescriptions, sampleBufferOut, handler)
}

/// Creates a sample buffer of audio whose data may be ready later.
///
/// For the parameters and the errors, see `CMAudioSampleBufferCreateReadyWithPacketDescriptions`
/// and `CMSampleBufferCreateWithMakeDataReadyHandler`.
@discardableResult
public func CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler(
  _ allocator: CFAllocator?, _ dataBuffer: CMBlockBuffer?, _ dataReady: Bool,
  _ formatDescription: CMFormatDescription, _ numSamples: CMItemCount,
  _ presentationTimeStamp: CMTime,
  _ packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  _ sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>,
  _ makeDataReadyHandler: CMSampleBufferMakeDataReadyHandler?
) -> OSStatus {
  guard let format = formatDescription.audio?.format else {
    return kCMSampleBufferError_InvalidMediaFormat
  }
  guard numSamples >= 0 else { return kCMSampleBufferError_InvalidEntryCount }
  let packets = unsafe packetDescriptions.map {
    // Safe: the caller guarantees as many descriptions as samples.
    unsafe Array(UnsafeBufferPointer(start: $0, count: numSamples))
  }
  let samples = CMSampleBuffer.audioSamples(
    format, count: numSamples, at: presentationTimeStamp, packets: packets ?? [])
  let status = CMSampleBuffer.status(
    packets ?? [], samples.2, numSamples, in: dataReady ? dataBuffer : nil)
  guard status == 0 else { return status }
  let buffer = CMSampleBuffer(dataBuffer, isReady: dataReady, format: formatDescription, samples)
  buffer.setMakeReady(makeDataReadyHandler)
  // Safe: the caller guarantees that the pointer is valid.
  unsafe sampleBufferOut.pointee = buffer
  return 0
}

private func handler(
  _ callback: CMSampleBufferMakeDataReadyCallback?, _ refcon: UnsafeMutableRawPointer?
) -> CMSampleBufferMakeDataReadyHandler? {
  guard let callback = unsafe callback else { return nil }
  let number = UInt(bitPattern: refcon)
  return { buffer in unsafe callback(buffer, UnsafeMutableRawPointer(bitPattern: number)) }
}
