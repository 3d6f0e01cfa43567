/// A rectangle in pixels.
package struct PixelRectangle: Sendable, Equatable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

/// How a picture fills an area with another shape.
package enum PictureFit: Sendable {
  /// The whole picture is visible, in its own shape.
  case aspect
  /// The whole area is covered, and the picture keeps its shape.
  case aspectFill
  /// The picture takes the shape of the area.
  case fill

  /// Returns the rectangle of a picture in an area that starts at 0, 0.
  package func rectangle(
    of picture: (width: Double, height: Double), in area: (width: Double, height: Double)
  ) -> (x: Double, y: Double, width: Double, height: Double) {
    guard picture.width > 0, picture.height > 0, area.width > 0, area.height > 0 else {
      return (0, 0, 0, 0)
    }
    let factors = (area.width / picture.width, area.height / picture.height)
    let size: (width: Double, height: Double)
    switch self {
    case .aspect:
      let factor = min(factors.0, factors.1)
      size = (picture.width * factor, picture.height * factor)
    case .aspectFill:
      let factor = max(factors.0, factors.1)
      size = (picture.width * factor, picture.height * factor)
    case .fill: size = area
    }
    return (
      (area.width - size.width) / 2, (area.height - size.height) / 2, size.width, size.height
    )
  }
}
