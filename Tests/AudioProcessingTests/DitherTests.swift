import AudioProcessing
import Testing

/// The noise of a dither, measured.
struct DitherTests {
  static let depth = 8
  static let step = Float(1) / 128

  /// The dithered samples, in steps.
  static func errors(
    _ samples: [Float], _ algorithm: Dither.Algorithm, rate: Double = 44100, channels: Int = 1
  ) -> [Float] {
    let dither = Dither(algorithm, bitDepth: depth, channelCount: channels, sampleRate: rate)
    var made = samples
    dither.apply(&made)
    return zip(made, samples).map { ($0 - $1) / step }
  }

  static func power(_ values: [Float]) -> Float {
    values.reduce(0) { $0 + $1 * $1 } / Float(values.count)
  }

  @Test("a level below one step is kept as the mean, and the noise is independent of it")
  func mean() {
    for level in [Float(0), 0.3, 0.5, 0.77] {
      let errors = Self.errors(
        [Float](repeating: level * Self.step, count: 100_000), .triangular)
      let mean = errors.reduce(0, +) / Float(errors.count)
      #expect(abs(mean) < 0.02)
      // 1/12 from rounding, 2/12 from the noise.
      #expect(abs(Self.power(errors) - 0.25) < 0.01)
    }
  }

  @Test("shaped noise is lower at audible frequencies, and higher above them")
  func shaped() {
    var seed: UInt32 = 1
    let samples = (0..<50_000).map { _ -> Float in
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return Float(Int32(bitPattern: seed)) * 0x1p-33
    }
    /// Three averages of eight samples pass frequencies well below an eighth of the rate.
    func low(_ errors: [Float]) -> Float {
      Self.power(
        (0..<3).reduce(errors) { errors, _ in
          (8..<errors.count).map { errors[$0 - 8..<$0].reduce(0, +) / 8 }
        })
    }
    let plain = Self.errors(samples, .triangular)
    for rate in [44100.0, 96000] {
      let shaped = Self.errors(samples, .shaped, rate: rate)
      #expect(low(shaped) < low(plain) / 4)
      #expect(Self.power(shaped) > Self.power(plain) * 2)
    }
    #expect(Self.errors(samples, .shaped, rate: 8000) == plain)
  }

  @Test("the output has the stated bits, stays within full scale, and is the same for any division")
  func bits() {
    let samples: [Float] = [0.1, 1, -1, 2, -2, .nan, .infinity, 0.999, -0.3, 0.5, 0.01, 0.02]
    for algorithm in [Dither.Algorithm.triangular, .shaped] {
      let dither = Dither(algorithm, bitDepth: Self.depth, channelCount: 2, sampleRate: 48000)
      var whole = samples
      dither.apply(&whole)
      #expect(whole.allSatisfy { $0 >= -1 && $0 <= 127 / 128 && ($0 * 128).rounded() == $0 * 128 })
      dither.reset()
      var cut: [Float] = []
      for start in stride(from: 0, to: samples.count, by: 2) {
        var frame = Array(samples[start..<start + 2])
        dither.apply(&frame)
        cut += frame
      }
      #expect(cut == whole)
    }
  }
}
