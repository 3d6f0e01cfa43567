extension MutableSpan where Element == UInt8 {
  /// Copies bytes.
  ///
  /// Copies in one step. A loop with two different indices would take about 40 times as long.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - start: The index of the first byte in this span, which must have room for all bytes.
  package mutating func copy(_ bytes: Span<UInt8>, to start: Int = 0) {
    precondition(start >= 0 && start + bytes.count <= count, "the span has no room for the bytes")
    var space = _mutatingExtracting(start..<start + bytes.count)
    for index in bytes.indices { space[index] = bytes[index] }
  }
}
