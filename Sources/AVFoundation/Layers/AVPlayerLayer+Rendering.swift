public import CoreVideo
internal import Foundation
internal import VideoFrames

extension AVPlayerLayer {
  /// Renders the layer as it looks now: the upright picture on a black background.
  ///
  /// This is an extension of OpenCoreAudio.
  ///
  /// - Parameters:
  ///   - width: The width of the buffer in pixels.
  ///   - height: The height of the buffer in pixels.
  /// - Returns: The pixels in the format 32BGRA; `nil` if a buffer cannot have this size.
  public func openCoreAudioPixelBuffer(width: Int, height: Int) -> CVPixelBuffer? {
    canvas(width: width, height: height).map { CVPixelBuffer.wrapping($0) }
  }

  /// Renders the layer in the format `bgra`.
  func canvas(width: Int, height: Int) -> PixelMemory? {
    guard let canvas = PixelMemory.blackCanvas(width: width, height: height) else { return nil }
    guard let (film, picture) = shownPicture, let track = film.track else { return canvas }
    let shape = pictureShape
    let place = fit.rectangle(
      of: track.displaySize(shape), in: (Double(width), Double(height)))
    var size = (width: Int(place.width.rounded()), height: Int(place.height.rounded()))
    let corner = (x: Int(place.x.rounded()), y: Int(place.y.rounded()))
    if track.transform.isQuarterTurn { size = (size.height, size.width) }
    if let pixels = film.pixels(of: picture, .bgra, size: size, isCut: shape == .visible) {
      canvas.place(pixels, x: corner.x, y: corner.y, track.transform)
    }
    return canvas
  }
}
