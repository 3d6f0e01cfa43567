public import CoreFoundation
internal import CoreAudioTypes
internal import Foundation

/// Creates a buffer without data.
///
/// - Parameters:
///   - structureAllocator: Not used.
///   - subBlockCapacity: Not used.
///   - flags: Not used.
///   - blockBufferOut: Receives the buffer.
/// - Returns: 0.
@discardableResult
public func CMBlockBufferCreateEmpty(
  allocator structureAllocator: CFAllocator?, capacity subBlockCapacity: UInt32,
  flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  // Safe: the caller guarantees that the pointer is valid.
  unsafe blockBufferOut.pointee = CMBlockBuffer()
  return kCMBlockBufferNoErr
}

/// Creates a buffer of a client's memory, or of new memory.
///
/// - Parameters:
///   - structureAllocator: Not used.
///   - memoryBlock: The memory; `nil` allocates it when it is needed.
///   - blockLength: The size of the memory in bytes.
///   - blockAllocator: With `kCFAllocatorNull`, the client keeps the memory. Otherwise, the client
///     must have allocated it with `malloc`, and the buffer frees it.
///   - customBlockSource: Functions that allocate the memory at once if `memoryBlock` is `nil`, and
///     free it; `nil` to use `blockAllocator`.
///   - offsetToData: The offset of the data in the memory.
///   - dataLength: The number of bytes of data.
///   - flags: Options.
///   - blockBufferOut: Receives the buffer.
/// - Returns: 0, or an error about the offset, the length or the source.
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
  allocator structureAllocator: CFAllocator?, memoryBlock: UnsafeMutableRawPointer?,
  blockLength: Int, blockAllocator: CFAllocator?,
  customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?,
  offsetToData: Int, dataLength: Int, flags: CMBlockBufferFlags,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  let buffer = CMBlockBuffer()
  let status = unsafe CMBlockBufferAppendMemoryBlock(
    buffer, memoryBlock: memoryBlock, length: blockLength, blockAllocator: blockAllocator,
    customBlockSource: customBlockSource, offsetToData: offsetToData, dataLength: dataLength,
    flags: flags)
  // Safe: the caller guarantees that the pointer is valid.
  if status == kCMBlockBufferNoErr { unsafe blockBufferOut.pointee = buffer }
  return status
}

/// Adds a client's memory, or new memory, to the end of a buffer.
///
/// The parameters and errors are those of `CMBlockBufferCreateWithMemoryBlock`.
@discardableResult
public func CMBlockBufferAppendMemoryBlock(
  _ theBuffer: CMBlockBuffer, memoryBlock: UnsafeMutableRawPointer?, length blockLength: Int,
  blockAllocator: CFAllocator?, customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?,
  offsetToData: Int,
  dataLength: Int, flags: CMBlockBufferFlags
) -> OSStatus {
  guard offsetToData >= 0, offsetToData <= blockLength else {
    return kCMBlockBufferBadOffsetParameterErr
  }
  guard dataLength >= 0, dataLength <= blockLength - offsetToData,
    dataLength <= Int.max - theBuffer.dataLength
  else { return kCMBlockBufferBadLengthParameterErr }
  let memory: BlockMemory
  if let source = unsafe customBlockSource {
    // Safe: the caller guarantees that the pointer is valid.
    guard let block = unsafe block(memoryBlock, blockLength, source.pointee) else {
      return kCMBlockBufferBadCustomBlockSourceErr
    }
    memory = block
  } else {
    memory = unsafe block(memoryBlock, blockLength, blockAllocator)
  }
  if flags & kCMBlockBufferAssureMemoryNowFlag != 0 { _ = unsafe memory.pointer }
  theBuffer.append(.init(memory: memory, offset: offsetToData, length: dataLength))
  return kCMBlockBufferNoErr
}

/// Memory that a client's functions allocate and free; `nil` if they cannot.
private func block(
  _ start: UnsafeMutableRawPointer?, _ length: Int, _ source: CMBlockBufferCustomBlockSource
) -> BlockMemory? {
  guard unsafe source.version == kCMBlockBufferCustomBlockSourceVersion,
    let start = unsafe start ?? source.AllocateBlock?(source.refCon, length)
  else { return nil }
  return unsafe BlockMemory(start, byteCount: length) {
    unsafe source.FreeBlock?(source.refCon, $0, length)
  }
}

/// Memory of a client, or new memory.
private func block(
  _ start: UnsafeMutableRawPointer?, _ length: Int, _ allocator: CFAllocator?
) -> BlockMemory {
  let isGiven = unsafe start != nil
  let isClients = isGiven && allocator === kCFAllocatorNull
  return unsafe BlockMemory(start, byteCount: length) { start in
    if isClients { return }
    // Safe: a client's block was allocated with `malloc`, and our own with `allocate`.
    if isGiven { unsafe free(start) } else { unsafe start.deallocate() }
  }
}

/// Creates a buffer that refers to a range of another one.
///
/// - Parameters:
///   - structureAllocator: Not used.
///   - bufferReference: The other buffer.
///   - offsetToData: The start of the range.
///   - dataLength: The length of the range; 0 for all bytes after the start.
///   - flags: Options.
///   - blockBufferOut: Receives the buffer.
/// - Returns: 0, or an error about the offset or the length.
@discardableResult
public func CMBlockBufferCreateWithBufferReference(
  allocator structureAllocator: CFAllocator?, referenceBuffer bufferReference: CMBlockBuffer,
  offsetToData: Int, dataLength: Int, flags: CMBlockBufferFlags,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  let buffer = CMBlockBuffer()
  let status = CMBlockBufferAppendBufferReference(
    buffer, targetBBuf: bufferReference, offsetToData: offsetToData, dataLength: dataLength,
    flags: flags)
  // Safe: the caller guarantees that the pointer is valid.
  if status == kCMBlockBufferNoErr { unsafe blockBufferOut.pointee = buffer }
  return status
}

/// Adds a reference to a range of another buffer.
///
/// The parameters and errors are those of `CMBlockBufferCreateWithBufferReference`.
@discardableResult
public func CMBlockBufferAppendBufferReference(
  _ theBuffer: CMBlockBuffer, targetBBuf: CMBlockBuffer, offsetToData: Int, dataLength: Int,
  flags: CMBlockBufferFlags
) -> OSStatus {
  guard offsetToData >= 0, offsetToData <= targetBBuf.dataLength else {
    return kCMBlockBufferBadOffsetParameterErr
  }
  let length = dataLength == 0 ? targetBBuf.dataLength - offsetToData : dataLength
  guard let pieces = targetBBuf.pieces(offsetToData, length),
    length <= Int.max - theBuffer.dataLength
  else { return kCMBlockBufferBadLengthParameterErr }
  if pieces.isEmpty, flags & kCMBlockBufferPermitEmptyReferenceFlag == 0 {
    return kCMBlockBufferEmptyBBufErr
  }
  for piece in pieces { theBuffer.append(piece) }
  return kCMBlockBufferNoErr
}

/// Creates a buffer whose bytes are in one block.
///
/// Bytes that are in one block already are not copied, unless the flags require it.
///
/// - Parameters:
///   - structureAllocator: Not used.
///   - sourceBuffer: The buffer with the bytes.
///   - blockAllocator: Not used.
///   - customBlockSource: Not used.
///   - offsetToData: The start of the range.
///   - dataLength: The length of the range; 0 for all bytes after the start.
///   - flags: Options.
///   - blockBufferOut: Receives the buffer.
/// - Returns: 0, or an error about the offset or the length.
@discardableResult
public func CMBlockBufferCreateContiguous(
  allocator structureAllocator: CFAllocator?, sourceBuffer: CMBlockBuffer,
  blockAllocator: CFAllocator?, customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?,
  offsetToData: Int,
  dataLength: Int, flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  let reference = CMBlockBuffer()
  let status = CMBlockBufferAppendBufferReference(
    reference, targetBBuf: sourceBuffer, offsetToData: offsetToData, dataLength: dataLength,
    flags: flags)
  guard status == kCMBlockBufferNoErr else { return status }
  let mustCopy = !reference.isContiguous || flags & kCMBlockBufferAlwaysCopyDataFlag != 0
  // Safe: the caller guarantees that the pointer is valid.
  unsafe blockBufferOut.pointee = mustCopy ? CMBlockBuffer(reference.bytes.span) : reference
  return kCMBlockBufferNoErr
}
