/// Adds noise before samples lose bits, so that the loss is noise instead of distortion.
///
/// The output has at most the requested bits. Triangular noise of two steps makes the mean and
/// power of the error independent of the signal. Shaping feeds back each error, to move noise to
/// less audible frequencies. Around 44.1 kHz, five coefficients follow the threshold of hearing. At
/// other rates, two coefficients move noise upwards. Below 32 kHz, the whole band is well audible,
/// so noise is not shaped.
///
/// Sources: Lipshitz, Wannamaker, Vanderkooy, *Quantization and Dither: A Theoretical Survey*, JAES
/// 40 (1992); Lipshitz, Vanderkooy, Wannamaker, *Minimally Audible Noise Shaping*, JAES 39 (1991),
/// table 1.
package final class Dither {
  package enum Algorithm: Sendable {
    /// Triangular noise.
    case triangular
    /// Triangular noise with error shaping.
    case shaped
  }

  private let channelCount: Int
  private let scale: Float
  private let filter: [Float]
  private var state = Dither.seed
  /// The latest errors of each channel, starting with the most recent.
  private var errors: [[Float]]

  /// The initial state, the same for each stream.
  private static let seed: UInt64 = 0x9E37_79B9_7F4A_7C15
  /// Maximum bits for which Float32 can represent the noise.
  package static let mostBits = 24

  /// Creates a dither.
  ///
  /// - Parameters:
  ///   - algorithm: The noise.
  ///   - bitDepth: The bits to keep, at most ``mostBits``.
  ///   - channelCount: Channels per frame.
  ///   - sampleRate: The rate in hertz.
  package init(_ algorithm: Algorithm, bitDepth: Int, channelCount: Int, sampleRate: Double) {
    self.channelCount = channelCount
    scale = Float(1 << (bitDepth - 1))
    filter =
      switch (algorithm, sampleRate) {
      case (.triangular, _), (_, ..<32_000): []
      case (.shaped, ...50_000): [2.033, -2.165, 1.959, -1.590, 0.6149]
      case (.shaped, _): [2, -1]
      }
    errors = Array(repeating: Array(repeating: 0, count: filter.count), count: channelCount)
  }

  /// Restarts for a new stream.
  package func reset() {
    state = Self.seed
    for channel in errors.indices {
      for index in errors[channel].indices { errors[channel][index] = 0 }
    }
  }

  /// Reduces the bits of interleaved frames.
  package func apply(_ samples: inout [Float]) {
    let (low, high) = (-scale, scale - 1)
    for index in samples.indices {
      let noise = uniform() + uniform()
      let sample = samples[index] * scale
      guard sample.isFinite else {
        samples[index] = 0
        continue
      }
      var wanted = sample
      let channel = index % channelCount
      for (tap, coefficient) in filter.enumerated() {
        wanted -= coefficient * errors[channel][tap]
      }
      let kept = min(max((wanted + noise).rounded(.toNearestOrEven), low), high)
      samples[index] = kept / scale
      keep(kept - wanted, of: channel)
    }
  }

  /// Stores an error, with a limit for samples beyond full scale.
  private func keep(_ error: Float, of channel: Int) {
    guard !filter.isEmpty else { return }
    for tap in stride(from: filter.count - 1, to: 0, by: -1) {
      errors[channel][tap] = errors[channel][tap - 1]
    }
    errors[channel][0] = min(max(error, -2), 2)
  }

  /// Returns a number from -0.5 up to but not including 0.5, from a xorshift generator.
  ///
  /// Source: Marsaglia, *Xorshift RNGs*, Journal of Statistical Software 8 (2003).
  private func uniform() -> Float {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Float(state >> 40) * 0x1p-24 - 0.5
  }
}
