extension PixelMemory {
  /// Makes an opaque black picture in the format `bgra`.
  package static func blackCanvas(width: Int, height: Int) -> PixelMemory? {
    guard let canvas = PixelMemory(.bgra, width: width, height: height) else { return nil }
    for row in 0..<height {
      // Safe: the row has this number of pixels of 4 bytes.
      let pixels = unsafe (canvas.plane(0) + row * canvas.bytesPerRow[0])
        .assumingMemoryBound(to: UInt32.self)
      for column in 0..<width { unsafe pixels[column] = UInt32(littleEndian: 0xFF00_0000) }
    }
    return canvas
  }

  /// Copies another picture into this one, turned; parts outside are cut off.
  ///
  /// Both have the format `bgra`.
  ///
  /// - Parameters:
  ///   - picture: The picture as stored.
  ///   - x: The column of the left edge of the upright picture.
  ///   - y: The row of its upper edge.
  ///   - transform: How the stored picture is turned.
  package func place(_ picture: PixelMemory, x: Int, y: Int, _ transform: DisplayTransform) {
    precondition(format == .bgra && picture.format == .bgra)
    let turns = transform.quarterTurns
    let isTurned = transform.isQuarterTurn
    let width = isTurned ? picture.height : picture.width
    let height = isTurned ? picture.width : picture.height
    let source = unsafe picture.plane(0)
    let step = picture.bytesPerRow[0]
    for row in max(0, -y)..<max(max(0, -y), min(height, self.height - y)) {
      // Safe: rows and columns are inside both pictures.
      let target = unsafe (plane(0) + (y + row) * bytesPerRow[0])
        .assumingMemoryBound(to: UInt32.self)
      for column in max(0, -x)..<max(max(0, -x), min(width, self.width - x)) {
        var (fromX, fromY) =
          switch turns {
          case 1: (row, picture.height - 1 - column)
          case 2: (picture.width - 1 - column, picture.height - 1 - row)
          case 3: (picture.width - 1 - row, column)
          default: (column, row)
          }
        if transform.isReflected { fromX = picture.width - 1 - fromX }
        fromY = max(0, min(fromY, picture.height - 1))
        unsafe target[x + column] =
          (source + fromY * step).assumingMemoryBound(to: UInt32.self)[fromX]
      }
    }
  }

  /// Returns the upright picture of one in the format `bgra`.
  ///
  /// - Returns: This object if the transformation has no effect; `nil` without memory.
  package func turned(_ transform: DisplayTransform) -> PixelMemory? {
    guard transform.quarterTurns != 0 || transform.isReflected else { return self }
    let isTurned = transform.isQuarterTurn
    let upright = PixelMemory(
      .bgra, width: isTurned ? height : width, height: isTurned ? width : height)
    upright?.place(self, x: 0, y: 0, transform)
    return upright
  }
}
