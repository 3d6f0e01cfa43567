public import CoreVideo
public import Foundation
internal import VideoFrames

// Linux has no Core Graphics, so this module declares the image class that it needs. A module named
// CoreGraphics would mislead packages that test `canImport(CoreGraphics)`.

/// A picture in memory that never changes, such as a picture of a film.
///
/// ``openCoreAudioPNGData()`` and ``openCoreAudioJPEGData(compressionQuality:)`` make files of it.
/// MediaPlayer makes a `UIImage` of it, too.
public final class CGImage: Sendable {
  private let pixels: PixelMemory

  init(_ pixels: PixelMemory) { self.pixels = pixels }

  /// The width in pixels.
  public var width: Int { pixels.width }

  /// The height in pixels.
  public var height: Int { pixels.height }

  /// The bits of a color of a pixel: 8.
  public var bitsPerComponent: Int { 8 }

  /// The bits of a pixel: 32.
  public var bitsPerPixel: Int { 32 }

  /// The bytes from a row to the next one.
  public var bytesPerRow: Int { pixels.bytesPerRow[0] }

  /// The pixels in the format 32BGRA, which the client must not change.
  ///
  /// This is an extension of OpenCoreAudio.
  public var openCoreAudioPixelBuffer: CVPixelBuffer { CVPixelBuffer.wrapping(pixels) }

  /// Encodes the picture as a PNG file.
  ///
  /// This is an extension of OpenCoreAudio.
  ///
  /// - Returns: The bytes; `nil` if memory runs out, or FFmpeg's libraries are not installed.
  public func openCoreAudioPNGData() -> Data? { data(.png) }

  /// Encodes the picture as a JPEG file.
  ///
  /// This is an extension of OpenCoreAudio.
  ///
  /// - Parameter compressionQuality: The quality, from 0 for the lowest to 1 for the best.
  /// - Returns: The bytes; `nil` if memory runs out, or FFmpeg's libraries are not installed.
  public func openCoreAudioJPEGData(compressionQuality: CGFloat) -> Data? {
    data(.jpeg(quality: Double(compressionQuality)))
  }

  private func data(_ file: PictureFile) -> Data? {
    (try? file.bytes(of: pixels)).map { Data($0) }
  }
}

extension CGImage: Hashable {
  /// Whether two references have the same picture.
  public static func == (lhs: CGImage, rhs: CGImage) -> Bool { lhs === rhs }

  /// Adds the picture to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
