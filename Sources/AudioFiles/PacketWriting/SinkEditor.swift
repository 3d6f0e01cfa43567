internal import AudioContainers
internal import AudioTransport

/// Applies the changes that a writer requests.
struct SinkEditor {
  let sink: any ByteSink

  /// Bytes per copy.
  private static let blockSize = 256 << 10

  /// Applies changes in order.
  ///
  /// - Parameters:
  ///   - edits: The changes.
  ///   - lent: The bytes that were lent to the writer.
  ///   - old: The original of a new file.
  /// - Throws: ``TransportError``, possibly after some of the changes.
  func apply(
    _ edits: FileEdits, lent: Span<UInt8>, old: (any ByteSource)? = nil
  ) throws(TransportError) {
    let own = edits.bytes.span
    for edit in edits.list {
      switch edit.source {
      case .own(let range): try write(own.extracting(range), at: edit.offset)
      case .lent(let range): try write(lent.extracting(range), at: edit.offset)
      case .old(let range): if let old { try copy(range, of: old, to: edit.offset) }
      case .zeros(let count): try write(zeros: count, at: edit.offset)
      }
    }
    if let end = edits.end, end != sink.size { try sink.resize(to: end) }
  }

  /// Writes bytes, after adding zeros if the offset lies after the end.
  private func write(_ bytes: Span<UInt8>, at offset: UInt64) throws(TransportError) {
    if offset > sink.size { try sink.resize(to: offset) }
    try sink.write(bytes, at: offset)
  }

  private func write(zeros count: UInt64, at offset: UInt64) throws(TransportError) {
    let zeros = [UInt8](repeating: 0, count: Int(min(count, UInt64(Self.blockSize))))
    var done: UInt64 = 0
    while done < count {
      let part = Int(min(UInt64(zeros.count), count - done))
      try write(zeros.span.extracting(0..<part), at: offset &+ done)
      done += UInt64(part)
    }
  }

  private func copy(
    _ range: Range<UInt64>, of old: any ByteSource, to offset: UInt64
  ) throws(TransportError) {
    var buffer = [UInt8](repeating: 0, count: Self.blockSize)
    var done: UInt64 = 0
    let total = range.upperBound - range.lowerBound
    while done < total {
      let requested = Int(min(UInt64(buffer.count), total - done))
      let count = try Self.read(at: range.lowerBound &+ done, requested, into: &buffer, old)
      guard count > 0 else { throw TransportError(.changed) }
      try write(buffer.span.extracting(0..<count), at: offset &+ done)
      done += UInt64(count)
    }
  }

  private static func read(
    at offset: UInt64, _ count: Int, into buffer: inout [UInt8], _ source: any ByteSource
  ) throws(TransportError) -> Int {
    var bytes = buffer.mutableSpan
    var space = bytes._mutatingExtracting(0..<count)
    return min(try source.read(at: offset, into: &space), count)
  }
}
