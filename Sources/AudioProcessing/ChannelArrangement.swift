package import AudioModel

/// The channel layouts on both sides of a conversion, and the handling of channels without a match.
package struct ChannelArrangement: Equatable, Sendable {
  /// The input layout, if known.
  package var input: ChannelLayout?
  /// The output layout, if known.
  package var output: ChannelLayout?
  /// Whether to mix channels that the output lacks into those that it has.
  package var mixesDown = false

  package init() {}

  /// Returns the input channel for each output channel, or `nil` for silence.
  ///
  /// If both layouts are known, channels map to matching ones. This requires a match for each
  /// channel of the smaller side. Otherwise, channels map by number.
  package func map(_ inputCount: Int, to outputCount: Int) -> [Int?] {
    likes(inputCount, outputCount) ?? SampleConverter.firstToFirst(inputCount, outputCount)
  }

  /// Returns whether mapping by number would assign channels to the wrong loudspeakers.
  ///
  /// This is the case if both layouts are known, and the input has loudspeakers that the output
  /// lacks. Mono and stereo outputs accept any input.
  package func isMisplaced(_ inputCount: Int, to outputCount: Int) -> Bool {
    guard outputCount > 2, let sources = input?.speakers, let targets = output?.speakers,
      sources.count == inputCount, targets.count == outputCount
    else { return false }
    return sources.contains(where: \.isLoudspeaker) && targets.contains(where: \.isLoudspeaker)
      && likes(inputCount, outputCount) == nil
  }

  /// Returns the matching input channel for each output channel, or `nil` if too few match.
  private func likes(_ inputCount: Int, _ outputCount: Int) -> [Int?]? {
    guard let sources = input?.speakers, let targets = output?.speakers,
      sources.count == inputCount, targets.count == outputCount
    else { return nil }
    var map = targets.map { sources.firstIndex(of: $0) }
    for (target, label) in targets.enumerated() where map[target] == nil {
      map[target] = sources.indices.first { source in
        !map.contains(source) && sources[source].usual == label.usual
      }
    }
    let found = Set(map.compactMap { $0 }).count
    return found == min(inputCount, outputCount) ? map : nil
  }

  /// Returns a mixer for mixing down.
  ///
  /// - Returns: `nil` if mixing down is off, or the output does not have fewer channels.
  package func mixer(_ inputCount: Int, to outputCount: Int) -> ChannelMixer? {
    guard mixesDown, inputCount > outputCount else { return nil }
    return ChannelMixer(
      levels: Downmix.levels(from: input, inputCount, to: output, outputCount), from: inputCount,
      to: outputCount)
  }
}
