package import AudioModel

/// What an encoder can be asked for.
package struct EncoderAbilities: Sendable {
  /// Sample rates in hertz; empty where any will do.
  package var sampleRates: [Double] = []
  /// For each number of channels that is taken, the order in which they are; empty where any number is, in any order.
  package var layouts: [Int: ChannelLayout] = [:]
  /// Whether and how the bit rate may vary, the encoder's own choice first; none where it cannot be chosen.
  package var strategies: [EncoderSettings.Strategy] = []
  /// The bit rates of a sample rate and a number of channels, in bits a second; none where they cannot be chosen.
  var bitRatesOf: @Sendable (Double, Int) -> [ClosedRange<Int>] = { _, _ in [] }

  package init() {}

  /// The bit rates of a format, of which the sample rate or the channels may be 0: then those of any.
  package func bitRates(sampleRate: Double, channelCount: Int) -> [ClosedRange<Int>] {
    let rates = sampleRate > 0 || sampleRates.isEmpty ? [sampleRate] : sampleRates
    let counts = channelCount > 0 || layouts.isEmpty ? [channelCount] : layouts.keys.sorted()
    let all = rates.flatMap { rate in counts.flatMap { bitRatesOf(rate, $0) } }
    return Self.joined(all.sorted { $0.lowerBound < $1.lowerBound })
  }

  /// Ranges by size, those that overlap made one.
  private static func joined(_ ranges: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    var joined: [ClosedRange<Int>] = []
    for range in ranges {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }
}
