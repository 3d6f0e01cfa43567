#if Pictures
  import CPictures
  import ToolSupport

  /// A picture in the making.
  final class Canvas {
    let width: Int
    let height: Int
    private let canvas: OpaquePointer

    /// A color as 0xRRGGBB.
    typealias Colour = UInt32

    /// The longest side that libcairo supports.
    private static let longestSide = 32_767

    init(width: Int, height: Int, _ colour: Colour) throws(ToolFailure) {
      guard height <= Self.longestSide else {
        throw ToolFailure("the file has too many channels for a picture")
      }
      (self.width, self.height) = (width, height)
      var canvas: OpaquePointer?
      let result = Int(OCACanvasMake(Int32(width), Int32(height), colour, &canvas))
      guard result == OCAPictureDone, let canvas else {
        throw ToolFailure(
          result == OCAPictureLibraryMissing
            ? "libcairo, which draws the picture, is missing" : "not enough memory for a picture")
      }
      self.canvas = canvas
    }

    deinit {
      OCACanvasFree(canvas)
    }

    func fill(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ colour: Colour) {
      OCACanvasFill(canvas, x, y, width, height, colour)
    }

    /// Draws a line of text; `alignment` is 0 to start at `x`, 1 to end there.
    func write(
      _ text: String, _ x: Double, _ y: Double, alignment: Double = 0, _ colour: Colour
    ) {
      OCACanvasWriteText(canvas, x, y, 12, alignment, colour, text)
    }

    /// Draws rows of pixels.
    func draw(_ pixels: [Colour], width: Int, atX x: Int, y: Int) {
      var pixels = pixels
      let height = pixels.count / width
      OCACanvasDrawPixels(canvas, Int32(x), Int32(y), Int32(width), Int32(height), &pixels)
    }

    /// Writes the picture as PNG, under a temporary name until it is complete.
    func save(_ path: String) throws(ToolFailure) {
      let file = try OutputFile(path)
      guard Int(OCACanvasSave(canvas, file.part)) == OCAPictureDone else {
        file.discard()
        throw ToolFailure("\(path): the picture cannot be written")
      }
      try file.keep()
    }
  }
#endif
