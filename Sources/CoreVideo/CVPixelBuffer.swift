public import CoreAudioTypes
internal import Foundation
internal import Synchronization
package import VideoFrames

/// A picture in memory.
///
/// Unchecked: clients agree on who writes to the pixels, and when.
public final class CVBuffer: @unchecked Sendable {
  let pixels: PixelMemory
  /// Locks that have not been unlocked.
  private let lockCount = Mutex(0)

  init(_ pixels: PixelMemory) { self.pixels = pixels }

  /// Makes a buffer around pixels.
  package static func wrapping(_ pixels: PixelMemory) -> CVBuffer { CVBuffer(pixels) }

  /// The pixels.
  package var memory: PixelMemory { pixels }

  var isLocked: Bool { lockCount.withLock { $0 > 0 } }

  func lock() { lockCount.withLock { $0 += 1 } }

  func unlock() -> Bool {
    lockCount.withLock { count in
      guard count > 0 else { return false }
      count -= 1
      return true
    }
  }
}

extension CVBuffer: Hashable {
  /// Whether two references have the same buffer.
  public static func == (lhs: CVBuffer, rhs: CVBuffer) -> Bool { lhs === rhs }

  /// Adds the buffer to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A picture.
public typealias CVImageBuffer = CVBuffer
/// A picture in memory.
public typealias CVPixelBuffer = CVImageBuffer

/// How a client uses locked pixels.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: CVOptionFlags

  /// Makes options of their bits.
  public init(rawValue: CVOptionFlags) { self.rawValue = rawValue }

  /// The client does not write.
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

extension PixelFormat {
  /// Makes a format from the constant of Core Video; fails if the format is unsupported.
  package init?(_ type: OSType) {
    switch type {
    case kCVPixelFormatType_32BGRA: self = .bgra
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: self = .videoRange
    case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: self = .fullRange
    default: return nil
    }
  }

  /// The constant of Core Video for the format.
  package var type: OSType {
    switch self {
    case .bgra: kCVPixelFormatType_32BGRA
    case .videoRange: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    case .fullRange: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
    }
  }
}

/// Makes a black picture, which is transparent if it has an alpha channel.
///
/// - Parameters:
///   - allocator: Not used.
///   - width: The width in pixels.
///   - height: The height in pixels.
///   - pixelFormatType: The format: 32BGRA, or 420YpCbCr8BiPlanar in video or full range.
///   - pixelBufferAttributes: Ignored: all buffers are in memory.
///   - pixelBufferOut: Receives the picture.
/// - Returns: `kCVReturnSuccess`, or the reason why there is no picture.
@discardableResult
public func CVPixelBufferCreate(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ pixelBufferAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  guard let format = PixelFormat(pixelFormatType) else { return kCVReturnInvalidPixelFormat }
  guard let pixels = PixelMemory(format, width: width, height: height) else {
    return kCVReturnInvalidSize
  }
  // Safe: the caller guarantees that the pointer is valid.
  unsafe pixelBufferOut.pointee = CVBuffer(pixels)
  return kCVReturnSuccess
}

/// Makes the pixels accessible.
///
/// - Parameters:
///   - pixelBuffer: The picture.
///   - lockFlags: Whether the client only reads.
/// - Returns: `kCVReturnSuccess`.
@discardableResult
public func CVPixelBufferLockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.lock()
  return kCVReturnSuccess
}

/// Ends the access that a call of `CVPixelBufferLockBaseAddress` began.
///
/// - Parameters:
///   - pixelBuffer: The picture.
///   - unlockFlags: The same options as in the call of `CVPixelBufferLockBaseAddress`.
/// - Returns: `kCVReturnSuccess`, or `kCVReturnError` if the pixels are not locked.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.unlock() ? kCVReturnSuccess : kCVReturnError
}
