internal import Synchronization

extension Renderer {
  /// Takes over the volumes and balances to come of another renderer.
  ///
  /// Called while no device is rendering either.
  ///
  /// - Parameters:
  ///   - other: The renderer, to which nothing is to come afterwards.
  ///   - frame: Which frame of this one is a frame of the other.
  package func takeTargets(of other: Renderer, frame: (Int) -> Int) {
    let ratio = sampleRate / other.sampleRate
    while other.events.nextFrame != nil {
      var event = other.events.take().event
      event.frame = frame(event.frame)
      event.target = event.target.map { Self.target($0, ratio: ratio) }
      // There is room: it has as much as the other.
      _ = events.add(event, earliest: ring.earliestFrame)
    }
  }

  /// A volume whose ramp has so many times the frames.
  private static func target(_ target: UInt64, ratio: Double) -> UInt64 {
    let gain = target & UInt64(UInt32.max)
    let ramp = min(Double(target >> 32) * ratio, Double(UInt32.max))
    return UInt64(ramp) << 32 | gain
  }
}
