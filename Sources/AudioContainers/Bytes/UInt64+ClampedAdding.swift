extension UInt64 {
  /// The sum, or the largest value on overflow, a position that no file reaches.
  package func clampedAdding(_ count: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(count)
    return overflow ? .max : sum
  }
}
