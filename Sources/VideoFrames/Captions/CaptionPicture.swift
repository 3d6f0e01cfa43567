package import AudioContainers

/// A text as pixels, and its place on the pictures of a film.
package struct CaptionPicture: Sendable {
  /// The text with an outline, on a transparent ground, in the format `bgra`.
  package var pixels: PixelMemory
  /// The column of the left edge.
  package var x: Int
  /// The row of the upper edge.
  package var y: Int

  /// The free space at each edge of the pictures, relative to their size.
  private static let margin = 0.05

  /// Draws texts; those without a place are stacked at the bottom, the first one uppermost.
  ///
  /// Vertical texts are drawn as horizontal ones.
  ///
  /// - Parameters:
  ///   - texts: The texts.
  ///   - width: The width of the pictures in pixels.
  ///   - height: The height of the pictures in pixels.
  /// - Returns: The texts as pixels; empty without the library that draws them.
  package static func pictures(
    of texts: [CaptionText], width: Int, height: Int
  ) -> [CaptionPicture] {
    var bottom = Double(height) * (1 - margin)
    var pictures: [CaptionPicture] = []
    for text in texts.reversed() {
      let room = Double(width) * min(1 - 2 * margin, (text.place.size ?? 100) / 100)
      let lines = CaptionLines(text, pixelHeight: height, room: room)
      guard let pixels = lines.draw(alignment: text.place.alignment ?? .center) else { continue }
      var top = bottom - Double(pixels.height)
      if let line = text.place.line {
        top = Double(height) * line / 100
      } else {
        bottom = top
      }
      pictures.append(
        CaptionPicture(
          pixels: pixels, x: column(pixels.width, text.place, width),
          y: Int(max(0, min(top, Double(height - pixels.height))).rounded())))
    }
    return pictures.reversed()
  }

  /// The column of the left edge of a text.
  private static func column(_ pixels: Int, _ place: CaptionPlace, _ width: Int) -> Int {
    let (whole, own) = (Double(width), Double(pixels))
    let column: Double
    switch place.alignment ?? .center {
    case .start, .left: column = place.position.map { whole * $0 / 100 } ?? whole * margin
    case .end, .right:
      column = (place.position.map { whole * $0 / 100 } ?? whole * (1 - margin)) - own
    case .center: column = whole * (place.position ?? 50) / 100 - own / 2
    }
    return Int(max(0, min(column, whole - own)).rounded())
  }
}
