/// The pixels of a picture in memory.
///
/// Safe: the planes have the sizes that the properties state. Users agree on who writes, and when.
@safe package final class PixelMemory: @unchecked Sendable {
  /// The limit of pixels in a picture.
  package static let mostPixels = 1 << 27
  /// Rows start at multiples of this number of bytes.
  private static let alignment = 64

  package let format: PixelFormat
  package let width: Int
  package let height: Int
  /// The bytes from a row to the next one, for each plane.
  package let bytesPerRow: [Int]
  /// The bytes from the start of the memory to each plane.
  package let offsets: [Int]
  package let byteCount: Int
  private let memory: UnsafeMutableRawPointer

  /// Makes a black picture, which is transparent if it has an alpha channel.
  ///
  /// - Returns: `nil` if the size is not positive, or has too many pixels.
  package init?(_ format: PixelFormat, width: Int, height: Int) {
    guard width > 0, height > 0, width <= Self.mostPixels, height <= Self.mostPixels / width else {
      return nil
    }
    (self.format, self.width, self.height) = (format, width, height)
    var offsets: [Int] = []
    var rows: [Int] = []
    var byteCount = 0
    for plane in 0..<format.planeCount {
      let size = format.planeSize(plane, width: width, height: height)
      let row = size.width * format.bytesPerSample(plane)
      let aligned = (row + Self.alignment - 1) / Self.alignment * Self.alignment
      offsets.append(byteCount)
      rows.append(aligned)
      byteCount += aligned * size.height
    }
    (self.offsets, self.bytesPerRow, self.byteCount) = (offsets, rows, byteCount)
    // Vector code may write up to a whole vector after the last row.
    let whole = byteCount + Self.alignment
    unsafe memory = .allocate(byteCount: whole, alignment: Self.alignment)
    // Safe: the memory has this size.
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: whole)
    if format != .bgra {
      let chroma = byteCount - offsets[1]
      unsafe (memory + offsets[1]).initializeMemory(
        as: UInt8.self, repeating: 128, count: chroma)
    }
    if format == .videoRange {
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 16, count: offsets[1])
    }
  }

  deinit {
    unsafe memory.deallocate()
  }

  /// The first byte of a plane.
  package func plane(_ plane: Int) -> UnsafeMutableRawPointer {
    // Safe: each plane starts inside the memory.
    unsafe memory + offsets[plane]
  }

  /// The rows of all planes, one after the other without padding.
  package var bytes: [UInt8] {
    var all: [UInt8] = []
    for plane in 0..<format.planeCount {
      let size = format.planeSize(plane, width: width, height: height)
      for row in 0..<size.height {
        // Safe: the row is inside the plane.
        let start = unsafe self.plane(plane) + row * bytesPerRow[plane]
        unsafe all += UnsafeRawBufferPointer(
          start: start, count: size.width * format.bytesPerSample(plane))
      }
    }
    return all
  }
}
