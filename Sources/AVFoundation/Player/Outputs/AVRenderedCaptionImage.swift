public import CoreVideo
public import Foundation
internal import VideoFrames

/// A text as pixels, with its place.
open class AVRenderedCaptionImage: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; this one has only constants.

  /// The text with an outline, on a transparent ground, in the format 32BGRA.
  ///
  /// The colors are multiplied by the alpha channel.
  public let pixelBuffer: CVPixelBuffer

  /// The upper left corner in pixels, from the upper left corner of the pictures.
  public let position: CGPoint

  init(_ picture: CaptionPicture) {
    pixelBuffer = CVPixelBuffer.wrapping(picture.pixels)
    position = CGPoint(x: picture.x, y: picture.y)
  }
}
