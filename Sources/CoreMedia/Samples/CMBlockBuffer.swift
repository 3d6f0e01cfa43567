internal import CoreAudioTypes
internal import Foundation

/// Options for block buffers.
public typealias CMBlockBufferFlags = UInt32
/// Allocates memory at once.
public let kCMBlockBufferAssureMemoryNowFlag: CMBlockBufferFlags = 1
/// Copies data instead of referring to them.
public let kCMBlockBufferAlwaysCopyDataFlag: CMBlockBufferFlags = 2
/// Keeps references to buffers that themselves consist of references; has no effect.
public let kCMBlockBufferDontOptimizeDepthFlag: CMBlockBufferFlags = 4
/// Permits references to empty buffers.
public let kCMBlockBufferPermitEmptyReferenceFlag: CMBlockBufferFlags = 8

/// Success.
public let kCMBlockBufferNoErr: OSStatus = 0
/// A structure could not be allocated.
public let kCMBlockBufferStructureAllocationFailedErr: OSStatus = -12700
/// Memory could not be allocated.
public let kCMBlockBufferBlockAllocationFailedErr: OSStatus = -12701
/// The custom source has another version, or cannot allocate.
public let kCMBlockBufferBadCustomBlockSourceErr: OSStatus = -12702
/// An offset lies outside of the data.
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12703
/// A length goes beyond the data.
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12704
/// A pointer is missing.
public let kCMBlockBufferBadPointerParameterErr: OSStatus = -12705
/// The buffer is empty.
public let kCMBlockBufferEmptyBBufErr: OSStatus = -12706
/// A block has no memory.
public let kCMBlockBufferUnallocatedBlockErr: OSStatus = -12707
/// The space is too small.
public let kCMBlockBufferInsufficientSpaceErr: OSStatus = -12708

// Unchecked: one thread appends to a buffer before other threads read it, as on Apple's systems.
/// Bytes in one or more blocks of memory, which several buffers may share.
public final class CMBlockBuffer: @unchecked Sendable {
  /// A part of a block.
  struct Piece {
    var memory: BlockMemory
    var offset: Int
    var length: Int
  }

  private(set) var pieces: [Piece] = []
  let attachmentStore = AttachmentStore()
  /// The number of bytes.
  public private(set) var dataLength = 0

  init() {}

  /// A buffer that owns memory with these bytes.
  package convenience init(_ bytes: Span<UInt8>) {
    self.init()
    let memory = BlockMemory(byteCount: bytes.count)
    // Safe: the memory has this many bytes, and no one else uses it yet.
    unsafe bytes.withUnsafeBytes { source in
      unsafe UnsafeMutableRawBufferPointer(start: memory.pointer, count: source.count)
        .copyMemory(from: source)
    }
    append(Piece(memory: memory, offset: 0, length: bytes.count))
  }

  func append(_ piece: Piece) {
    pieces.append(piece)
    dataLength += piece.length
  }

  /// The parts of blocks that hold a range; `nil` if it is not within the data.
  func pieces(_ offset: Int, _ length: Int) -> [Piece]? {
    guard offset >= 0, length >= 0, offset <= dataLength, length <= dataLength - offset else {
      return nil
    }
    var found: [Piece] = []
    var (skip, left) = (offset, length)
    for piece in pieces where left > 0 {
      if skip >= piece.length {
        skip -= piece.length
        continue
      }
      let count = min(left, piece.length - skip)
      found.append(Piece(memory: piece.memory, offset: piece.offset + skip, length: count))
      left -= count
      skip = 0
    }
    return found
  }

  /// Whether the buffer has no data.
  public var isEmpty: Bool { dataLength == 0 }

  /// Whether all bytes are in one block.
  public var isContiguous: Bool { pieces.count < 2 }

  /// Calls a function with each part of a range; returns whether the range is within the data.
  func forEach(
    _ offset: Int, _ length: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void
  ) -> Bool {
    guard let found = pieces(offset, length) else { return false }
    for piece in found {
      // Safe: the piece lies within the memory, which it keeps.
      unsafe body(
        UnsafeMutableRawBufferPointer(
          start: piece.memory.pointer + piece.offset, count: piece.length))
    }
    return true
  }

  /// A copy of the bytes.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(dataLength)
    _ = unsafe forEach(0, dataLength) { unsafe bytes.append(contentsOf: $0) }
    return bytes
  }
}
