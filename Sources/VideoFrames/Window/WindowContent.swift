/// The content of a window.
package struct WindowContent: Sendable {
  /// A number that differs between pictures.
  package var number: Int64
  /// The upright picture's place.
  package var rectangle: PixelRectangle
  package var transform: DisplayTransform
  /// Makes the pixels in the format `bgra`, as they are stored.
  package var pixels: @Sendable () -> PixelMemory?

  package init(
    number: Int64, rectangle: PixelRectangle, transform: DisplayTransform,
    pixels: @escaping @Sendable () -> PixelMemory?
  ) {
    (self.number, self.rectangle, self.transform) = (number, rectangle, transform)
    self.pixels = pixels
  }
}

/// A user's action in a window.
package enum WindowEvent: Sendable, Equatable {
  case close, left, right, up, down
  case character(Character)
}
