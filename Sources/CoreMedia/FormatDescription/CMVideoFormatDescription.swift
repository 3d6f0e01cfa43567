internal import CCoreMedia
public import CoreFoundation
public import CoreVideo
public import Foundation

/// The description of a format of pictures.
public typealias CMVideoFormatDescription = CMFormatDescription
/// The codec of pictures.
public typealias CMVideoCodecType = FourCharCode
/// The format of pixels.
public typealias CMPixelFormatType = FourCharCode

/// The size of pictures in stored pixels.
public struct CMVideoDimensions: Sendable, Equatable, Hashable {
  /// The width.
  public var width: Int32
  /// The height.
  public var height: Int32

  /// Makes a size of 0 pixels.
  public init() { self.init(width: 0, height: 0) }

  /// Makes a size.
  public init(width: Int32, height: Int32) { (self.width, self.height) = (width, height) }
}

/// The width of a pixel relative to its height, a dictionary.
public var kCMFormatDescriptionExtension_PixelAspectRatio: CFString { "CVPixelAspectRatio" }
/// The relative width of a pixel, an `NSNumber`.
public var kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: CFString {
  "HorizontalSpacing"
}
/// The relative height of a pixel, an `NSNumber`.
public var kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: CFString { "VerticalSpacing" }

extension CMFormatDescription {
  /// Makes a description of pictures.
  ///
  /// - Parameters:
  ///   - videoCodecType: The codec.
  ///   - width: The width in stored pixels.
  ///   - height: The height in stored pixels.
  ///   - extensions: Any other properties.
  package convenience init(
    videoCodecType: CMVideoCodecType, width: Int, height: Int, extensions: CFDictionary? = nil
  ) {
    self.init(
      type: kCMMediaType_Video, subType: videoCodecType, extensions: extensions,
      dimensions: CMVideoDimensions(
        width: Int32(clamping: width), height: Int32(clamping: height)))
  }

  /// Makes a description of the pixels of a picture.
  ///
  /// - Parameter imageBuffer: The picture.
  /// - Throws: Nothing; Apple's declaration also throws.
  public convenience init(imageBuffer: CVImageBuffer) throws {
    self.init(
      videoCodecType: CVPixelBufferGetPixelFormatType(imageBuffer),
      width: CVPixelBufferGetWidth(imageBuffer), height: CVPixelBufferGetHeight(imageBuffer))
  }

  /// The size in stored pixels; 0 for other media than pictures.
  public var dimensions: CMVideoDimensions { storedDimensions ?? CMVideoDimensions() }

  /// Returns the size of the picture for display.
  ///
  /// - Parameters:
  ///   - usePixelAspectRatio: Whether the width is multiplied by the aspect ratio of the pixels.
  ///   - useCleanAperture: Whether the edges outside the clean aperture are cut off.
  /// - Returns: The size in pixels.
  public func presentationDimensions(
    usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true
  ) -> CGSize {
    var size = CGSize(width: Double(dimensions.width), height: Double(dimensions.height))
    if useCleanAperture { size = cleanAperture(originIsAtTopLeft: true).size }
    if usePixelAspectRatio { size.width *= pixelAspect }
    return size
  }

  private var pixelAspect: Double {
    let value = dictionary?.object(forKey: kCMFormatDescriptionExtension_PixelAspectRatio)
    func number(_ key: CFString) -> Double {
      ((value as? NSDictionary)?.object(forKey: key) as? NSNumber)?.doubleValue ?? 0
    }
    let width = number(kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing)
    let height = number(kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing)
    return width > 0 && height > 0 ? width / height : 1
  }

  /// Whether a picture has this format and size.
  public func matchesImageBuffer(_ imageBuffer: CVImageBuffer) -> Bool {
    guard let description = try? CMFormatDescription(imageBuffer: imageBuffer) else {
      return false
    }
    return type == kCMMediaType_Video && subType == description.subType
      && dimensions == description.dimensions
  }
}

/// Makes a description of pictures.
///
/// - Parameters:
///   - allocator: Not used.
///   - codecType: The codec.
///   - width: The width in stored pixels.
///   - height: The height in stored pixels.
///   - extensions: Any other properties, which are copied.
///   - formatDescriptionOut: Receives the description.
/// - Returns: 0.
@discardableResult
public func CMVideoFormatDescriptionCreate(
  allocator: CFAllocator?, codecType: CMVideoCodecType, width: Int32, height: Int32,
  extensions: CFDictionary?, formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  // Safe: the caller guarantees that the pointer is valid.
  unsafe formatDescriptionOut.pointee = CMFormatDescription(
    videoCodecType: codecType, width: Int(width), height: Int(height), extensions: extensions)
  return noErr
}

/// Makes a description of the pixels of a picture.
///
/// - Parameters:
///   - allocator: Not used.
///   - imageBuffer: The picture.
///   - formatDescriptionOut: Receives the description.
/// - Returns: 0.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  // Safe: the caller guarantees that the pointer is valid.
  unsafe formatDescriptionOut.pointee = try? CMFormatDescription(imageBuffer: imageBuffer)
  return noErr
}

/// Returns the size in stored pixels; 0 for other media than pictures.
public func CMVideoFormatDescriptionGetDimensions(
  _ videoDesc: CMVideoFormatDescription
) -> CMVideoDimensions { videoDesc.dimensions }

/// Returns the size of the picture for display.
///
/// - Parameters:
///   - videoDesc: The description.
///   - usePixelAspectRatio: Whether the width is multiplied by the aspect ratio of the pixels.
///   - useCleanAperture: Whether the edges outside the clean aperture are cut off.
/// - Returns: The size in pixels.
public func CMVideoFormatDescriptionGetPresentationDimensions(
  _ videoDesc: CMVideoFormatDescription, usePixelAspectRatio: Bool, useCleanAperture: Bool
) -> CGSize {
  videoDesc.presentationDimensions(
    usePixelAspectRatio: usePixelAspectRatio, useCleanAperture: useCleanAperture)
}

/// Returns whether a picture has the format and the size of a description.
public func CMVideoFormatDescriptionMatchesImageBuffer(
  _ desc: CMVideoFormatDescription, imageBuffer: CVImageBuffer
) -> Bool { desc.matchesImageBuffer(imageBuffer) }
