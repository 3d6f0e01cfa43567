internal import CoreAudioTypes
public import Foundation

extension CMBlockBuffer {
  /// The errors of block buffers.
  public struct Error {
    /// A structure could not be allocated.
    public static let structureAllocationFailed = error(kCMBlockBufferStructureAllocationFailedErr)
    /// Memory could not be allocated.
    public static let blockAllocationFailed = error(kCMBlockBufferBlockAllocationFailedErr)
    /// The custom source has another version, or cannot allocate.
    public static let badCustomBlockSource = error(kCMBlockBufferBadCustomBlockSourceErr)
    /// An offset lies outside of the data.
    public static let badOffsetParameter = error(kCMBlockBufferBadOffsetParameterErr)
    /// A length goes beyond the data.
    public static let badLengthParameter = error(kCMBlockBufferBadLengthParameterErr)
    /// A pointer is missing.
    public static let badPointerParameter = error(kCMBlockBufferBadPointerParameterErr)
    /// The buffer is empty.
    public static let emptyBlockBuffer = error(kCMBlockBufferEmptyBBufErr)
    /// A block has no memory.
    public static let unallocatedBlock = error(kCMBlockBufferUnallocatedBlockErr)
    /// The space is too small.
    public static let insufficientSpace = error(kCMBlockBufferInsufficientSpaceErr)
  }

  static func error(_ status: OSStatus) -> NSError {
    NSError(domain: NSOSStatusErrorDomain, code: Int(status))
  }

  /// Throws the error of a status other than 0.
  static func check(_ status: OSStatus) throws {
    if status != kCMBlockBufferNoErr { throw error(status) }
  }

  /// Options for block buffers.
  public struct Flags: OptionSet, Sendable {
    /// The bits of `CMBlockBufferFlags`.
    public let rawValue: CMBlockBufferFlags

    /// Makes options from bits.
    public init(rawValue: CMBlockBufferFlags) { self.rawValue = rawValue }

    /// Allocates memory at once.
    public static let assureMemoryNow = Flags(rawValue: kCMBlockBufferAssureMemoryNowFlag)
    /// Copies data instead of referring to them.
    public static let alwaysCopyData = Flags(rawValue: kCMBlockBufferAlwaysCopyDataFlag)
    /// Keeps references to buffers that themselves consist of references; has no effect.
    public static let dontOptimizeDepth = Flags(rawValue: kCMBlockBufferDontOptimizeDepthFlag)
    /// Permits references to empty buffers.
    public static let permitEmptyReference = Flags(
      rawValue: kCMBlockBufferPermitEmptyReferenceFlag)
  }
}
