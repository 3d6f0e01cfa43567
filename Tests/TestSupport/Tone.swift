import Foundation

/// Makes tones and measures their frequency.
package enum Tone {
  /// Returns a sine with half of the full-scale amplitude.
  package static func samples(
    hertz: Double, seconds: Double, sampleRate: Double = 44100
  ) -> [Float] {
    (0..<Int(seconds * sampleRate)).map {
      Float(0.5 * sin(2 * .pi * hertz * Double($0) / sampleRate))
    }
  }

  /// Returns the frequency of a tone in hertz from its zero crossings, without its ends.
  package static func hertz(_ samples: [Float], sampleRate: Double = 44100) -> Double {
    let inner = samples.dropFirst(samples.count / 8).dropLast(samples.count / 8)
    var passages: [Double] = []
    for (index, pair) in zip(inner, inner.dropFirst()).enumerated()
    where pair.0 < 0 && pair.1 >= 0 {
      passages.append(Double(index) + Double(pair.0 / (pair.0 - pair.1)))
    }
    guard let first = passages.first, let last = passages.last, passages.count > 1 else { return 0 }
    return Double(passages.count - 1) * sampleRate / (last - first)
  }
}
