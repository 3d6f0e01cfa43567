internal import CCoreMedia
public import CoreFoundation
public import CoreVideo
internal import Foundation

extension CMSampleBuffer {
  /// Makes a buffer of a picture.
  ///
  /// - Parameters:
  ///   - imageBuffer: The picture.
  ///   - formatDescription: The format of the picture.
  ///   - sampleTiming: The times of the picture.
  /// - Throws: `invalidMediaFormat` if the picture has another format or size.
  public convenience init(
    imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
    sampleTiming: CMSampleTimingInfo
  ) throws {
    guard formatDescription.matchesImageBuffer(imageBuffer) else {
      throw Error.invalidMediaFormat
    }
    self.init(
      nil, isReady: true, format: formatDescription, (1, [sampleTiming], [], []),
      image: imageBuffer)
  }
}

/// Returns the picture of a sample buffer; `nil` for other media.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? {
  sbuf.imageBuffer
}

/// Makes a sample buffer of a picture.
///
/// - Parameters:
///   - allocator: Not used.
///   - imageBuffer: The picture.
///   - formatDescription: The format of the picture.
///   - sampleTiming: The times of the picture.
///   - sampleBufferOut: Receives the buffer.
/// - Returns: 0; `kCMSampleBufferError_InvalidMediaFormat` if the picture has another format or
///   size.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer,
  formatDescription: CMVideoFormatDescription, sampleTiming: UnsafePointer<CMSampleTimingInfo>,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  // Safe: the caller guarantees that the pointers are valid.
  let timing = unsafe sampleTiming.pointee
  guard
    let made = try? CMSampleBuffer(
      imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: timing)
  else { return kCMSampleBufferError_InvalidMediaFormat }
  unsafe sampleBufferOut.pointee = made
  return 0
}
