public import CoreAudioTypes

/// 4 bytes for each pixel: blue, green, red and alpha.
public var kCVPixelFormatType_32BGRA: OSType { 0x4247_5241 }
/// A plane of luma, and a plane of chroma pairs with half the width and height, in video range.
public var kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType { 0x3432_3076 }
/// A plane of luma, and a plane of chroma pairs with half the width and height, in full range.
public var kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType { 0x3432_3066 }

/// The pixel format, an `NSNumber` with an `OSType`.
public var kCVPixelBufferPixelFormatTypeKey: CFString { "PixelFormatType" }
/// The width in pixels, an `NSNumber`.
public var kCVPixelBufferWidthKey: CFString { "Width" }
/// The height in pixels, an `NSNumber`.
public var kCVPixelBufferHeightKey: CFString { "Height" }
/// The properties of shared surfaces, which Linux does not have; ignored.
public var kCVPixelBufferIOSurfacePropertiesKey: CFString { "IOSurfaceProperties" }
/// Whether Metal can use the pixels; ignored, because Linux has no Metal.
public var kCVPixelBufferMetalCompatibilityKey: CFString { "MetalCompatibility" }
