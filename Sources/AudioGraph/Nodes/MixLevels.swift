internal import AudioProcessing
internal import Glibc
internal import Synchronization

/// The levels of a mixer's input: one for each pair of channels, with ramps between settings.
///
/// A change becomes a ramp of 256 frames, so that it does not click. The first frames have the
/// levels at once.
package final class MixLevels: @unchecked Sendable {
  // Sendable: the settings are atomic, and everything else belongs to the render thread.

  /// Frames of the ramp of a change.
  static let rampFrames = RampedLevels.rampFrames

  private let settings: MixInput.Settings
  private let sourceCount: Int
  private let targetCount: Int
  /// The levels without volume and pan; those of the first source channel come first.
  private let plain: Planes
  private let ramped: RampedLevels
  private var seenChanges = -1

  init(_ settings: MixInput.Settings, from sourceCount: Int, to targetCount: Int) {
    self.settings = settings
    self.sourceCount = sourceCount
    self.targetCount = targetCount
    let count = sourceCount * targetCount
    plain = Planes(channelCount: count, capacity: 1)
    ramped = RampedLevels(from: sourceCount, to: targetCount)
    let levels = Self.levels(from: sourceCount, to: targetCount)
    for pair in 0..<count { plain[pair, 0] = levels[pair] }
  }

  func fits(_ sourceCount: Int, _ targetCount: Int) -> Bool {
    self.sourceCount == sourceCount && self.targetCount == targetCount
  }

  /// The levels without volume and pan.
  ///
  /// A single channel goes to left and right at full level.
  private static func levels(from sourceCount: Int, to targetCount: Int) -> [Float] {
    if sourceCount == 1 {
      return (0..<targetCount).map { $0 < 2 ? 1 : 0 }
    }
    if targetCount > sourceCount || targetCount == sourceCount {
      var levels = [Float](repeating: 0, count: sourceCount * targetCount)
      for channel in 0..<sourceCount { levels[channel * targetCount + channel] = 1 }
      return levels
    }
    return Downmix.levels(from: nil, sourceCount, to: nil, targetCount)
  }

  // MARK: The render thread

  /// Adds the first `count` frames of an input to those of the mixer, or replaces these.
  package func mix(
    _ source: Planes, into target: Planes, count: Int, replacing replaces: Bool = false
  ) {
    takeSettings()
    ramped.mix(source, into: target, count: count, replacing: replaces)
    ramped.advance(count)
  }

  /// Begins a ramp to new settings.
  private func takeSettings() {
    let changes = settings.changes.load(ordering: .acquiring)
    guard changes != seenChanges else { return }
    seenChanges = changes
    let volume = Float(bitPattern: settings.volume.load(ordering: .relaxed))
    let pan = Float(bitPattern: settings.pan.load(ordering: .relaxed))
    ramped.begin { source, target in
      let pair = source * targetCount + target
      return volume * (placed(pair) ?? panned(pair, pan))
    }
  }

  /// The level of a pair of channels of an input that has a place; `nil` without one.
  private func placed(_ pair: Int) -> Float? {
    let placing = settings.placing.load(ordering: .relaxed)
    guard placing == .allChannels || (placing == .oneChannel && sourceCount == 1) else {
      // Sources with more channels pass unchanged, without a send.
      return nil
    }
    let left = Float(bitPattern: settings.left.load(ordering: .relaxed))
    let right = Float(bitPattern: settings.right.load(ordering: .relaxed))
    let target = pair % targetCount
    if targetCount == 1 { return (left * left + right * right).squareRoot() / Float(sourceCount) }
    return target > 1 ? 0 : (target == 0 ? left : right) / Float(sourceCount)
  }

  /// The level of an input channel in an output channel at a pan, with equal power.
  ///
  /// The number `pair` counts the outputs of the first input, then those of the next one.
  /// A pan of 0 leaves the channels unchanged. Source: Web Audio API, 1.32.5 (stereo panning).
  private func panned(_ pair: Int, _ pan: Float) -> Float {
    guard pan != 0, targetCount >= 2, sourceCount <= 2 else { return plain[pair, 0] }
    let (source, target) = (pair / targetCount, pair % targetCount)
    guard target < 2 else { return plain[pair, 0] }
    let half = Float.pi / 2
    if sourceCount == 1 {
      let angle = (pan + 1) / 2 * half
      return target == 0 ? cosf(angle) : sinf(angle)
    }
    let angle = (pan < 0 ? pan + 1 : pan) * half
    // The channel of the far side moves to the near one.
    let far = pan < 0 ? 1 : 0
    if source != far { return source == target ? 1 : 0 }
    return target == 0 ? cosf(angle) : sinf(angle)
  }
}
