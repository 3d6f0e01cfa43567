public import CCoreMedia
internal import CoreAudioTypes
public import CoreFoundation
internal import Foundation

// Audio from lists of buffers, and descriptions of packets.

/// Copies the bytes of a list of buffers into a sample buffer without data, and marks them ready.
///
/// - Parameters:
///   - sbuf: A sample buffer of audio.
///   - blockBufferStructureAllocator: Not used.
///   - blockBufferBlockAllocator: Not used.
///   - flags: Not used.
///   - bufferList: A list with one buffer, or one buffer for each separate channel.
/// - Returns: 0; `kCMSampleBufferError_AlreadyHasDataBuffer` if the sample buffer has data;
///   `kCMSampleBufferError_InvalidMediaTypeForOperation` if the format is not audio;
///   `kCMSampleBufferError_RequiredParameterMissing` if a buffer has no memory;
///   `kCMSampleBufferError_InvalidSampleData` if the list has too few bytes.
@discardableResult
public func CMSampleBufferSetDataBufferFromAudioBufferList(
  _ sbuf: CMSampleBuffer, blockBufferAllocator blockBufferStructureAllocator: CFAllocator?,
  blockBufferMemoryAllocator blockBufferBlockAllocator: CFAllocator?, flags: UInt32,
  bufferList: UnsafePointer<AudioBufferList>
) -> OSStatus {
  guard sbuf.formatDescription?.audio != nil else {
    return kCMSampleBufferError_InvalidMediaTypeForOperation
  }
  // Safe: the list is only read.
  let buffers = unsafe UnsafeMutableAudioBufferListPointer(
    UnsafeMutablePointer(mutating: bufferList))
  var bytes: [UInt8] = []
  for index in unsafe buffers.indices {
    let buffer = unsafe buffers[index]
    guard let start = unsafe buffer.mData else {
      if unsafe buffer.mDataByteSize == 0 { continue }
      return kCMSampleBufferError_RequiredParameterMissing
    }
    // Safe: the caller guarantees this number of bytes; they are copied.
    unsafe bytes.append(
      contentsOf: UnsafeRawBufferPointer(start: start, count: Int(buffer.mDataByteSize)))
  }
  guard sbuf.totalSampleSize <= bytes.count else { return kCMSampleBufferError_InvalidSampleData }
  let status = CMSampleBufferSetDataBuffer(sbuf, newValue: CMBlockBuffer(bytes.span))
  return status == 0 ? CMSampleBufferSetDataReady(sbuf) : status
}

/// Copies the descriptions of packets.
///
/// - Parameters:
///   - sbuf: The buffer.
///   - packetDescriptionsSize: The size of the array in bytes.
///   - packetDescriptionsOut: Receives the descriptions; `nil` to ask only for their size.
///   - packetDescriptionsSizeNeededOut: Receives the size of the descriptions in bytes, 0 for
///     packets of constant size.
/// - Returns: 0; `kCMSampleBufferError_ArrayTooSmall` if the array is too small;
///   `kCMSampleBufferError_InvalidMediaTypeForOperation` if the format is not audio.
@discardableResult
public func CMSampleBufferGetAudioStreamPacketDescriptions(
  _ sbuf: CMSampleBuffer, allocatedSize packetDescriptionsSize: Int,
  packetDescriptionsOut: UnsafeMutablePointer<AudioStreamPacketDescription>?,
  packetDescriptionsSizeNeededOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
  guard sbuf.formatDescription?.audio != nil else {
    return kCMSampleBufferError_InvalidMediaTypeForOperation
  }
  let packets = sbuf.packets
  let size = packets.count * MemoryLayout<AudioStreamPacketDescription>.stride
  // Safe: the pointers are nil or valid, and the size of the array is checked.
  unsafe packetDescriptionsSizeNeededOut?.pointee = size
  guard let array = unsafe packetDescriptionsOut else { return 0 }
  guard packetDescriptionsSize >= size else { return kCMSampleBufferError_ArrayTooSmall }
  for index in packets.indices { unsafe array[index] = packets[index] }
  return 0
}

/// Finds the descriptions of packets.
///
/// - Parameters:
///   - sbuf: The buffer.
///   - packetDescriptionsPointerOut: Receives the address of the descriptions, which is valid for
///     the lifetime of the buffer and a while longer; `nil` for packets of constant size.
///   - packetDescriptionsSizeOut: Receives the size of the descriptions in bytes.
/// - Returns: 0; `kCMSampleBufferError_InvalidMediaTypeForOperation` if the format is not audio.
@discardableResult
public func CMSampleBufferGetAudioStreamPacketDescriptionsPtr(
  _ sbuf: CMSampleBuffer,
  packetDescriptionsPointerOut: UnsafeMutablePointer<UnsafePointer<AudioStreamPacketDescription>?>?,
  sizeOut packetDescriptionsSizeOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
  guard sbuf.formatDescription?.audio != nil else {
    return kCMSampleBufferError_InvalidMediaTypeForOperation
  }
  let packets = sbuf.packets
  // Safe: the pointers are nil or valid.
  unsafe packetDescriptionsSizeOut?.pointee =
    packets.count * MemoryLayout<AudioStreamPacketDescription>.stride
  unsafe packetDescriptionsPointerOut?.pointee =
    packets.isEmpty
    ? nil : sbuf.packetMemory.pointer(to: AudioStreamPacketDescription.self)
  return 0
}

extension CMSampleBuffer {
  /// Copies the bytes of a list of buffers into a buffer without data, and marks them ready.
  ///
  /// - Parameters:
  ///   - bufferList: A list with one buffer, or one buffer for each separate channel.
  ///   - blockBufferMemoryAllocator: Not used.
  ///   - flags: Not used.
  /// - Throws: An error if the buffer has data, the format is not audio, or the list has too few
  ///   bytes.
  public func setDataBuffer(
    fromAudioBufferList bufferList: UnsafePointer<AudioBufferList>,
    blockBufferMemoryAllocator: CFAllocator? = nil, flags: Flags = []
  ) throws {
    try Self.check(
      unsafe CMSampleBufferSetDataBufferFromAudioBufferList(
        self, blockBufferAllocator: nil, blockBufferMemoryAllocator: blockBufferMemoryAllocator,
        flags: flags.rawValue, bufferList: bufferList))
  }

  /// Calls a function with the descriptions of packets, which are empty for packets of constant
  /// size.
  public func withUnsafeAudioStreamPacketDescriptions<R>(
    _ body: (UnsafeBufferPointer<AudioStreamPacketDescription>) throws -> R
  ) throws -> R {
    guard formatDescription?.audio != nil else { throw Error.invalidMediaTypeForOperation }
    return unsafe try packets.withUnsafeBufferPointer { unsafe try body($0) }
  }
}
