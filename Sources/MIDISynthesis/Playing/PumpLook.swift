/// Finds the beats that have played since the last look at a pump.
package struct PumpLook {
  private var move = -1
  private var last = 0.0

  package init() {}

  /// The beats that have played: those after `start` and up to `end`; `nil` if no time has passed.
  ///
  /// The beats between the positions before and after a move have not played.
  package mutating func next(_ pump: SequencePump) -> (start: Double, end: Double)? {
    let progress = pump.progressSinceMove
    if progress.move != move { (move, last) = (progress.move, progress.start.nextDown) }
    guard progress.beat > last else { return nil }
    defer { last = progress.beat }
    return (last, progress.beat)
  }
}
