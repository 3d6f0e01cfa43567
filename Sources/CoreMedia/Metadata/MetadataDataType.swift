public import CoreFoundation
internal import Foundation

// The types of metadata values.

/// Bytes without a known meaning.
public var kCMMetadataBaseDataType_RawData: CFString {
  "com.apple.metadata.datatype.raw-data"
}
/// Text in UTF-8.
public var kCMMetadataBaseDataType_UTF8: CFString {
  "com.apple.metadata.datatype.UTF-8"
}
/// Text in UTF-16, most significant byte first.
public var kCMMetadataBaseDataType_UTF16: CFString {
  "com.apple.metadata.datatype.UTF-16"
}
/// A GIF picture.
public var kCMMetadataBaseDataType_GIF: CFString {
  "com.apple.metadata.datatype.GIF"
}
/// A JPEG picture.
public var kCMMetadataBaseDataType_JPEG: CFString {
  "com.apple.metadata.datatype.JPEG"
}
/// A PNG picture.
public var kCMMetadataBaseDataType_PNG: CFString {
  "com.apple.metadata.datatype.PNG"
}
/// A BMP picture.
public var kCMMetadataBaseDataType_BMP: CFString {
  "com.apple.metadata.datatype.BMP"
}
/// A 32-bit floating-point number.
public var kCMMetadataBaseDataType_Float32: CFString {
  "com.apple.metadata.datatype.float32"
}
/// A 64-bit floating-point number.
public var kCMMetadataBaseDataType_Float64: CFString {
  "com.apple.metadata.datatype.float64"
}
/// An 8-bit signed integer.
public var kCMMetadataBaseDataType_SInt8: CFString {
  "com.apple.metadata.datatype.int8"
}
/// A 16-bit signed integer.
public var kCMMetadataBaseDataType_SInt16: CFString {
  "com.apple.metadata.datatype.int16"
}
/// A 32-bit signed integer.
public var kCMMetadataBaseDataType_SInt32: CFString {
  "com.apple.metadata.datatype.int32"
}
/// A 64-bit signed integer.
public var kCMMetadataBaseDataType_SInt64: CFString {
  "com.apple.metadata.datatype.int64"
}
/// An 8-bit unsigned integer.
public var kCMMetadataBaseDataType_UInt8: CFString {
  "com.apple.metadata.datatype.uint8"
}
/// A 16-bit unsigned integer.
public var kCMMetadataBaseDataType_UInt16: CFString {
  "com.apple.metadata.datatype.uint16"
}
/// A 32-bit unsigned integer.
public var kCMMetadataBaseDataType_UInt32: CFString {
  "com.apple.metadata.datatype.uint32"
}
/// A 64-bit unsigned integer.
public var kCMMetadataBaseDataType_UInt64: CFString {
  "com.apple.metadata.datatype.uint64"
}
/// A point of two 32-bit numbers.
public var kCMMetadataBaseDataType_PointF32: CFString {
  "com.apple.metadata.datatype.pointF32"
}
/// A width and a height of 32 bits.
public var kCMMetadataBaseDataType_DimensionsF32: CFString {
  "com.apple.metadata.datatype.dimensionsF32"
}
/// A rectangle of four 32-bit numbers.
public var kCMMetadataBaseDataType_RectF32: CFString {
  "com.apple.metadata.datatype.rectF32"
}
/// A matrix of nine 64-bit numbers.
public var kCMMetadataBaseDataType_AffineTransformF64: CFString {
  "com.apple.metadata.datatype.affine-transformF64"
}
/// The corners of a polygon, in 32-bit numbers.
public var kCMMetadataBaseDataType_PolygonF32: CFString {
  "com.apple.metadata.datatype.polygonF32"
}
/// The points of a line, in 32-bit numbers.
public var kCMMetadataBaseDataType_PolylineF32: CFString {
  "com.apple.metadata.datatype.polylineF32"
}
/// Text in JSON.
public var kCMMetadataBaseDataType_JSON: CFString {
  "com.apple.metadata.datatype.json"
}
/// A matrix of a perspective, in 64-bit numbers.
public var kCMMetadataBaseDataType_PerspectiveTransformF64: CFString {
  "com.apple.metadata.datatype.perspective-transformF64"
}

/// The types of values in files.
package enum MetadataDataType {
  private static let prefix = "com.apple.metadata.datatype."

  /// The numbers of the types, without the prefix.
  ///
  /// Source: *QuickTime File Format*, "Well-Known Types".
  private static let numbers: [String: UInt32] = [
    "raw-data": 0, "UTF-8": 1, "UTF-16": 2, "GIF": 12, "JPEG": 13, "PNG": 14, "BMP": 27,
    "float32": 23, "float64": 24, "int8": 65, "int16": 66, "int32": 67, "int64": 74, "uint8": 75,
    "uint16": 76, "uint32": 77, "uint64": 78, "pointF32": 70, "dimensionsF32": 71, "rectF32": 72,
    "affine-transformF64": 79,
  ]

  /// The types without a number.
  private static let unnumbered = [
    "polygonF32", "polylineF32", "json", "perspective-transformF64",
  ]

  /// The base types, from which others derive.
  static var all: [String] { (numbers.keys.sorted() + unnumbered).map { prefix + $0 } }

  /// The number of a type in files; `nil` without a number.
  static func number(of type: String) -> UInt32? {
    type.hasPrefix(prefix) ? numbers[String(type.dropFirst(prefix.count))] : nil
  }

  /// The type with a number in files; raw data for an unknown number.
  static func name(of number: UInt32) -> String {
    switch number {
    // Integers of one to eight bytes.
    case 21: return prefix + "int64"
    case 22: return prefix + "uint64"
    default: return prefix + (numbers.first { $0.value == number }?.key ?? "raw-data")
    }
  }
}
