import Foundation

/// Makes noise with the syllables and the spectrum of a voice, and its echo.
package enum Babble {
  /// Returns a voice with about three syllables in a second.
  package static func samples(seconds: Double, sampleRate: Double, seed: UInt64 = 1) -> [Float] {
    let count = Int(seconds * sampleRate)
    var low = 0.0
    return noise(count, seed: seed).enumerated().map { index, byte in
      low = 0.7 * low + Double(byte) / 255 - 0.5
      let syllable = 2 * .pi * (3 + 0.1 * Double(seed)) * Double(index) / sampleRate
      return Float(0.3 * low * (0.55 + 0.45 * sin(syllable)))
    }
  }

  /// Returns the echo of a sound in a small room, after a delay in frames.
  package static func echo(_ samples: [Float], delay: Int, level: Float = 0.3) -> [Float] {
    samples.indices.map { index in
      let first = index >= delay ? samples[index - delay] : 0
      let second = index >= delay + 200 ? 0.4 * samples[index - delay - 200] : 0
      return level * (first + second)
    }
  }

  /// Returns the average power in decibels.
  package static func decibels(_ samples: some Collection<Float>) -> Double {
    let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
    return 10 * log10(power / Double(max(1, samples.count)) + 1e-12)
  }
}
