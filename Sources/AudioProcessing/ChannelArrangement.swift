package import AudioModel

/// What the channels on both sides of a conversion are, and what becomes of those that have no place.
package struct ChannelArrangement: Equatable, Sendable {
  /// What comes in, where it is told.
  package var input: ChannelLayout?
  /// What goes out, where it is told.
  package var output: ChannelLayout?
  /// Whether channels that do not go out are mixed into those that do.
  package var mixesDown = false

  package init() {}

  /// For each channel out, the channel in, or `nil` for silence.
  ///
  /// Where both sides are told, each channel goes to its like, if as many find one as there are on the smaller side; else the
  /// first goes to the first.
  package func map(_ inputCount: Int, to outputCount: Int) -> [Int?] {
    likes(inputCount, outputCount) ?? SampleConverter.firstToFirst(inputCount, outputCount)
  }

  /// Whether both sides are told, and the input has loudspeakers that the output has not, so that the numbers alone would bring
  /// them to other places.
  ///
  /// Mono and stereo take what comes.
  package func isMisplaced(_ inputCount: Int, to outputCount: Int) -> Bool {
    guard outputCount > 2, let sources = input?.speakers, let targets = output?.speakers,
      sources.count == inputCount, targets.count == outputCount
    else { return false }
    return sources.contains(where: \.isLoudspeaker) && targets.contains(where: \.isLoudspeaker)
      && likes(inputCount, outputCount) == nil
  }

  /// For each channel out, the channel in that is its like; `nil` where too few are.
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

  /// What mixes the channels down, or `nil` where none are to be or there are not fewer.
  package func mixer(_ inputCount: Int, to outputCount: Int) -> ChannelMixer? {
    guard mixesDown, inputCount > outputCount else { return nil }
    return ChannelMixer(
      levels: Downmix.levels(from: input, inputCount, to: output, outputCount), from: inputCount,
      to: outputCount)
  }
}
