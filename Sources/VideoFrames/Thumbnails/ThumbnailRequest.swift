/// A request for a picture of a film in a size.
package struct ThumbnailRequest: Sendable {
  /// The shape of the picture.
  package enum Shape: Sendable {
    /// The pixels as they are stored.
    case stored
    /// Square pixels of the whole frame.
    case square
    /// Square pixels of the part that is shown.
    case visible
  }

  /// Seconds of the presentation.
  package var seconds: Double
  /// How many seconds earlier a picture may be; infinite for any earlier picture.
  package var tolerance = 0.0
  /// The limits of the width and height in pixels; 0 for no limit.
  package var limit: (width: Double, height: Double) = (0, 0)
  package var shape = Shape.visible
  /// Whether the picture is turned for display.
  package var isUpright = true

  package init(seconds: Double) { self.seconds = seconds }

  /// The size of a frame, or of its visible part, after scaling, in pixels.
  func size(of frame: (width: Int, height: Int), _ track: VideoTrack, pixelAspect: Double) -> (
    width: Int, height: Int
  ) {
    var size = (width: Double(frame.width), height: Double(frame.height))
    if shape != .stored { size.width *= pixelAspect }
    var limit = limit
    if isUpright, track.transform.isQuarterTurn { limit = (limit.height, limit.width) }
    // A picture is never enlarged.
    var factor = 1.0
    if limit.width > 0 { factor = min(factor, limit.width / size.width) }
    if limit.height > 0 { factor = min(factor, limit.height / size.height) }
    func pixels(_ length: Double) -> Int {
      Int(max(1, min((length * factor).rounded(), Double(PixelMemory.mostPixels))))
    }
    return (pixels(size.width), pixels(size.height))
  }
}

/// A picture of a film in memory.
package struct Thumbnail: Sendable {
  /// The pixels in the format `bgra`.
  package let pixels: PixelMemory
  /// The time of the picture, in units of the track.
  package let time: Int64
  /// Seconds of the presentation.
  package let seconds: Double
}
