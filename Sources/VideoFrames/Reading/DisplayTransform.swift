/// How a stored frame is turned for display.
///
/// Source: ISO/IEC 14496-12, 8.3.2. The matrix has three rows, whose first two columns are 16.16
/// numbers.
package struct DisplayTransform: Sendable, Equatable {
  /// The factors of the new x and y for the old x (`a`, `b`) and the old y (`c`, `d`).
  package var a = 1.0
  package var b = 0.0
  package var c = 0.0
  package var d = 1.0

  package init() {}

  /// Makes a transformation from the nine numbers of a matrix; an invalid one has no effect.
  init(_ matrix: [Int32]) {
    guard matrix.count == 9 else { return }
    let numbers = [matrix[0], matrix[1], matrix[3], matrix[4]].map { Double($0) / 65_536 }
    guard abs(numbers[0] * numbers[3] - numbers[1] * numbers[2]) > 1e-6 else { return }
    (a, b, c, d) = (numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// Whether the picture is reflected.
  package var isReflected: Bool { a * d - b * c < 0 }

  /// The clockwise turn in steps of 90 degrees, from 0 to 3, after a horizontal reflection.
  package var quarterTurns: Int {
    // A horizontal reflection does not change the image of the y axis.
    if abs(c) > abs(d) { return c < 0 ? 1 : 3 }
    return d < 0 ? 2 : 0
  }

  /// Whether width and height change places.
  package var isQuarterTurn: Bool { quarterTurns % 2 == 1 }
}
