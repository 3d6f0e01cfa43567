/// A time with which edits calculate exactly.
package protocol EditTime: Comparable, Sendable {
  static var zero: Self { get }

  static func + (one: Self, other: Self) -> Self
  static func - (one: Self, other: Self) -> Self

  /// Returns this duration multiplied by `new` and divided by `old`.
  func scaled(from old: Self, to new: Self) -> Self
}

/// A range of times.
package struct EditRange<Time: EditTime>: Equatable, Sendable {
  package var start: Time
  package var duration: Time

  package init(start: Time, duration: Time) {
    self.start = start
    self.duration = duration
  }

  package init(from start: Time, to end: Time) {
    self.init(start: start, duration: end - start)
  }

  package var end: Time { start + duration }
}
