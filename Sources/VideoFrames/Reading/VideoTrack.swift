package import AudioModel

/// The properties of a video track.
package struct VideoTrack: Sendable, Equatable {
  /// A fraction with a positive denominator.
  package struct Fraction: Sendable, Equatable {
    package var numerator: Int
    package var denominator: Int

    package init(_ numerator: Int, _ denominator: Int) {
      (self.numerator, self.denominator) = (numerator, denominator)
    }

    package var value: Double { Double(numerator) / Double(denominator) }
  }

  /// The codec, by Core Media's name if one exists.
  package var codec: FourCC
  /// The size of a frame in stored pixels.
  package var width: Int
  package var height: Int
  /// The width of a pixel relative to its height.
  package var pixelAspect = Fraction(1, 1)
  /// The part of a frame that is shown, if the file states it.
  package var cleanAperture: CleanAperture?
  /// The frames per second, or `nil` if unknown.
  package var frameRate: Fraction?
  /// The unit of times in seconds.
  package var unit: Fraction
  /// The time of the first frame in units, or `nil` if unknown.
  package var start: Int64?
  /// The duration in units, or `nil` if unknown.
  package var duration: Int64?
  /// The seconds of the file, or `nil` if unknown.
  package var fileSeconds: Double?
  /// The nanoseconds from time 0 to the start of the first audio track, if there is one.
  package var audioStart: Int64?
  /// The bit rate in bits per second, or `nil` if unknown.
  package var bitRate: Int?
  package var transform = DisplayTransform()
  /// The number of video tracks in the file.
  package var trackCount = 1
  /// Whether frames are stored in another order than they are shown.
  package var isReordered = false
  /// The codec's configuration, as stored in the container.
  package var configuration: [UInt8] = []

  package init(codec: FourCC, width: Int, height: Int, unit: Fraction) {
    (self.codec, self.width, self.height, self.unit) = (codec, width, height, unit)
  }

  /// The seconds in the file at which the presentation starts: with the sound, or without sound,
  /// with the first frame.
  package var origin: Double {
    if let audioStart { return Double(audioStart) / 1e9 }
    return start.map { Double($0) * unit.value } ?? 0
  }

  /// The seconds of the track, or else of the file; `nil` if neither is stated.
  package var statedSeconds: Double? { duration.map { Double($0) * unit.value } ?? fileSeconds }

  /// The seconds of the presentation at a time in units.
  package func seconds(_ time: Int64) -> Double { Double(time) * unit.value - origin }

  /// The last time in units that is not after a time of the presentation.
  package func time(atSeconds seconds: Double) -> Int64 {
    // A frame that starts a nanosecond later has started: the division is not exact.
    let units = ((seconds + origin + 1e-9) / unit.value).rounded(.down)
    return Int64(max(-9e18, min(units, 9e18)))
  }

  /// The part of a frame that is shown, in stored pixels.
  package var visibleArea: PixelRectangle {
    cleanAperture?.area(width: width, height: height)
      ?? PixelRectangle(x: 0, y: 0, width: width, height: height)
  }

  /// The size of the shown picture in square pixels, before it is turned.
  package var visibleSize: (width: Double, height: Double) {
    (Double(visibleArea.width) * pixelAspect.value, Double(visibleArea.height))
  }

  /// The size of the upright picture in square pixels.
  package var displaySize: (width: Double, height: Double) { displaySize(.visible) }

  /// The size of the upright picture.
  package func displaySize(
    _ shape: ThumbnailRequest.Shape
  ) -> (width: Double, height: Double) {
    let size =
      switch shape {
      case .stored: (width: Double(width), height: Double(height))
      case .square: (width: Double(width) * pixelAspect.value, height: Double(height))
      case .visible: visibleSize
      }
    return transform.isQuarterTurn ? (size.height, size.width) : size
  }

  /// The part of a frame to show; `nil` for a frame without edges to cut off.
  func cutout(of frame: (width: Int, height: Int)) -> PixelRectangle? {
    let area = visibleArea
    guard frame == (width, height), (area.width, area.height) != (width, height) else { return nil }
    return area
  }
}
