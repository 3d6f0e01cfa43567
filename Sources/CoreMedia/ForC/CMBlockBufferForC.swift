internal import CoreFoundation
internal import Foundation

// The C entry points, which take references. Null for an object returns 0 or an error.

private func buffer(_ reference: UnsafeRawPointer?) -> CMBlockBuffer? {
  unsafe CoreFoundationReference.object(reference, as: CMBlockBuffer.self)
}

private func allocator(_ reference: UnsafeRawPointer?) -> CFAllocator? {
  unsafe CoreFoundationReference.object(reference, as: CFAllocator.self)
}

/// Binds a client's source of blocks, which has the same layout in C.
private func source(
  _ pointer: UnsafeRawPointer?
) -> UnsafePointer<CMBlockBufferCustomBlockSource>? {
  unsafe pointer?.assumingMemoryBound(to: CMBlockBufferCustomBlockSource.self)
}

@c(CMBlockBufferCreateEmpty)
package func CMBlockBufferCreateEmptyForC(
  _ structureAllocator: UnsafeRawPointer?, _ capacity: UInt32, _ flags: UInt32,
  _ output: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  unsafe CoreFoundationReference.store(
    in: output, orFail: kCMBlockBufferBadPointerParameterErr
  ) { made in
    unsafe CMBlockBufferCreateEmpty(
      allocator: nil, capacity: capacity, flags: flags, blockBufferOut: &made)
  }
}

@c(CMBlockBufferCreateWithMemoryBlock)
package func CMBlockBufferCreateWithMemoryBlockForC(
  _ structureAllocator: UnsafeRawPointer?, _ memory: UnsafeMutableRawPointer?, _ length: Int,
  _ blockAllocator: UnsafeRawPointer?, _ custom: UnsafeRawPointer?, _ offset: Int,
  _ dataLength: Int, _ flags: UInt32, _ output: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  unsafe CoreFoundationReference.store(
    in: output, orFail: kCMBlockBufferBadPointerParameterErr
  ) { made in
    unsafe CMBlockBufferCreateWithMemoryBlock(
      allocator: nil, memoryBlock: memory, blockLength: length,
      blockAllocator: allocator(blockAllocator), customBlockSource: source(custom),
      offsetToData: offset, dataLength: dataLength, flags: flags, blockBufferOut: &made)
  }
}

@c(CMBlockBufferCreateWithBufferReference)
package func CMBlockBufferCreateWithBufferReferenceForC(
  _ structureAllocator: UnsafeRawPointer?, _ reference: UnsafeRawPointer?, _ offset: Int,
  _ length: Int, _ flags: UInt32, _ output: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  guard let source = unsafe buffer(reference) else { return kCMBlockBufferBadPointerParameterErr }
  return unsafe CoreFoundationReference.store(
    in: output, orFail: kCMBlockBufferBadPointerParameterErr
  ) { made in
    unsafe CMBlockBufferCreateWithBufferReference(
      allocator: nil, referenceBuffer: source, offsetToData: offset, dataLength: length,
      flags: flags, blockBufferOut: &made)
  }
}

@c(CMBlockBufferCreateContiguous)
package func CMBlockBufferCreateContiguousForC(
  _ structureAllocator: UnsafeRawPointer?, _ reference: UnsafeRawPointer?,
  _ blockAllocator: UnsafeRawPointer?, _ custom: UnsafeRawPointer?, _ offset: Int,
  _ length: Int, _ flags: UInt32, _ output: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  guard let from = unsafe buffer(reference) else { return kCMBlockBufferBadPointerParameterErr }
  return unsafe CoreFoundationReference.store(
    in: output, orFail: kCMBlockBufferBadPointerParameterErr
  ) { made in
    unsafe CMBlockBufferCreateContiguous(
      allocator: nil, sourceBuffer: from, blockAllocator: allocator(blockAllocator),
      customBlockSource: source(custom), offsetToData: offset, dataLength: length, flags: flags,
      blockBufferOut: &made)
  }
}

@c(CMBlockBufferAppendMemoryBlock)
package func CMBlockBufferAppendMemoryBlockForC(
  _ reference: UnsafeRawPointer?, _ memory: UnsafeMutableRawPointer?, _ length: Int,
  _ blockAllocator: UnsafeRawPointer?, _ custom: UnsafeRawPointer?, _ offset: Int,
  _ dataLength: Int, _ flags: UInt32
) -> Int32 {
  guard let target = unsafe buffer(reference) else { return kCMBlockBufferBadPointerParameterErr }
  return unsafe CMBlockBufferAppendMemoryBlock(
    target, memoryBlock: memory, length: length, blockAllocator: allocator(blockAllocator),
    customBlockSource: source(custom), offsetToData: offset, dataLength: dataLength, flags: flags)
}

@c(CMBlockBufferAppendBufferReference)
package func CMBlockBufferAppendBufferReferenceForC(
  _ reference: UnsafeRawPointer?, _ added: UnsafeRawPointer?, _ offset: Int, _ length: Int,
  _ flags: UInt32
) -> Int32 {
  guard let target = unsafe buffer(reference), let added = unsafe buffer(added) else {
    return kCMBlockBufferBadPointerParameterErr
  }
  return CMBlockBufferAppendBufferReference(
    target, targetBBuf: added, offsetToData: offset, dataLength: length, flags: flags)
}

@c(CMBlockBufferAssureBlockMemory)
package func CMBlockBufferAssureBlockMemoryForC(_ reference: UnsafeRawPointer?) -> Int32 {
  unsafe buffer(reference).map { CMBlockBufferAssureBlockMemory($0) }
    ?? kCMBlockBufferBadPointerParameterErr
}

// MARK: - Bytes

@c(CMBlockBufferAccessDataBytes)
package func CMBlockBufferAccessDataBytesForC(
  _ reference: UnsafeRawPointer?, _ offset: Int, _ length: Int,
  _ temporary: UnsafeMutableRawPointer?,
  _ output: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  guard let source = unsafe buffer(reference), let temporary = unsafe temporary,
    let output = unsafe output
  else { return kCMBlockBufferBadPointerParameterErr }
  return unsafe CMBlockBufferAccessDataBytes(
    source, atOffset: offset, length: length, temporaryBlock: temporary,
    returnedPointerOut: output)
}

@c(CMBlockBufferCopyDataBytes)
package func CMBlockBufferCopyDataBytesForC(
  _ reference: UnsafeRawPointer?, _ offset: Int, _ length: Int,
  _ destination: UnsafeMutableRawPointer?
) -> Int32 {
  guard let source = unsafe buffer(reference), let destination = unsafe destination else {
    return kCMBlockBufferBadPointerParameterErr
  }
  return unsafe CMBlockBufferCopyDataBytes(
    source, atOffset: offset, dataLength: length, destination: destination)
}

@c(CMBlockBufferReplaceDataBytes)
package func CMBlockBufferReplaceDataBytesForC(
  _ bytes: UnsafeRawPointer?, _ reference: UnsafeRawPointer?, _ offset: Int, _ length: Int
) -> Int32 {
  guard let target = unsafe buffer(reference), let bytes = unsafe bytes else {
    return kCMBlockBufferBadPointerParameterErr
  }
  return unsafe CMBlockBufferReplaceDataBytes(
    with: bytes, blockBuffer: target, offsetIntoDestination: offset, dataLength: length)
}

@c(CMBlockBufferFillDataBytes)
package func CMBlockBufferFillDataBytesForC(
  _ byte: CChar, _ reference: UnsafeRawPointer?, _ offset: Int, _ length: Int
) -> Int32 {
  guard let target = unsafe buffer(reference) else { return kCMBlockBufferBadPointerParameterErr }
  return CMBlockBufferFillDataBytes(
    with: byte, blockBuffer: target, offsetIntoDestination: offset, dataLength: length)
}

@c(CMBlockBufferGetDataPointer)
package func CMBlockBufferGetDataPointerForC(
  _ reference: UnsafeRawPointer?, _ offset: Int, _ length: UnsafeMutablePointer<Int>?,
  _ total: UnsafeMutablePointer<Int>?,
  _ output: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  guard let source = unsafe buffer(reference) else { return kCMBlockBufferBadPointerParameterErr }
  return unsafe CMBlockBufferGetDataPointer(
    source, atOffset: offset, lengthAtOffsetOut: length, totalLengthOut: total,
    dataPointerOut: output)
}

@c(CMBlockBufferGetDataLength)
package func CMBlockBufferGetDataLengthForC(_ reference: UnsafeRawPointer?) -> Int {
  unsafe buffer(reference)?.dataLength ?? 0
}

@c(CMBlockBufferIsRangeContiguous)
package func CMBlockBufferIsRangeContiguousForC(
  _ reference: UnsafeRawPointer?, _ offset: Int, _ length: Int
) -> Bool {
  unsafe buffer(reference).map {
    CMBlockBufferIsRangeContiguous($0, atOffset: offset, length: length)
  } ?? false
}

@c(CMBlockBufferIsEmpty)
package func CMBlockBufferIsEmptyForC(_ reference: UnsafeRawPointer?) -> Bool {
  unsafe buffer(reference)?.isEmpty ?? true
}
