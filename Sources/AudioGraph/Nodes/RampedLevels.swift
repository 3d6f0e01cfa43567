internal import AudioProcessing

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

  /// Adds the first `count` frames of a block to those of another, or replaces these.
  func mix(_ source: Planes, into target: Planes, count: Int, replacing replaces: Bool = false) {
    let ramped = min(count, Self.rampFrames - rampFrame)
    if ramped > 0 { mixRamp(source, into: target, count: ramped, replacing: replaces) }
    guard count > ramped else { return }
    if !replaces, let (near, pan) = pan {
      return target.add(source, near: near, pan, start: ramped, count: count - ramped)
    }
    var channel = 0
    while channel < targetCount {
      mix(source, into: target, channel, ramped..<count, replacing: replaces)
      channel += 1
    }
  }

  /// The pan from stereo to stereo, and the channel that gets both sides; `nil` without a pan.
  private var pan: (near: Int, MixingKernel.Pan)? {
    guard sourceCount == 2, targetCount == 2 else { return nil }
    let (left, right) = (to[2, 0], to[1, 0])
    guard (left == 0) != (right == 0) else { return nil }
    let near = left == 0 ? 1 : 0
    return (
      near,
      MixingKernel.Pan(
        near: to[3 * near, 0], across: left == 0 ? right : left, far: to[3 * (1 - near), 0])
    )
  }

  /// Mixes frames after the ramp to a channel.
  private func mix(
    _ source: Planes, into target: Planes, _ channel: Int, _ frames: Range<Int>,
    replacing replaces: Bool
  ) {
    var mustReplace = replaces
    var sourceChannel = 0
    while sourceChannel < sourceCount {
      let level = to[sourceChannel * targetCount + channel, 0]
      if level != 0 {
        if mustReplace {
          target.copy(
            channel, at: frames.lowerBound, from: source, sourceChannel, at: frames.lowerBound,
            count: frames.count)
          target.scale(channel, by: level, start: frames.lowerBound, count: frames.count)
        } else {
          target.add(
            channel, from: source, sourceChannel, level: level, start: frames.lowerBound,
            count: frames.count)
        }
        mustReplace = false
      }
      sourceChannel += 1
    }
    if mustReplace { target.clear(channel, frames) }
  }

  private func mixRamp(
    _ source: Planes, into target: Planes, count: Int, replacing replaces: Bool
  ) {
    if replaces { target.clear(count: count) }
    var pair = 0
    while pair < sourceCount * targetCount {
      let (first, last) = (from[pair, 0], to[pair, 0])
      if first != 0 || last != 0 {
        addRamp(
          source, pair / targetCount, target, pair % targetCount, first, last, count: count)
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
