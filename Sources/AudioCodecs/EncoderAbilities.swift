package import AudioModel

/// The settings that an encoder supports.
package struct EncoderAbilities: Sendable {
  /// Sample rates in hertz.
  ///
  /// Empty if the encoder supports any rate.
  package var sampleRates: [Double] = []
  /// The layouts for each supported channel count, in the encoder's channel order, default first.
  ///
  /// Empty if the encoder supports any channel count and order.
  package var layouts: [Int: [ChannelLayout]] = [:]
  /// The supported bit rate strategies, default first.
  ///
  /// Empty if the strategy is not selectable.
  package var strategies: [EncoderSettings.Strategy] = []
  /// The bit rates for a sample rate and channel count, in bits per second.
  ///
  /// Empty if the bit rate is not selectable.
  var bitRatesOf: @Sendable (Double, Int) -> [ClosedRange<Int>] = { _, _ in [] }

  package init() {}

  /// Returns the encoder's layout for a requested one.
  ///
  /// - Parameters:
  ///   - channelCount: The number of channels.
  ///   - wanted: The requested layout, in any order.
  /// - Returns: The layout. The default for one or two channels, or if the requested layout names
  ///   no loudspeakers or has another channel count. `nil` if the encoder has no layout for this
  ///   channel count.
  /// - Throws: ``CodecError/channelsWithoutPlace`` if the encoder does not support the
  ///   loudspeakers.
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

  /// Returns the bit rates of a format.
  ///
  /// A sample rate or channel count of 0 matches any.
  package func bitRates(sampleRate: Double, channelCount: Int) -> [ClosedRange<Int>] {
    let rates = sampleRate > 0 || sampleRates.isEmpty ? [sampleRate] : sampleRates
    let counts = channelCount > 0 || layouts.isEmpty ? [channelCount] : layouts.keys.sorted()
    let all = rates.flatMap { rate in counts.flatMap { bitRatesOf(rate, $0) } }
    return Self.joined(all.sorted { $0.lowerBound < $1.lowerBound })
  }

  /// Merges overlapping ranges, in ascending order.
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
