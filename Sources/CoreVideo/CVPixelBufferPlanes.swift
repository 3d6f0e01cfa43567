public import CoreAudioTypes
public import Foundation
internal import VideoFrames

/// Returns the width in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.pixels.width }

/// Returns the height in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.pixels.height
}

/// Returns the pixel format.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
  pixelBuffer.pixels.format.type
}

/// Returns the first byte of locked pixels; of the first plane, if there are several.
///
/// - Parameter pixelBuffer: The picture.
/// - Returns: The address; `nil` if the pixels are not locked.
public func CVPixelBufferGetBaseAddress(
  _ pixelBuffer: CVPixelBuffer
) -> UnsafeMutableRawPointer? {
  unsafe CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, 0)
}

/// Returns the bytes from a row to the next one; of the first plane, if there are several.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.pixels.bytesPerRow[0]
}

/// Returns the bytes of all pixels.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.pixels.byteCount
}

/// Returns whether luma and chroma have planes of their own.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool {
  pixelBuffer.pixels.format.planeCount > 1
}

/// Returns the number of planes; 0 if all channels of a pixel are together.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
  CVPixelBufferIsPlanar(pixelBuffer) ? pixelBuffer.pixels.format.planeCount : 0
}

extension CVBuffer {
  fileprivate func hasPlane(_ index: Int) -> Bool {
    index >= 0 && index < pixels.format.planeCount
  }

  fileprivate func planeSize(_ index: Int) -> (width: Int, height: Int) {
    guard hasPlane(index) else { return (0, 0) }
    return pixels.format.planeSize(index, width: pixels.width, height: pixels.height)
  }
}

/// Returns the first byte of a plane of locked pixels.
///
/// - Parameters:
///   - pixelBuffer: The picture.
///   - planeIndex: The plane, from 0.
/// - Returns: The address; `nil` if the pixels are not locked, or for a plane that does not exist.
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
  guard pixelBuffer.isLocked, pixelBuffer.hasPlane(planeIndex) else { return nil }
  return unsafe pixelBuffer.pixels.plane(planeIndex)
}

/// Returns the bytes from a row of a plane to the next one; 0 for a plane that does not exist.
public func CVPixelBufferGetBytesPerRowOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> Int {
  pixelBuffer.hasPlane(planeIndex) ? pixelBuffer.pixels.bytesPerRow[planeIndex] : 0
}

/// Returns the width of a plane in samples; 0 for a plane that does not exist.
public func CVPixelBufferGetWidthOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> Int {
  pixelBuffer.planeSize(planeIndex).width
}

/// Returns the height of a plane in rows; 0 for a plane that does not exist.
public func CVPixelBufferGetHeightOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> Int {
  pixelBuffer.planeSize(planeIndex).height
}

/// Returns the size in pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CGSize(width: imageBuffer.pixels.width, height: imageBuffer.pixels.height)
}

/// Returns the size in pixels for display.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CVImageBufferGetEncodedSize(imageBuffer)
}
