/// A moment of an item at a moment of the clock, and the speed of the item from then on.
package struct PlaybackPosition: Equatable, Sendable {
  /// The elapsed seconds at `time`.
  package var seconds = 0.0
  /// The seconds of the item that pass in a second; 0 if the item does not play.
  package var rate = 0.0
  /// A moment of the monotonic clock, in nanoseconds.
  package var time = 0

  /// Returns the elapsed seconds at a moment, from 0 to the duration if there is one.
  package func seconds(at now: Int, duration: Double?) -> Double {
    let moved = seconds + rate * Double(now - time) / 1e9
    return max(0, min(moved, duration ?? .infinity))
  }
}
