/// An event at its time in a track.
package struct TimedEvent: Equatable, Sendable {
  /// Beats from the start of the track.
  package var beat: Double
  /// Identifies the event in its list.
  package let serial: Int
  package var content: EventContent

  /// The end of a note, or the time of another event, in beats.
  package var end: Double { beat + content.duration }
}
