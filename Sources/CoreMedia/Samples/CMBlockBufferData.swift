/// Allocates the memory of all blocks.
@discardableResult
public func CMBlockBufferAssureBlockMemory(_ theBuffer: CMBlockBuffer) -> OSStatus {
  for piece in theBuffer.pieces { _ = unsafe piece.memory.pointer }
  return kCMBlockBufferNoErr
}

/// Finds a range of bytes, and copies it only if it is in several blocks.
///
/// - Parameters:
///   - theBuffer: The buffer.
///   - offset: The start of the range.
///   - length: Its length.
///   - temporaryBlock: Memory for the range.
///   - returnedPointerOut: Receives the address of the bytes.
/// - Returns: 0; `kCMBlockBufferBadLengthParameterErr` if the range is not within the data.
@discardableResult
public func CMBlockBufferAccessDataBytes(
  _ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int,
  temporaryBlock: UnsafeMutableRawPointer,
  returnedPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> OSStatus {
  guard let pieces = theBuffer.pieces(offset, length) else {
    return kCMBlockBufferBadLengthParameterErr
  }
  if let piece = pieces.first, pieces.count == 1 {
    // Safe: the piece lies within the memory, which the buffer keeps.
    let start = unsafe piece.memory.pointer + piece.offset
    unsafe returnedPointerOut.pointee = unsafe start.assumingMemoryBound(to: CChar.self)
    return kCMBlockBufferNoErr
  }
  unsafe returnedPointerOut.pointee = unsafe temporaryBlock.assumingMemoryBound(to: CChar.self)
  return unsafe CMBlockBufferCopyDataBytes(
    theBuffer, atOffset: offset, dataLength: length, destination: temporaryBlock)
}

/// Copies a range of bytes.
///
/// - Returns: 0; `kCMBlockBufferBadLengthParameterErr` if the range is not within the data.
@discardableResult
public func CMBlockBufferCopyDataBytes(
  _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int,
  destination: UnsafeMutableRawPointer
) -> OSStatus {
  var position = 0
  // Safe: the caller guarantees room for `dataLength` bytes.
  let isWithin = unsafe theSourceBuffer.forEach(offsetToData, dataLength) { part in
    unsafe UnsafeMutableRawBufferPointer(start: destination + position, count: part.count)
      .copyMemory(from: UnsafeRawBufferPointer(part))
    position += part.count
  }
  return isWithin ? kCMBlockBufferNoErr : kCMBlockBufferBadLengthParameterErr
}

/// Replaces a range of bytes.
///
/// - Returns: 0; `kCMBlockBufferBadLengthParameterErr` if the range is not within the data.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
  with sourceBytes: UnsafeRawPointer, blockBuffer destinationBuffer: CMBlockBuffer,
  offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
  var position = 0
  // Safe: the caller guarantees `dataLength` bytes at the source.
  let isWithin = unsafe destinationBuffer.forEach(offsetIntoDestination, dataLength) { part in
    unsafe part.copyMemory(
      from: UnsafeRawBufferPointer(start: sourceBytes + position, count: part.count))
    position += part.count
  }
  return isWithin ? kCMBlockBufferNoErr : kCMBlockBufferBadLengthParameterErr
}

/// Sets all bytes of a range to one value.
///
/// - Returns: 0; `kCMBlockBufferBadLengthParameterErr` if the range is not within the data.
@discardableResult
public func CMBlockBufferFillDataBytes(
  with fillByte: CChar, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int,
  dataLength: Int
) -> OSStatus {
  let isWithin = unsafe destinationBuffer.forEach(offsetIntoDestination, dataLength) { part in
    _ = unsafe part.initializeMemory(as: CChar.self, repeating: fillByte)
  }
  return isWithin ? kCMBlockBufferNoErr : kCMBlockBufferBadLengthParameterErr
}

/// Finds the bytes from an offset to the end of the block at this offset.
///
/// - Parameters:
///   - theBuffer: The buffer.
///   - offset: The offset.
///   - lengthAtOffsetOut: Receives the number of bytes to the end of the block.
///   - totalLengthOut: Receives the number of bytes of the buffer.
///   - dataPointerOut: Receives the address, which is valid as long as the buffer.
/// - Returns: 0; `kCMBlockBufferBadOffsetParameterErr` if the offset is not within the data.
@discardableResult
public func CMBlockBufferGetDataPointer(
  _ theBuffer: CMBlockBuffer, atOffset offset: Int, lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
  totalLengthOut: UnsafeMutablePointer<Int>?,
  dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
  guard offset >= 0, offset < theBuffer.dataLength,
    let piece = theBuffer.pieces(offset, theBuffer.dataLength - offset)?.first
  else { return kCMBlockBufferBadOffsetParameterErr }
  // Safe: the pointers are nil or valid, and the piece lies within the memory.
  unsafe lengthAtOffsetOut?.pointee = piece.length
  unsafe totalLengthOut?.pointee = theBuffer.dataLength
  if let dataPointerOut = unsafe dataPointerOut {
    let start = unsafe piece.memory.pointer + piece.offset
    unsafe dataPointerOut.pointee = unsafe start.assumingMemoryBound(to: CChar.self)
  }
  return kCMBlockBufferNoErr
}

/// Returns the number of bytes.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

/// Returns whether a range is in one block.
public func CMBlockBufferIsRangeContiguous(
  _ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int
) -> Bool {
  let length = length == 0 ? theBuffer.dataLength - offset : length
  return theBuffer.pieces(offset, length).map { $0.count < 2 } ?? false
}

/// Returns whether the buffer has no data.
public func CMBlockBufferIsEmpty(_ theBuffer: CMBlockBuffer) -> Bool { theBuffer.isEmpty }
