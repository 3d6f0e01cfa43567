import AudioProcessing
import Glibc
import Testing

/// The responses of ears, and their convolution.
@Suite struct HeadFilterTests {
  private static let rates = [44_100.0, 48_000, 96_000]

  private struct Ears {
    var left: [Float]
    var right: [Float]

    init(_ filters: HeadFilters, _ direction: SpatialVector, level: Float = 1) {
      var taps = [Float](repeating: 0, count: 2 * filters.tapCount)
      var span = taps.mutableSpan
      filters.write(direction, level: level, into: &span)
      left = Array(taps.prefix(filters.tapCount))
      right = Array(taps.suffix(filters.tapCount))
    }
  }

  private static func energy(_ samples: [Float]) -> Float { samples.reduce(0) { $0 + $1 * $1 } }

  private static func peak(_ samples: [Float]) -> Int {
    samples.indices.max { abs(samples[$0]) < abs(samples[$1]) } ?? 0
  }

  /// The responses of a sphere, and those of a measured head if the machine has one.
  private static func all(_ rate: Double) -> [HeadFilters] {
    [HeadFilters.sphere(sampleRate: rate)]
      + (HeadFilters.hasMeasurements
        ? [HeadFilters.measured(sampleRate: rate)].compactMap(\.self) : [])
  }

  @Test("a sound in front has the power of panning, and the same in both ears", arguments: rates)
  func front(_ rate: Double) {
    for filters in Self.all(rate) {
      #expect(filters.tapCount == HeadFilters.tapCount(at: rate))
      let ears = Ears(filters, [0, 0, -1])
      #expect(abs(Self.energy(ears.left) + Self.energy(ears.right) - 1) < 1e-4)
      #expect(abs(Self.energy(ears.left) - Self.energy(ears.right)) < 0.02)
      let half = Ears(filters, [0, 0, -1], level: 0.5)
      #expect(zip(ears.left, half.left).allSatisfy { abs($0 / 2 - $1) < 1e-6 })
    }
  }

  @Test("the far ear hears a sound later, and duller", arguments: rates)
  func side(_ rate: Double) {
    for filters in Self.all(rate) {
      let ears = Ears(filters, [1, 0, 0])
      #expect(Self.energy(ears.right) > 4 * Self.energy(ears.left))
      let delay = Double(Self.peak(ears.left) - Self.peak(ears.right)) / rate
      #expect(delay > 0.0005 && delay < 0.0009, "\(delay) seconds")
      // The change from frame to frame is smaller in the shadow.
      func edges(_ samples: [Float]) -> Float {
        Self.energy(zip(samples, samples.dropFirst()).map { $1 - $0 }) / Self.energy(samples)
      }
      #expect(edges(ears.left) < edges(ears.right))
      let mirrored = Ears(filters, [-1, 0, 0])
      #expect(Self.peak(mirrored.left) < Self.peak(mirrored.right))
    }
  }

  @Test("the delay of a sphere follows the formula of Woodworth")
  func delay() {
    let (rate, filters) = (48_000.0, HeadFilters.sphere(sampleRate: 48_000))
    for degrees in stride(from: 10.0, through: 90, by: 10) {
      let angle = degrees * .pi / 180
      let ears = Ears(filters, [Float(sin(angle)), 0, Float(-cos(angle))])
      let expected = 0.0875 / 343 * (angle + sin(angle)) * rate
      #expect(abs(Double(Self.peak(ears.left) - Self.peak(ears.right)) - expected) <= 2.5)
    }
  }

  @Test("every direction has a finite response, and neighbours are similar")
  func directions() {
    let filters = HeadFilters.sphere(sampleRate: 48_000)
    for step in 0..<500 {
      let (around, up) = (Float(step) * 0.377, Float(step % 101) / 50 - 1)
      let flat = (1 - up * up).squareRoot()
      let ears = Ears(filters, [flat * sinf(around), up, flat * cosf(around)])
      let next = Ears(filters, [flat * sinf(around + 0.001), up, flat * cosf(around + 0.001)])
      #expect(Self.energy(ears.left) > 0.01 && Self.energy(ears.left) < 5)
      #expect(Self.energy(zip(ears.left, next.left).map { $0 - $1 }) < 1e-3)
    }
  }

  @Test("the convolution equals a plain loop, with a ramp between responses, in any blocks")
  func convolution() {
    let tapCount = 24
    func noise(_ count: Int, _ seed: Int) -> [Float] {
      (0..<count).map { Float(($0 * 7_919 + seed * 104_729) % 2_003) / 1_001.5 - 1 }
    }
    let input = noise(1_500, 1)
    let responses = [noise(2 * tapCount, 2), noise(2 * tapCount, 3)]
    /// Renders with new responses after 400 frames.
    func render(_ sizes: [Int]) -> [[Float]] {
      var convolver = HeadConvolver(tapCount: tapCount)
      var output: [[Float]] = [[], []]
      var frame = 0
      for size in sizes {
        if frame == 0 || frame == 400 {
          let taps = responses[frame == 0 ? 0 : 1]
          convolver.begin { span in for index in taps.indices { span[index] = taps[index] } }
        }
        let end = frame + size
        while frame < end {
          let count = convolver.frames(of: end - frame)
          convolver.take(count) { span, start in
            for index in 0..<count { span[start + index] = input[frame + index] }
          }
          for ear in 0..<2 {
            var samples = [Float](repeating: 0, count: count)
            var span = samples.mutableSpan
            convolver.add(ear, to: &span)
            output[ear] += samples
          }
          convolver.advance(count)
          frame += count
        }
      }
      return output
    }
    let whole = render([400, 1_100])
    #expect(render([1, 2, 397, 255, 1, 1, 3, 840]) == whole)
    for ear in 0..<2 {
      for frame in input.indices {
        let part = max(0, min(Float(frame - 400 + 1) / 256, 1))
        var sum: Float = 0
        for tap in 0..<tapCount where frame >= tap {
          let taps = responses.map { $0[ear * tapCount + tap] }
          sum += (taps[0] + (taps[1] - taps[0]) * part) * input[frame - tap]
        }
        #expect(abs(whole[ear][frame] - sum) < 1e-4, "\(ear) \(frame)")
      }
    }
  }
}
