/// The frames that a node renders in one call.
package struct GraphSlice: Equatable, Sendable {
  /// The first frame, at the node's rate, counted from the start of the graph.
  package var frame: Int
  package var count: Int
  /// The time of the first frame on the monotonic clock, in nanoseconds; `nil` if the caller of
  /// the graph has no clock.
  package var nanoseconds: Int?

  package init(frame: Int, count: Int, nanoseconds: Int? = nil) {
    self.frame = frame
    self.count = count
    self.nanoseconds = nanoseconds
  }
}
