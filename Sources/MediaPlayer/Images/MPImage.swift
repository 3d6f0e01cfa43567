public import AVFoundation
public import Foundation
internal import NowPlaying

/// A picture file in memory, which replaces `UIImage` and `NSImage`.
///
/// Linux has no system type for pictures. This one keeps the bytes of a PNG, JPEG, GIF, WebP, or
/// BMP file, because the programs that show artwork read files. It does not decode them. It can
/// also have a picture of a film (`CGImage`), which it encodes. A client that draws its artwork
/// encodes it, and makes an image of the bytes.
open class MPImage: NSObject, @unchecked Sendable {
  private enum Content {
    case file(PictureHeader, Data)
    case picture(CGImage)
  }

  private let content: Content

  /// The bytes of the file: PNG for a picture of a film, and empty if it cannot be encoded.
  public var data: Data {
    switch content {
    case .file(_, let data): data
    case .picture(let image): image.openCoreAudioPNGData() ?? Data()
    }
  }

  /// The size in pixels.
  public let size: CGSize

  /// The picture of a film; `nil` for a file, which is not decoded.
  open var cgImage: CGImage? { if case .picture(let image) = content { image } else { nil } }

  /// Makes an image of a picture of a film.
  public init(cgImage: CGImage) {
    content = .picture(cgImage)
    size = CGSize(width: cgImage.width, height: cgImage.height)
  }

  /// Makes an image of a picture of a film.
  ///
  /// - Parameters:
  ///   - cgImage: The picture.
  ///   - size: The size in points; zero for that of the picture. Pixels are not changed.
  public init(cgImage: CGImage, size: CGSize) {
    content = .picture(cgImage)
    self.size = size == .zero ? CGSize(width: cgImage.width, height: cgImage.height) : size
  }

  /// Makes an image of the bytes of a file; fails if the format is unknown.
  public required init?(data: Data) {
    guard let header = PictureHeader(Array(data)), header.width > 0, header.height > 0 else {
      return nil
    }
    content = .file(header, data)
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

  /// The bytes of a PNG file; `nil` for a file of another format, because files are not converted.
  open func pngData() -> Data? {
    switch content {
    case .file(let header, let data): header.type == .png ? data : nil
    case .picture(let image): image.openCoreAudioPNGData()
    }
  }

  /// The bytes of a JPEG file; `nil` for a file of another format, because files are not converted.
  ///
  /// - Parameter compressionQuality: From 0 to 1 for a picture of a film. Has no effect on a file.
  /// - Returns: The bytes; `nil` also if a picture of a film cannot be encoded.
  open func jpegData(compressionQuality: CGFloat) -> Data? {
    switch content {
    case .file(let header, let data): header.type == .jpg ? data : nil
    case .picture(let image): image.openCoreAudioJPEGData(compressionQuality: compressionQuality)
    }
  }
}

/// The image of programs for iOS.
public typealias UIImage = MPImage

/// The image of programs for macOS.
public typealias NSImage = MPImage
