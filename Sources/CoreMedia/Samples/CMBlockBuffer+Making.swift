public import CoreFoundation
internal import CoreAudioTypes
internal import Foundation

extension CMBlockBuffer {
  /// Allocates a number of bytes; `nil` if it cannot.
  public typealias CustomBlockAllocator = (Int) -> UnsafeMutableRawPointer?
  /// Frees memory with a number of bytes.
  public typealias CustomBlockDeallocator = (UnsafeMutableRawPointer, Int) -> Void

  /// Makes an empty buffer.
  ///
  /// - Parameters:
  ///   - capacity: Not used.
  ///   - flags: Not used.
  /// - Throws: Nothing.
  public convenience init(capacity: Int = 0, flags: Flags = []) throws { self.init() }

  /// Makes a buffer of new memory, which is allocated when it is needed.
  ///
  /// - Parameters:
  ///   - length: The number of bytes.
  ///   - allocator: Not used.
  ///   - range: The bytes to use; `nil` for all.
  ///   - flags: Options.
  /// - Throws: An error if the range is not within the length.
  public convenience init(
    length: Int, allocator: CFAllocator? = nil, range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    self.init()
    try append(length: length, allocator: allocator, range: range, flags: flags)
  }

  /// Makes a buffer of a client's memory.
  ///
  /// - Parameters:
  ///   - buffer: The memory.
  ///   - allocator: With `kCFAllocatorNull`, the client keeps the memory. Otherwise, the client
  ///     must have allocated it with `malloc`, and the buffer frees it.
  ///   - flags: Options.
  /// - Throws: An error if the memory has no address.
  public convenience init(
    buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator? = nil, flags: Flags = []
  ) throws {
    self.init()
    try unsafe append(buffer: buffer, allocator: allocator, flags: flags)
  }

  /// Makes a buffer of memory that a client allocates at once.
  ///
  /// - Parameters:
  ///   - length: The number of bytes.
  ///   - allocator: Allocates the memory.
  ///   - deallocator: Frees the memory.
  ///   - range: The bytes to use; `nil` for all.
  ///   - flags: Options.
  /// - Throws: An error if the range is not within the length, or memory cannot be allocated.
  public convenience init(
    length: Int, allocator: @escaping CustomBlockAllocator,
    deallocator: @escaping CustomBlockDeallocator, range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    self.init()
    try unsafe append(
      length: length, allocator: allocator, deallocator: deallocator, range: range, flags: flags)
  }

  /// Makes a buffer of a client's memory.
  ///
  /// - Parameters:
  ///   - buffer: The memory.
  ///   - deallocator: Frees the memory.
  ///   - flags: Options.
  /// - Throws: An error if the memory has no address.
  public convenience init(
    buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping CustomBlockDeallocator,
    flags: Flags = []
  ) throws {
    self.init()
    try unsafe append(buffer: buffer, deallocator: deallocator, flags: flags)
  }

  /// Makes a buffer that refers to the bytes of another one.
  public convenience init<T: CMBlockBufferProtocol>(
    bufferReference: T, flags: Flags = []
  ) throws {
    self.init()
    try append(bufferReference: bufferReference, flags: flags)
  }

  // MARK: Adding

  /// Adds new memory, which is allocated when it is needed.
  public func append(
    length: Int, allocator: CFAllocator? = nil, range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    let range = range ?? 0..<max(0, length)
    try Self.check(
      CMBlockBufferAppendMemoryBlock(
        self, memoryBlock: nil, length: length, blockAllocator: allocator, customBlockSource: nil,
        offsetToData: range.lowerBound, dataLength: range.count, flags: flags.rawValue))
  }

  /// Adds a client's memory.
  public func append(
    buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator? = nil, flags: Flags = []
  ) throws {
    guard let start = buffer.baseAddress else { throw Error.badPointerParameter }
    try Self.check(
      unsafe CMBlockBufferAppendMemoryBlock(
        self, memoryBlock: start, length: buffer.count, blockAllocator: allocator,
        customBlockSource: nil, offsetToData: 0, dataLength: buffer.count, flags: flags.rawValue))
  }

  /// Adds memory that a client allocates at once.
  ///
  /// - Throws: An error if the range is not within the length, or memory cannot be allocated.
  public func append(
    length: Int, allocator: @escaping CustomBlockAllocator,
    deallocator: @escaping CustomBlockDeallocator, range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    let range = range ?? 0..<max(0, length)
    guard range.lowerBound >= 0 else { throw Error.badOffsetParameter }
    guard length >= 0, range.upperBound <= length else { throw Error.badLengthParameter }
    guard let start = unsafe allocator(length) else { throw Error.blockAllocationFailed }
    let memory = unsafe BlockMemory(start, byteCount: length) { unsafe deallocator($0, length) }
    append(Piece(memory: memory, offset: range.lowerBound, length: range.count))
  }

  /// Adds a client's memory.
  public func append(
    buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping CustomBlockDeallocator,
    flags: Flags = []
  ) throws {
    guard let start = buffer.baseAddress else { throw Error.badPointerParameter }
    let length = buffer.count
    let memory = unsafe BlockMemory(start, byteCount: length) { unsafe deallocator($0, length) }
    append(Piece(memory: memory, offset: 0, length: length))
  }

  /// Adds a reference to the bytes of another buffer.
  ///
  /// - Throws: An error if the other buffer is empty and the flags lack `permitEmptyReference`.
  public func append<T: CMBlockBufferProtocol>(bufferReference: T, flags: Flags = []) throws {
    guard bufferReference.dataLength > 0 else {
      guard flags.contains(.permitEmptyReference) else { throw Error.emptyBlockBuffer }
      return
    }
    try Self.check(
      CMBlockBufferAppendBufferReference(
        self, targetBBuf: bufferReference.owner, offsetToData: bufferReference.startIndex,
        dataLength: bufferReference.dataLength, flags: flags.rawValue))
  }

  /// Allocates the memory of all blocks.
  ///
  /// - Throws: An error if a client's memory cannot be allocated.
  public func assureBlockMemory() throws { try Self.check(CMBlockBufferAssureBlockMemory(self)) }

  /// Calls a function with the bytes from an offset to the end of the block at this offset.
  public func withUnsafeMutableBytes<R>(
    atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> R
  ) throws -> R {
    guard offset >= 0, offset < dataLength, let piece = pieces(offset, dataLength - offset)?.first
    else { throw Error.badOffsetParameter }
    // Safe: the piece lies within the memory, which lives during the call.
    return try withExtendedLifetime(piece.memory) {
      unsafe try body(
        UnsafeMutableRawBufferPointer(
          start: piece.memory.pointer + piece.offset, count: piece.length))
    }
  }
}

/// A client's functions that allocate and free the memory of blocks.
@unsafe public struct CMBlockBufferCustomBlockSource {
  /// 0.
  public var version: UInt32
  /// Allocates a number of bytes.
  public var AllocateBlock:
    (
      @convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?
    )?
  /// Frees memory with a number of bytes.
  public var FreeBlock:
    (
      @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void
    )?
  /// A pointer that the functions receive.
  public var refCon: UnsafeMutableRawPointer?

  /// Makes a source without functions.
  public init() { unsafe self.init(version: 0, AllocateBlock: nil, FreeBlock: nil, refCon: nil) }

  /// Makes a source.
  public init(
    version: UInt32,
    AllocateBlock: (@convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?,
    FreeBlock: (@convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?,
    refCon: UnsafeMutableRawPointer?
  ) {
    unsafe self.version = version
    unsafe self.AllocateBlock = unsafe AllocateBlock
    unsafe self.FreeBlock = unsafe FreeBlock
    unsafe self.refCon = unsafe refCon
  }
}

/// The version of `CMBlockBufferCustomBlockSource`.
public let kCMBlockBufferCustomBlockSourceVersion: UInt32 = 0
