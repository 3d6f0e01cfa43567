internal import Synchronization

extension Renderer {
  /// Takes over volume and balance, now and to come, of a renderer of another rate.
  ///
  /// Called while no device is rendering either.
  ///
  /// - Parameters:
  ///   - other: The renderer, to which nothing is to come afterwards.
  ///   - frame: Which frame of this one is a frame of the other.
  package func takeTargets(of other: Renderer, frame: (Int) -> Int) {
    let ratio = sampleRate / other.sampleRate
    target.store(
      Self.target(other.target.load(ordering: .acquiring), ratio: ratio), ordering: .releasing)
    targetBalance.store(other.targetBalance.load(ordering: .acquiring), ordering: .releasing)
    while let next = other.events.nextFrame {
      let event = other.events.take()
      // There is room: it has as much as the other.
      _ = events.add(
        frame(next), target: Self.target(event.target, ratio: ratio), balance: event.balance)
    }
  }

  /// A volume whose ramp has so many times the frames.
  private static func target(_ target: UInt64, ratio: Double) -> UInt64 {
    let gain = target & UInt64(UInt32.max)
    let ramp = min(Double(target >> 32) * ratio, Double(UInt32.max))
    return UInt64(ramp) << 32 | gain
  }
}
