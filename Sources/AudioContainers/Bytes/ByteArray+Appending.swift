import AudioModel

extension [UInt8] {
  /// Appends the bytes of `range`.
  mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let before = count
    append(zeros: range.count)
    var space = mutableSpan
    space.copy(bytes.extracting(range), to: before)
  }
}
