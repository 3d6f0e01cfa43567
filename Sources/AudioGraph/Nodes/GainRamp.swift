internal import Synchronization

/// A volume whose changes become ramps of 256 frames.
package final class GainRamp: @unchecked Sendable {
  // Sendable: the setting is atomic, and everything else belongs to the render thread.

  private static let rampFrames = MixLevels.rampFrames

  private let bits: Atomic<UInt32>
  private var from: Float = 1
  private var to: Float = 1
  private var rampFrame = GainRamp.rampFrames
  private var hasBegun = false

  package init(_ value: Float = 1) {
    bits = Atomic(value.bitPattern)
  }

  /// The volume that frames have from now on.
  package var value: Float {
    get { Float(bitPattern: bits.load(ordering: .relaxed)) }
    set { bits.store(newValue.isFinite ? newValue.bitPattern : 0, ordering: .relaxed) }
  }

  /// Multiplies frames by the volume.
  package func apply(to planes: Planes, count: Int) {
    let wanted = value
    if !hasBegun {
      (hasBegun, from, to) = (true, wanted, wanted)
    } else if wanted != to {
      from += (to - from) * Float(rampFrame) / Float(Self.rampFrames)
      (to, rampFrame) = (wanted, 0)
    }
    let ramped = min(count, Self.rampFrames - rampFrame)
    let step = (to - from) / Float(Self.rampFrames)
    var index = 0
    while index < ramped {
      planes.scale(by: from + step * Float(rampFrame + index + 1), start: index, count: 1)
      index += 1
    }
    rampFrame += ramped
    if to != 1 { planes.scale(by: to, start: ramped, count: count - ramped) }
  }
}
