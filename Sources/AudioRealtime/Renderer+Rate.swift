internal import Synchronization

extension Renderer {
  /// Takes the pending volumes and balances from another renderer.
  ///
  /// Call while no device renders with either one.
  ///
  /// - Parameters:
  ///   - other: The renderer, which has no pending events afterwards.
  ///   - frame: Converts a frame of the other renderer to one of this renderer.
  package func takeTargets(of other: Renderer, frame: (Int) -> Int) {
    let ratio = sampleRate / other.sampleRate
    while other.events.nextFrame != nil {
      var event = other.events.take().event
      event.frame = frame(event.frame)
      event.target = event.target.map { Self.target($0, ratio: ratio) }
      // Both renderers have the same capacity, so there is room.
      _ = events.add(event, earliest: ring.earliestFrame)
    }
  }

  /// Returns a volume whose ramp length is multiplied by `ratio`.
  private static func target(_ target: UInt64, ratio: Double) -> UInt64 {
    let gain = target & UInt64(UInt32.max)
    let ramp = min(Double(target >> 32) * ratio, Double(UInt32.max))
    return UInt64(ramp) << 32 | gain
  }
}
