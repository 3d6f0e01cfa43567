internal import Glibc

extension HeadFilters {
  /// The ears of a rigid sphere: the later and duller sound of the far ear.
  ///
  /// Source: C. P. Brown and R. O. Duda, "A structural model for binaural sound synthesis", IEEE
  /// Transactions on Speech and Audio Processing 6(5), 1998, equations 3 to 5. The article gives a
  /// head a radius of 8.75 centimeters.
  package static func sphere(sampleRate: Double) -> HeadFilters {
    let tapCount = tapCount(at: sampleRate)
    return HeadFilters(tapCount: tapCount) { direction in
      let ears = [-1, 1].map { side in
        SphericalEar(side: side, sampleRate: sampleRate).response(to: direction, count: tapCount)
      }
      return (ears[0], ears[1])
    }
  }
}

/// An ear on a rigid sphere.
private struct SphericalEar {
  private static let radius = 0.0875
  private static let soundSpeed = 343.0
  /// The frames before the first sound of the near ear, which the delay filter needs.
  private static let marginFrames = 8.0

  /// -1 for the left ear, and 1 for the right.
  let side: Float
  let sampleRate: Double

  func response(to direction: SpatialVector, count: Int) -> [Float] {
    let angle = Double(acosf(max(-1, min(direction.x * side, 1))))
    let delay = Self.radius / Self.soundSpeed * sampleRate
    // The sound of the near ear comes first, at an angle of 0.
    let frames = (angle < .pi / 2 ? 1 - cos(angle) : 1 + angle - .pi / 2) * delay
    return shadowed(impulse(at: Self.marginFrames + frames, count: count), angle)
  }

  /// An impulse between frames: a windowed sine cardinal.
  private func impulse(at place: Double, count: Int) -> [Double] {
    (0..<count).map { frame in
      let distance = Double(frame) - place
      guard abs(distance) < Self.marginFrames else { return 0 }
      let window = 0.5 + 0.5 * cos(.pi * distance / Self.marginFrames)
      let wave = abs(distance) < 1e-9 ? 1 : sin(.pi * distance) / (.pi * distance)
      return wave * window
    }
  }

  /// Applies the shadow of the sphere: a pole and a zero, by the bilinear transform.
  private func shadowed(_ samples: [Double], _ angle: Double) -> [Float] {
    let least = 0.1
    let zero =
      (1 + least / 2) + (1 - least / 2) * cos(angle / (150 * .pi / 180) * .pi)
    let (corner, doubled) = (2 * Self.soundSpeed / Self.radius, 2 * sampleRate)
    let scale = 1 / (doubled + corner)
    let first = (zero * doubled + corner) * scale
    let second = (corner - zero * doubled) * scale
    let back = (corner - doubled) * scale
    var (input, output) = (0.0, 0.0)
    return samples.map { sample in
      output = first * sample + second * input - back * output
      input = sample
      return Float(output)
    }
  }
}
