public import CoreFoundation
public import Foundation

/// Bytes of a block buffer: all of them, or a slice.
public protocol CMBlockBufferProtocol {
  /// The block buffer.
  var owner: CMBlockBuffer { get }
  /// The offset of the first byte in the block buffer.
  var startIndex: Int { get }
  /// The offset after the last byte in the block buffer.
  var endIndex: Int { get }
}

extension CMBlockBuffer: CMBlockBufferProtocol {
  /// The buffer itself.
  public var owner: CMBlockBuffer { self }
  /// 0.
  public var startIndex: Int { 0 }
  /// The number of bytes.
  public var endIndex: Int { dataLength }

  /// A range of the bytes of a block buffer.
  public struct Slice: CMBlockBufferProtocol {
    /// The block buffer.
    public let owner: CMBlockBuffer
    /// The offset of the first byte in the block buffer.
    public let startIndex: Int
    /// The offset after the last byte in the block buffer.
    public let endIndex: Int
  }
}

extension CMBlockBufferProtocol {
  /// The number of bytes.
  public var dataLength: Int { endIndex - startIndex }

  /// Whether all bytes are in one block.
  public var isContiguous: Bool {
    owner.pieces(startIndex, dataLength).map { $0.count < 2 } ?? true
  }

  /// A slice of the bytes.
  ///
  /// - Parameter bounds: Offsets in the block buffer.
  public subscript(bounds: Range<Int>) -> CMBlockBuffer.Slice {
    precondition(bounds.lowerBound >= startIndex && bounds.upperBound <= endIndex)
    return CMBlockBuffer.Slice(
      owner: owner, startIndex: bounds.lowerBound, endIndex: bounds.upperBound)
  }

  /// A slice of the bytes.
  ///
  /// - Parameter bounds: Offsets in the block buffer.
  public subscript<R: RangeExpression<Int>>(bounds: R) -> CMBlockBuffer.Slice {
    // The range is relative to the offsets of the bytes, so that an open range ends at the last
    // byte.
    self[bounds.relative(to: startIndex..<endIndex)]
  }

  /// All bytes as a slice.
  public subscript(bounds: (UnboundedRange_) -> Void) -> CMBlockBuffer.Slice {
    self[startIndex..<endIndex]
  }

  /// Returns a copy of the bytes.
  public func dataBytes() throws -> Data {
    var data = Data(capacity: dataLength)
    _ = unsafe owner.forEach(startIndex, dataLength) { unsafe data.append(contentsOf: $0) }
    return data
  }

  /// Calls a function with all bytes, which are copied if they are not in one block.
  public func withContiguousStorage<R>(
    _ body: (UnsafeRawBufferPointer) throws -> R
  ) throws -> R {
    guard let piece = owner.pieces(startIndex, dataLength)?.first, isContiguous else {
      let copy = try dataBytes()
      return unsafe try copy.withUnsafeBytes(body)
    }
    // Safe: the piece lies within the memory, which lives during the call.
    return try withExtendedLifetime(piece.memory) {
      unsafe try body(
        UnsafeRawBufferPointer(start: piece.memory.pointer + piece.offset, count: piece.length))
    }
  }

  /// Copies the first bytes of the buffer until the memory is full.
  ///
  /// - Throws: An error if the memory is larger than the data, or has no address.
  public func copyDataBytes(to destination: UnsafeMutableRawBufferPointer) throws {
    guard let start = destination.baseAddress, destination.count <= dataLength else {
      throw CMBlockBuffer.Error.badLengthParameter
    }
    try CMBlockBuffer.check(
      unsafe CMBlockBufferCopyDataBytes(
        owner, atOffset: startIndex, dataLength: destination.count, destination: start))
  }

  /// Replaces the first bytes.
  ///
  /// - Throws: An error if the new bytes are longer than the data, or have no address.
  public func replaceDataBytes(with sourceBytes: UnsafeRawBufferPointer) throws {
    guard let start = sourceBytes.baseAddress, sourceBytes.count <= dataLength else {
      throw CMBlockBuffer.Error.badLengthParameter
    }
    try CMBlockBuffer.check(
      unsafe CMBlockBufferReplaceDataBytes(
        with: start, blockBuffer: owner, offsetIntoDestination: startIndex,
        dataLength: sourceBytes.count))
  }

  /// Sets all bytes to one value.
  public func fillDataBytes(with fillByte: UInt8) throws {
    try CMBlockBuffer.check(
      CMBlockBufferFillDataBytes(
        with: CChar(bitPattern: fillByte), blockBuffer: owner, offsetIntoDestination: startIndex,
        dataLength: dataLength))
  }

  /// Makes a buffer whose bytes are in one block, which are copied only if necessary.
  ///
  /// - Parameters:
  ///   - allocator: Not used.
  ///   - flags: Options.
  /// - Returns: The buffer.
  /// - Throws: An error if the buffer is empty.
  public func makeContiguous(
    allocator: CFAllocator? = nil, flags: CMBlockBuffer.Flags = []
  ) throws -> CMBlockBuffer {
    var made: CMBlockBuffer?
    try CMBlockBuffer.check(
      unsafe CMBlockBufferCreateContiguous(
        allocator: nil, sourceBuffer: owner, blockAllocator: allocator, customBlockSource: nil,
        offsetToData: startIndex, dataLength: dataLength, flags: flags.rawValue,
        blockBufferOut: &made))
    return made ?? CMBlockBuffer()
  }

  /// Makes a buffer whose bytes are in one block, which a client allocates if they must be copied.
  ///
  /// - Parameters:
  ///   - allocator: Allocates a number of bytes.
  ///   - deallocator: Frees the bytes.
  ///   - flags: Options.
  /// - Returns: The buffer.
  /// - Throws: An error if the memory cannot be allocated, or the buffer is empty.
  public func makeContiguous(
    allocator: @escaping CMBlockBuffer.CustomBlockAllocator,
    deallocator: @escaping CMBlockBuffer.CustomBlockDeallocator, flags: CMBlockBuffer.Flags = []
  ) throws -> CMBlockBuffer {
    guard !isContiguous || flags.contains(.alwaysCopyData) else {
      return try CMBlockBuffer(bufferReference: self)
    }
    let copy = try unsafe CMBlockBuffer(
      length: dataLength, allocator: allocator, deallocator: deallocator, flags: .assureMemoryNow)
    try unsafe withContiguousStorage { unsafe try copy.replaceDataBytes(with: $0) }
    return copy
  }
}
