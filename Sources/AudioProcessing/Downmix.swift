package import AudioModel

/// The levels for mixing channels to fewer.
///
/// A missing speaker is distributed to its neighbors:
///
/// - The center goes to left and right at 0.7071 each.
/// - A surround goes to the front of its side at 0.7071.
/// - A single surround goes to both surrounds at 0.7071, or to both fronts at 0.5.
/// - For mono, left and right go to the center at 0.7071.
/// - Low frequencies only go to a matching channel.
///
/// If the levels of an output channel add up to more than 1, they are scaled down to avoid
/// clipping.
///
/// Source: Recommendation ITU-R BS.775-3, annex 4, table 2.
package enum Downmix {
  /// Returns a level for each pair of channels.
  ///
  /// All levels of the first input channel come first.
  ///
  /// If the input layout is unknown, inputs are distributed to the outputs in turn, at equal
  /// levels. One channel counts as mono, and two count as stereo.
  package static func levels(
    from input: ChannelLayout?, _ inputCount: Int, to output: ChannelLayout?, _ outputCount: Int
  ) -> [Float] {
    var levels = [Float](repeating: 0, count: inputCount * outputCount)
    if let sources = labels(input, inputCount), let targets = labels(output, outputCount) {
      for (source, label) in sources.enumerated() {
        for (place, level) in places(of: label, among: targets, depth: 0) {
          levels[source * outputCount + place] += level
        }
      }
    }
    if levels.allSatisfy({ $0 == 0 }) {
      for source in 0..<inputCount { levels[source * outputCount + source % outputCount] = 1 }
    }
    for target in 0..<outputCount {
      let places = stride(from: target, to: levels.count, by: outputCount)
      let sum = places.reduce(0) { $0 + levels[$1] }
      guard sum > 1 else { continue }
      for place in places { levels[place] /= sum }
    }
    return levels
  }

  /// Returns the labels of a layout, if it is known or implied by the channel count.
  static func labels(_ layout: ChannelLayout?, _ count: Int) -> [ChannelLabel]? {
    let plain: [ChannelLabel]? = count == 1 ? [.mono] : count == 2 ? [.left, .right] : nil
    guard let labels = layout?.speakers, labels.count == count else { return plain }
    return labels
  }

  /// Returns the output channels for a speaker, and their levels.
  private static func places(
    of label: ChannelLabel, among targets: [ChannelLabel], depth: Int
  ) -> [(Int, Float)] {
    let usual = label.usual
    if let alike = targets.firstIndex(of: label) ?? targets.firstIndex(where: { $0.usual == usual })
    {
      return [(alike, 1)]
    }
    // The distance from any speaker to the center is less than this limit, which ends cycles.
    guard depth < 5, let neighbours = neighbours[usual] else { return [] }
    return neighbours.flatMap { neighbour, level in
      places(of: neighbour, among: targets, depth: depth + 1).map { ($0, $1 * level) }
    }
  }

  private static let part = Float(0.5).squareRoot()

  /// The neighbors of each speaker, closer to the front, and their levels.
  private static let neighbours: [ChannelLabel: [(ChannelLabel, Float)]] = [
    .left: [(.center, part)], .right: [(.center, part)],
    .center: [(.left, part), (.right, part)],
    .leftCenter: [(.left, part)], .rightCenter: [(.right, part)],
    .leftSurround: [(.left, part)], .rightSurround: [(.right, part)],
    .centerSurround: [(.leftSurround, part), (.rightSurround, part)],
    .topCenterSurround: [(.leftSurround, part), (.rightSurround, part)],
    .leftHeight: [(.left, part)], .rightHeight: [(.right, part)], .centerHeight: [(.center, part)],
    .leftTopMiddle: [(.leftSurround, part)], .rightTopMiddle: [(.rightSurround, part)],
    .leftTopRear: [(.leftSurround, part)], .rightTopRear: [(.rightSurround, part)],
    .centerTopRear: [(.centerSurround, part)],
    .topBackLeft: [(.leftSurround, part)], .topBackRight: [(.rightSurround, part)],
    .topBackCenter: [(.centerSurround, part)],
  ]
}
