/// A named part of a recording, which lasts until the next chapter.
package struct Chapter: Hashable, Sendable {
  /// Seconds from the start of the recording.
  package var start: Double
  package var title: String

  package init(start: Double, title: String) {
    self.start = start
    self.title = title
  }
}
