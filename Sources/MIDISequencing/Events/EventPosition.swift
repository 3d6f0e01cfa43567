/// A position among the events of a list, which survives edits of the list.
///
/// If its event is removed, the position moves to the first event at or after the time of that
/// event.
package struct EventPosition: Sendable {
  private var index: Int
  private var revision: Int
  /// The event and its time; `nil` after the last event.
  private var event: (serial: Int, beat: Double)?

  /// The position of the first event.
  package init(startOf list: EventList) {
    index = 0
    revision = list.revision
    move(to: 0, in: list)
  }

  /// The index of the current event; the number of events after the last one.
  package mutating func index(in list: EventList) -> Int {
    guard revision != list.revision else { return index }
    guard let event else {
      move(to: list.count, in: list)
      return index
    }
    if let found = list.index(ofSerial: event.serial, at: event.beat) {
      move(to: found, in: list)
    } else {
      move(to: list.firstIndex(at: event.beat), in: list)
    }
    return index
  }

  /// Moves to an index, or after the last event.
  package mutating func move(to index: Int, in list: EventList) {
    self.index = min(max(index, 0), list.count)
    revision = list.revision
    event = self.index < list.count ? (list[self.index].serial, list[self.index].beat) : nil
  }
}
