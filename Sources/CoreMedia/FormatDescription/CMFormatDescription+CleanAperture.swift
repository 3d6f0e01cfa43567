internal import CCoreMedia
public import CoreFoundation
public import Foundation

/// The part of stored pictures that is shown, a dictionary.
public var kCMFormatDescriptionExtension_CleanAperture: CFString { "CVCleanAperture" }
/// The width of the part in stored pixels, an `NSNumber`.
public var kCMFormatDescriptionKey_CleanApertureWidth: CFString { "Width" }
/// The height of the part, an `NSNumber`.
public var kCMFormatDescriptionKey_CleanApertureHeight: CFString { "Height" }
/// How far the center of the part is to the right of the picture's center, an `NSNumber`.
public var kCMFormatDescriptionKey_CleanApertureHorizontalOffset: CFString { "HorizontalOffset" }
/// How far the center of the part is below the picture's center, an `NSNumber`.
public var kCMFormatDescriptionKey_CleanApertureVerticalOffset: CFString { "VerticalOffset" }

extension CMFormatDescription {
  /// Returns the part of stored pictures that is shown, without their edges.
  ///
  /// - Parameter originIsAtTopLeft: Whether the rectangle's origin is its upper left corner, and
  ///   not the lower one.
  /// - Returns: The part in stored pixels; the whole picture if none is stated.
  public func cleanAperture(originIsAtTopLeft: Bool) -> CGRect {
    let whole = CGRect(
      x: 0, y: 0, width: Double(dimensions.width), height: Double(dimensions.height))
    let value = dictionary?.object(forKey: kCMFormatDescriptionExtension_CleanAperture)
    func number(_ key: CFString) -> Double {
      ((value as? NSDictionary)?.object(forKey: key) as? NSNumber)?.doubleValue ?? 0
    }
    let width = number(kCMFormatDescriptionKey_CleanApertureWidth)
    let height = number(kCMFormatDescriptionKey_CleanApertureHeight)
    guard width > 0, height > 0 else { return whole }
    let below = number(kCMFormatDescriptionKey_CleanApertureVerticalOffset)
    return CGRect(
      x: (whole.width - width) / 2 + number(kCMFormatDescriptionKey_CleanApertureHorizontalOffset),
      y: (whole.height - height) / 2 + (originIsAtTopLeft ? below : -below), width: width,
      height: height)
  }
}

/// Returns the part of stored pictures that is shown, without their edges.
///
/// - Parameters:
///   - videoDesc: The description.
///   - originIsAtTopLeft: Whether the rectangle's origin is its upper left corner, and not
///     the lower one.
/// - Returns: The part in stored pixels; the whole picture if none is stated.
public func CMVideoFormatDescriptionGetCleanAperture(
  _ videoDesc: CMVideoFormatDescription, originIsAtTopLeft: Bool
) -> CGRect { videoDesc.cleanAperture(originIsAtTopLeft: originIsAtTopLeft) }
