/// The part of stored pictures that is shown: the edges may have faults.
///
/// Source: ISO/IEC 14496-12, 12.1.4.
package struct CleanAperture: Sendable, Equatable {
  /// The size in stored pixels.
  package let width: VideoTrack.Fraction
  package let height: VideoTrack.Fraction
  /// How far the center is to the right of the picture's center, and below it.
  package let horizontalOffset: VideoTrack.Fraction
  package let verticalOffset: VideoTrack.Fraction

  /// Makes an aperture of the eight numbers of a box; `nil` if a size is not positive.
  init?(_ numbers: [UInt32]) {
    guard numbers.count == 8 else { return nil }
    func fraction(_ index: Int) -> VideoTrack.Fraction? {
      // Numerators may be negative.
      let numerator = Int(Int32(bitPattern: numbers[index]))
      let denominator = Int(Int32(bitPattern: numbers[index + 1]))
      return denominator > 0 ? VideoTrack.Fraction(numerator, denominator) : nil
    }
    guard let width = fraction(0), let height = fraction(2), width.numerator > 0,
      height.numerator > 0, let horizontalOffset = fraction(4), let verticalOffset = fraction(6)
    else { return nil }
    (self.width, self.height) = (width, height)
    (self.horizontalOffset, self.verticalOffset) = (horizontalOffset, verticalOffset)
  }

  /// The whole pixels inside a picture of a size; `nil` if the aperture is outside.
  package func area(width: Int, height: Int) -> PixelRectangle? {
    func range(_ length: Int, _ size: Double, _ offset: Double) -> (start: Int, count: Int) {
      let start = (Double(length) - size) / 2 + offset
      let first = Int(max(0, min(start.rounded(), Double(length))))
      let end = Int(max(0, min((start + size).rounded(), Double(length))))
      return (first, end - first)
    }
    let columns = range(width, self.width.value, horizontalOffset.value)
    let rows = range(height, self.height.value, verticalOffset.value)
    guard columns.count > 0, rows.count > 0 else { return nil }
    return PixelRectangle(
      x: columns.start, y: rows.start, width: columns.count, height: rows.count)
  }
}
