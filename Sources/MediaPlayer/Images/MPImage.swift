public import Foundation
internal import NowPlaying

/// A picture file in memory, which replaces `UIImage` and `NSImage`.
///
/// Linux has no system type for pictures. This one keeps the bytes of a PNG, JPEG, GIF, WebP, or
/// BMP file, because the programs that show artwork read files. It does not decode them. A client
/// that draws its artwork encodes it, and makes an image of the bytes.
open class MPImage: NSObject, @unchecked Sendable {
  private let header: PictureHeader

  /// The bytes of the file.
  public let data: Data

  /// The size in pixels.
  public let size: CGSize

  /// Makes an image of the bytes of a file; fails if the format is unknown.
  public required init?(data: Data) {
    guard let header = PictureHeader(Array(data)), header.width > 0, header.height > 0 else {
      return nil
    }
    (self.header, self.data) = (header, data)
    size = CGSize(width: header.width, height: header.height)
  }

  /// Makes an image of a file; fails if the file cannot be read, or if its format is unknown.
  public convenience init?(contentsOfFile path: String) {
    self.init(contentsOf: URL(fileURLWithPath: path))
  }

  /// Makes an image of a file; fails if the file cannot be read, or if its format is unknown.
  public convenience init?(contentsOf url: URL) {
    guard url.isFileURL, let data = try? Data(contentsOf: url) else { return nil }
    self.init(data: data)
  }

  /// Makes an image of a resource of the program, with or without its extension.
  ///
  /// - Parameter name: The name of a PNG or JPEG file in the main bundle.
  public convenience init?(named name: String) {
    let paths = [nil, "png", "jpg", "jpeg"].compactMap {
      Bundle.main.path(forResource: name, ofType: $0)
    }
    guard let path = paths.first else { return nil }
    self.init(contentsOfFile: path)
  }

  /// The bytes of a PNG file; `nil` for another format, because images are not converted.
  open func pngData() -> Data? { header.type == .png ? data : nil }

  /// The bytes of a JPEG file; `nil` for another format, because images are not converted.
  ///
  /// - Parameter compressionQuality: Has no effect.
  /// - Returns: The bytes.
  open func jpegData(compressionQuality: CGFloat) -> Data? { header.type == .jpg ? data : nil }
}

/// The image of programs for iOS.
public typealias UIImage = MPImage

/// The image of programs for macOS.
public typealias NSImage = MPImage
