package import AudioModel

/// The levels at which channels are mixed to fewer.
///
/// A speaker that is missing is heard from those beside it: the centre from left and right at 0.7071 each, a surround
/// from its side's front at 0.7071, a single surround from both surrounds at 0.7071 or both fronts at 0.5. To mono left and
/// right go into the centre at 0.7071. What is for low frequencies only goes nowhere but to its like. A channel out
/// whose levels add up to more than 1 is brought back to that, so that nothing clips.
///
/// Source: Recommendation ITU-R BS.775-3, annex 4, table 2.
package enum Downmix {
  /// A level for each channel out in each channel in: first those of the first channel in.
  ///
  /// Where the channels in are not known, each goes to the channel out of its number, in turn, at equal parts. One channel is
  /// known to be mono and two to be stereo.
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

  /// What the channels of a layout are, where it is told or needs not be.
  static func labels(_ layout: ChannelLayout?, _ count: Int) -> [ChannelLabel]? {
    let plain: [ChannelLabel]? = count == 1 ? [.mono] : count == 2 ? [.left, .right] : nil
    guard let labels = layout?.speakers, labels.count == count else { return plain }
    return labels
  }

  /// Which channels out a speaker is heard from, and how loud.
  private static func places(
    of label: ChannelLabel, among targets: [ChannelLabel], depth: Int
  ) -> [(Int, Float)] {
    let usual = label.usual
    if let alike = targets.firstIndex(of: label) ?? targets.firstIndex(where: { $0.usual == usual })
    {
      return [(alike, 1)]
    }
    // From the farthest speaker to the centre there are fewer steps than this; the limit ends circles.
    guard depth < 5, let neighbours = neighbours[usual] else { return [] }
    return neighbours.flatMap { neighbour, level in
      places(of: neighbour, among: targets, depth: depth + 1).map { ($0, $1 * level) }
    }
  }

  private static let part = Float(0.5).squareRoot()

  /// For each speaker those beside it, nearer to the front, and how much of it each gives.
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
