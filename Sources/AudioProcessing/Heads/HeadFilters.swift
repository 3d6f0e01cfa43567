internal import Glibc

/// The responses of both ears to sounds from all directions, at one sample rate.
///
/// Directions between those of the table are interpolated. A sound in front has the same power as
/// with equal-power panning.
package final class HeadFilters: Sendable {
  /// Steps of 5 degrees around the head, and of 10 degrees from the bottom to the top.
  private static let columns = 72
  private static let rows = 19

  /// The samples of a response.
  package let tapCount: Int
  /// The responses of the left and of the right ear for each direction, row by row.
  private let taps: [Float]

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - tapCount: The samples of a response.
  ///   - response: Returns the responses of the left and of the right ear to a direction, in the
  ///     axes of ``SpatialVector``.
  init(tapCount: Int, _ response: (SpatialVector) -> (left: [Float], right: [Float])) {
    self.tapCount = tapCount
    let front = response([0, 0, -1])
    let energy = (front.left + front.right).reduce(0) { $0 + $1 * $1 }
    let scale = energy > 0 ? 1 / energy.squareRoot() : 1
    var taps: [Float] = []
    taps.reserveCapacity(Self.rows * Self.columns * 2 * tapCount)
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let ears = response(Self.direction(row, column))
        taps += (ears.left + ears.right).map { $0 * scale }
      }
    }
    precondition(taps.count == Self.rows * Self.columns * 2 * tapCount, "responses differ")
    self.taps = taps
  }

  /// The samples of a response at a sample rate: 5.8 milliseconds.
  package static func tapCount(at sampleRate: Double) -> Int {
    max(8, Int(sampleRate * 0.0058 / 8) * 8)
  }

  private static func direction(_ row: Int, _ column: Int) -> SpatialVector {
    let elevation = (Float(row) * 10 - 90) * .pi / 180
    let azimuth = Float(column) * 5 * .pi / 180
    return [sinf(azimuth) * cosf(elevation), sinf(elevation), -cosf(azimuth) * cosf(elevation)]
  }

  // MARK: The render thread

  /// Writes the responses to a direction: the samples of the left ear, then those of the right.
  package func write(
    _ direction: SpatialVector, level: Float, into target: inout MutableSpan<Float>
  ) {
    let count = 2 * tapCount
    precondition(target.count == count, "the target must have room for exactly two responses")
    let height = (asinf(max(-1, min(direction.y, 1))) * 180 / .pi + 90) / 10
    let around = atan2f(direction.x, -direction.z) * 180 / .pi / 5 + Float(Self.columns)
    let row = min(Int(height), Self.rows - 2)
    let column = Int(around)
    let (up, right) = (height - Float(row), around - Float(column))
    let corners: InlineArray<4, (start: Int, level: Float)> = [
      (start(row, column), (1 - up) * (1 - right) * level),
      (start(row, column + 1), (1 - up) * right * level),
      (start(row + 1, column), up * (1 - right) * level),
      (start(row + 1, column + 1), up * right * level),
    ]
    for index in 0..<count {
      var sum: Float = 0
      for corner in corners.indices {
        sum += corners[corner].level * taps[corners[corner].start + index]
      }
      target[index] = sum
    }
  }

  private func start(_ row: Int, _ column: Int) -> Int {
    (row * Self.columns + column % Self.columns) * 2 * tapCount
  }
}
