extension [UInt8] {
  /// Appends the bytes of `range`.
  package mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let appended = bytes.extracting(range)
    append(addingCapacity: appended.count) { space in
      for index in appended.indices { space.append(appended[index]) }
    }
  }
}
