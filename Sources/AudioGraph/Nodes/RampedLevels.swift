/// Levels between the channels of two blocks, with ramps of 256 frames between settings.
///
/// The first levels apply at once. Only the render thread uses it.
final class RampedLevels: @unchecked Sendable {
  // Sendable: only the render thread uses the memory.

  /// Frames of the ramp of a change.
  static let rampFrames = 256

  let sourceCount: Int
  let targetCount: Int
  /// The levels before and after the ramp; those of the first source channel come first.
  private let from: Planes
  private let to: Planes
  private var rampFrame = RampedLevels.rampFrames
  private var hasBegun = false

  init(from sourceCount: Int, to targetCount: Int) {
    (self.sourceCount, self.targetCount) = (sourceCount, targetCount)
    from = Planes(channelCount: sourceCount * targetCount, capacity: 1)
    to = Planes(channelCount: sourceCount * targetCount, capacity: 1)
  }

  /// Begins a ramp to new levels.
  ///
  /// - Parameter level: Returns the level of a pair of channels.
  func begin(_ level: (_ source: Int, _ target: Int) -> Float) {
    let part = Float(rampFrame) / Float(Self.rampFrames)
    var pair = 0
    while pair < sourceCount * targetCount {
      let level = level(pair / targetCount, pair % targetCount)
      from[pair, 0] = hasBegun ? from[pair, 0] + (to[pair, 0] - from[pair, 0]) * part : level
      to[pair, 0] = level
      pair += 1
    }
    rampFrame = hasBegun ? 0 : Self.rampFrames
    hasBegun = true
  }

  /// Adds the first `count` frames of a block to those of another.
  func mix(_ source: Planes, into target: Planes, count: Int) {
    let ramped = min(count, Self.rampFrames - rampFrame)
    var pair = 0
    while pair < sourceCount * targetCount {
      let channels = (pair / targetCount, pair % targetCount)
      let (first, last) = (from[pair, 0], to[pair, 0])
      if ramped > 0, first != 0 || last != 0 {
        addRamp(source, channels.0, target, channels.1, first, last, count: ramped)
      }
      if last != 0, count > ramped {
        target.add(
          channels.1, from: source, channels.0, level: last, start: ramped,
          count: count - ramped)
      }
      pair += 1
    }
  }

  /// Advances the ramp by frames, whether they have been mixed or not.
  func advance(_ count: Int) {
    rampFrame += min(count, Self.rampFrames - rampFrame)
  }

  private func addRamp(
    _ source: Planes, _ sourceChannel: Int, _ target: Planes, _ targetChannel: Int,
    _ first: Float, _ last: Float, count: Int
  ) {
    let step = (last - first) / Float(Self.rampFrames)
    var index = 0
    while index < count {
      let level = first + step * Float(rampFrame + index + 1)
      target[targetChannel, index] += level * source[sourceChannel, index]
      index += 1
    }
  }
}
