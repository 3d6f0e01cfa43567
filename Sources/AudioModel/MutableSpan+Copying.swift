extension MutableSpan where Element == UInt8 {
  /// Copies bytes.
  ///
  /// In one piece: a loop whose two indices differ would take some 40 times as long.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - start: Where the first goes; all must have room.
  package mutating func copy(_ bytes: Span<UInt8>, to start: Int = 0) {
    var space = _mutatingExtracting(start..<start + bytes.count)
    precondition(space.count == bytes.count, "no room")
    for index in bytes.indices { space[index] = bytes[index] }
  }
}
