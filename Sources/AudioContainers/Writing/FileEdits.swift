/// Changes to a file, in the order of application.
package struct FileEdits: Sendable {
  /// The source of an edit's bytes.
  package enum Source: Hashable, Sendable {
    /// From ``FileEdits/bytes``.
    case own(Range<Int>)
    /// Bytes lent to the writer's call.
    case lent(Range<Int>)
    /// Bytes of the old file, if the changes create a new one.
    case old(Range<UInt64>)
    /// This many zeros, which take no memory.
    case zeros(UInt64)
  }

  package struct Edit: Hashable, Sendable {
    /// Bytes from the start of the file.
    package var offset: UInt64
    package var source: Source
  }

  package private(set) var list: [Edit] = []
  package private(set) var bytes: [UInt8] = []
  /// End of the file after all changes, or `nil` if the changes determine it.
  package var end: UInt64?

  package init() {}

  /// Writes `new` at `offset`.
  package mutating func write(_ new: [UInt8], at offset: UInt64) {
    guard !new.isEmpty else { return }
    let start = bytes.count
    bytes.append(contentsOf: new)
    if let last = list.last, case .own(let range) = last.source, range.upperBound == start,
      last.offset &+ UInt64(range.count) == offset
    {
      list[list.count - 1].source = .own(range.lowerBound..<bytes.count)
    } else {
      list.append(Edit(offset: offset, source: .own(start..<bytes.count)))
    }
  }

  /// Writes some of the bytes lent to this call.
  package mutating func write(lent range: Range<Int>, at offset: UInt64) {
    guard !range.isEmpty else { return }
    if let last = list.last, case .lent(let before) = last.source,
      before.upperBound == range.lowerBound, last.offset &+ UInt64(before.count) == offset
    {
      list[list.count - 1].source = .lent(before.lowerBound..<range.upperBound)
      return
    }
    list.append(Edit(offset: offset, source: .lent(range)))
  }

  /// Copies bytes from the old file to the new one.
  package mutating func copy(_ range: Range<UInt64>, to offset: UInt64) {
    guard !range.isEmpty else { return }
    list.append(Edit(offset: offset, source: .old(range)))
  }

  /// Writes zeros, which take up room in the file.
  package mutating func write(zeros count: UInt64, at offset: UInt64) {
    guard count > 0 else { return }
    list.append(Edit(offset: offset, source: .zeros(count)))
  }
}
