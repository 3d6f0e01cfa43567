/// The format of pixels in memory.
package enum PixelFormat: Sendable, Equatable {
  /// 4 bytes for each pixel: blue, green, red and alpha.
  case bgra
  /// A plane of luma, and one of chroma pairs with half the width and height, in video range.
  case videoRange
  /// The same in full range.
  case fullRange

  /// The number of planes.
  package var planeCount: Int { self == .bgra ? 1 : 2 }

  /// The width in samples, and the height in rows, of a plane of a picture.
  package func planeSize(_ plane: Int, width: Int, height: Int) -> (width: Int, height: Int) {
    plane == 0 ? (width, height) : ((width + 1) / 2, (height + 1) / 2)
  }

  /// The bytes of a sample of a plane.
  package func bytesPerSample(_ plane: Int) -> Int { self == .bgra ? 4 : plane == 0 ? 1 : 2 }
}
