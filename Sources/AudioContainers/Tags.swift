/// Text that describes a recording, under the keys of Core Audio's info dictionary.
package struct Tags: Equatable, Sendable {
  /// Values by key.
  ///
  /// Keys are `title`, `artist`, `album`, `track number`, `year`, `genre`, `comments` and so on.
  package var values: [String: String] = [:]

  package init() {}

  /// Adds what `others` have and these lack.
  package mutating func fill(from others: Tags) {
    values.merge(others.values) { mine, _ in mine }
  }
}
