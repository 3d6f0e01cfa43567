public import CCoreMedia
public import CoreAudioTypes
public import CoreFoundation
internal import Foundation

// Audio in lists of buffers.

/// Fills a list with the bytes of linear PCM or of packets, and returns the block buffer that owns
/// them.
///
/// Interleaved frames and packets are in one buffer of the list. Separate channels have one buffer
/// each.
///
/// - Parameters:
///   - sbuf: The sample buffer.
///   - bufferListSizeNeededOut: Receives the size of the list in bytes.
///   - bufferListOut: Receives the list; `nil` to ask only for the size.
///   - bufferListSize: The size of the memory for the list in bytes.
///   - blockBufferStructureAllocator: Not used.
///   - blockBufferBlockAllocator: Not used.
///   - flags: Not used; buffers are aligned if their sizes permit it.
///   - blockBufferOut: Receives the block buffer, which must live as long as the list is used.
/// - Returns: 0; `kCMSampleBufferError_ArrayTooSmall` if the memory for the list is too small;
///   `kCMSampleBufferError_InvalidMediaTypeForOperation` if the format is not audio;
///   `kCMSampleBufferError_BufferNotReady` without data.
@discardableResult
public func CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
  _ sbuf: CMSampleBuffer, bufferListSizeNeededOut: UnsafeMutablePointer<Int>?,
  bufferListOut: UnsafeMutablePointer<AudioBufferList>?, bufferListSize: Int,
  blockBufferAllocator blockBufferStructureAllocator: CFAllocator?,
  blockBufferMemoryAllocator blockBufferBlockAllocator: CFAllocator?, flags: UInt32,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>?
) -> OSStatus {
  guard let format = sbuf.formatDescription?.audio?.format else {
    return kCMSampleBufferError_InvalidMediaTypeForOperation
  }
  let isSeparate =
    format.mFormatID == kAudioFormatLinearPCM
    && format.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
  let count = isSeparate ? max(1, Int(format.mChannelsPerFrame)) : 1
  let needed = AudioBufferList.sizeInBytes(maximumBuffers: count)
  // Safe: the pointers are nil or valid, and the size of the list is checked.
  unsafe bufferListSizeNeededOut?.pointee = needed
  guard let list = unsafe bufferListOut else { return 0 }
  guard bufferListSize >= needed else { return kCMSampleBufferError_ArrayTooSmall }
  guard let data = sbuf.dataBuffer, CMSampleBufferDataIsReady(sbuf) else {
    return kCMSampleBufferError_BufferNotReady
  }
  let block = data.isContiguous ? data : CMBlockBuffer(data.bytes.span)
  let buffers = unsafe UnsafeMutableAudioBufferListPointer(list)
  unsafe list.pointee.mNumberBuffers = UInt32(count)
  let length = block.dataLength / count
  for index in 0..<count {
    let start = unsafe block.pieces(index * length, length)?.first.map {
      unsafe $0.memory.pointer + $0.offset
    }
    unsafe buffers[index] = unsafe AudioBuffer(
      mNumberChannels: isSeparate ? 1 : format.mChannelsPerFrame,
      mDataByteSize: UInt32(clamping: length), mData: start)
  }
  unsafe blockBufferOut?.pointee = block
  return 0
}

/// Copies frames of linear PCM into a list of buffers of the same format.
///
/// - Returns: 0; `kCMSampleBufferError_InvalidMediaTypeForOperation` if the format is not linear
///   PCM; `kCMSampleBufferError_SampleIndexOutOfRange` if the frames are not in the sample buffer;
///   `kCMSampleBufferError_BufferNotReady` without data; `kCMSampleBufferError_ArrayTooSmall` if
///   the buffers are too small.
@discardableResult
public func CMSampleBufferCopyPCMDataIntoAudioBufferList(
  _ sbuf: CMSampleBuffer, at frameOffset: Int32, frameCount numFrames: Int32,
  into bufferList: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  guard let format = sbuf.formatDescription?.audio?.format,
    format.mFormatID == kAudioFormatLinearPCM, format.mBytesPerFrame > 0
  else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
  guard frameOffset >= 0, numFrames >= 0, Int(frameOffset) + Int(numFrames) <= sbuf.numSamples
  else { return kCMSampleBufferError_SampleIndexOutOfRange }
  guard let data = sbuf.dataBuffer else { return kCMSampleBufferError_BufferNotReady }
  let width = Int(format.mBytesPerFrame)
  let isSeparate = format.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
  let count = isSeparate ? Int(format.mChannelsPerFrame) : 1
  let buffers = unsafe UnsafeMutableAudioBufferListPointer(bufferList)
  guard unsafe buffers.count >= count else { return kCMSampleBufferError_ArrayTooSmall }
  let plane = data.dataLength / max(1, count)
  for index in 0..<count {
    let length = Int(numFrames) * width
    guard let target = unsafe buffers[index].mData,
      unsafe Int(buffers[index].mDataByteSize) >= length
    else { return kCMSampleBufferError_ArrayTooSmall }
    // Safe: the buffer has room for these bytes.
    let status = unsafe CMBlockBufferCopyDataBytes(
      data, atOffset: index * plane + Int(frameOffset) * width, dataLength: length,
      destination: target)
    guard status == 0 else { return kCMSampleBufferError_InvalidSampleData }
  }
  return 0
}

extension CMSampleBuffer {
  /// Copies frames of linear PCM into a list of buffers of the same format.
  public func copyPCMData(
    fromRange range: Range<Int>, into bufferList: UnsafeMutablePointer<AudioBufferList>
  ) throws {
    let status = unsafe CMSampleBufferCopyPCMDataIntoAudioBufferList(
      self, at: Int32(clamping: range.lowerBound), frameCount: Int32(clamping: range.count),
      into: bufferList)
    if status != 0 { throw Self.error(status) }
  }

  /// Calls a function with a list of the bytes, and the block buffer that owns the bytes.
  ///
  /// - Parameters:
  ///   - blockBufferMemoryAllocator: Not used.
  ///   - flags: Not used; buffers are aligned if their sizes permit it.
  ///   - body: The function.
  /// - Returns: The result of the function.
  /// - Throws: The error of the function, or an error if the format is not audio or the data are
  ///   not ready.
  public func withAudioBufferList<R>(
    blockBufferMemoryAllocator: CFAllocator? = nil, flags: Flags = [],
    body: (UnsafeMutableAudioBufferListPointer, CMBlockBuffer) throws -> R
  ) throws -> R {
    var size = 0
    _ = unsafe CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
      self, bufferListSizeNeededOut: &size, bufferListOut: nil, bufferListSize: 0,
      blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0, blockBufferOut: nil)
    let count = max(1, (size - MemoryLayout<AudioBufferList>.size) / 16 + 1)
    let list = unsafe AudioBufferList.allocate(maximumBuffers: count)
    // Safe: the list is allocated here, as the function requires.
    defer { unsafe free(list.unsafeMutablePointer) }
    var block: CMBlockBuffer?
    let status = unsafe CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
      self, bufferListSizeNeededOut: nil, bufferListOut: list.unsafeMutablePointer,
      bufferListSize: size, blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0,
      blockBufferOut: &block)
    guard status == 0, let block else { throw Self.error(status) }
    return unsafe try body(list, block)
  }
}
