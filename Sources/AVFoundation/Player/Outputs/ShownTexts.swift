internal import AudioPlayback
internal import CoreMedia

/// The texts that an output has given to its receiver.
struct ShownTexts {
  /// Other texts, to be shown from a time on.
  struct Change {
    var events: [TimedEvent]
    var time: CMTime
  }

  private var events: [TimedEvent] = []
  /// Whether the receiver may still show texts of another time.
  private var isStale = false

  /// Takes the texts of a time, and returns them if they have changed.
  mutating func take(_ tracks: [TimedEvents], at target: Double) -> Change? {
    let new = tracks.flatMap(\.events).filter { !$0.texts.isEmpty && $0.isShown(at: target) }
    let old = events
    guard new != old || isStale else { return nil }
    (events, isStale) = (new, false)
    let change = (new.map(\.start) + old.map(\.end)).filter { $0 <= target }.max() ?? target
    return Change(
      events: new,
      time: CMTime(seconds: change, preferredTimescale: tracks.first?.timescale ?? 1000))
  }

  /// Notes a jump: the receiver may still show texts.
  mutating func flush() {
    isStale = isStale || !events.isEmpty
    events = []
  }
}
