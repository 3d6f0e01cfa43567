internal import CoreVideo
internal import Foundation
internal import VideoFrames

/// The format and the size of pictures that a client wants.
struct PixelAttributes {
  /// The format; `nil` for luma and chroma in the range of the film.
  private(set) var format: PixelFormat?
  /// The size; `nil` for that of the film.
  private(set) var size: (width: Int, height: Int)?
  /// Whether the client wants a format that is unsupported.
  private(set) var isUnsupported = false

  /// Reads a dictionary with the keys of Core Video.
  init(_ attributes: [String: Any]?) {
    func number(_ key: CFString) -> Int? {
      (attributes?[key.description] as? NSNumber)?.intValue
        ?? attributes?[key.description] as? Int
    }
    let key = kCVPixelBufferPixelFormatTypeKey
    let list = attributes?[key.description] as? [Any]
    let type =
      (list?.first ?? attributes?[key.description]) as? OSType
      ?? number(key).flatMap { OSType(exactly: $0) }
      ?? (list?.first as? NSNumber)?.uint32Value
    format = type.flatMap { PixelFormat($0) }
    isUnsupported = type != nil && format == nil
    if let width = number(kCVPixelBufferWidthKey), let height = number(kCVPixelBufferHeightKey) {
      size = (width, height)
    }
  }
}
