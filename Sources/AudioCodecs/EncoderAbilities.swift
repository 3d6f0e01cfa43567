package import AudioModel

/// What an encoder can be asked for.
package struct EncoderAbilities: Sendable {
  /// Sample rates in hertz; empty where any will do.
  package var sampleRates: [Double] = []
  /// For each number of channels that is taken, what they may be, in the order in which they are taken, the encoder's own choice first;
  /// empty where any number is, in any order.
  package var layouts: [Int: [ChannelLayout]] = [:]
  /// Whether and how the bit rate may vary, the encoder's own choice first; none where it cannot be chosen.
  package var strategies: [EncoderSettings.Strategy] = []
  /// The bit rates of a sample rate and a number of channels, in bits a second; none where they cannot be chosen.
  var bitRatesOf: @Sendable (Double, Int) -> [ClosedRange<Int>] = { _, _ in [] }

  package init() {}

  /// The layout for channels that are wanted, or the encoder's own choice where it is not told which loudspeakers those are.
  ///
  /// - Parameters:
  ///   - channelCount: How many.
  ///   - wanted: What they are to be, in any order.
  /// - Returns: The layout; `nil` where the encoder has none of its own for as many.
  /// - Throws: ``CodecError/channelsWithoutPlace`` where the encoder does not take these loudspeakers.
  package func layout(
    _ channelCount: Int, _ wanted: ChannelLayout?
  ) throws(CodecError) -> ChannelLayout? {
    let own = layouts[channelCount] ?? []
    guard let wanted, wanted.channelCount == channelCount, let speakers = wanted.speakers,
      wanted.namesLoudspeakers, channelCount > 2, !own.isEmpty
    else { return own.first }
    let exact = own.first { $0.speakers.map(Set.init) == Set(speakers) }
    guard let found = exact ?? own.first(where: { $0.hasSpeakers(of: wanted) }) else {
      throw .channelsWithoutPlace
    }
    return found
  }

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
