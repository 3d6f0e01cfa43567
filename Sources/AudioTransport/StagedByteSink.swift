/// The future content of another sink, kept in a temporary file until it is complete.
///
/// For sinks without a file system, such as a client's functions. ``succeed()`` overwrites the
/// target's content. If overwriting fails, the previous content is restored.
package final class StagedByteSink: ByteSink {
  private let target: any ByteSink
  private let staged: FileByteSink
  package private(set) var isPending = true

  private static let blockSize = 256 << 10

  /// Creates an empty sink.
  ///
  /// - Parameter target: The final destination of the bytes.
  /// - Throws: ``TransportError`` if no temporary file can be created.
  package init(for target: any ByteSink) throws(TransportError) {
    self.target = target
    staged = try FileByteSink.temporary()
  }

  private var current: any ByteSink { isPending ? staged : target }

  package var size: UInt64 { current.size }
  package var byteCount: UInt64? { size }

  package func read(
    at offset: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(TransportError) -> Int {
    try current.read(at: offset, into: &buffer)
  }

  package func write(_ bytes: Span<UInt8>, at offset: UInt64) throws(TransportError) {
    try current.write(bytes, at: offset)
  }

  package func resize(to count: UInt64) throws(TransportError) {
    try current.resize(to: count)
  }

  package func successor() throws(TransportError) -> (any ByteSink)? {
    try StagedByteSink(for: target)
  }

  package func succeed() throws(TransportError) {
    guard isPending else { return }
    let before = target.size
    let saved = try FileByteSink.temporary()
    do {
      // Bytes after the old end need space, so copy them first to detect a full disk.
      try Self.copy(before..<max(before, staged.size), of: staged, to: target)
      var offset: UInt64 = 0
      while offset < min(before, staged.size) {
        let end = min(offset + UInt64(Self.blockSize), before, staged.size)
        try Self.copy(offset..<end, of: target, to: saved)
        try Self.copy(offset..<end, of: staged, to: target)
        offset = end
      }
      if staged.size < before { try target.resize(to: staged.size) }
    } catch {
      try? Self.copy(0..<saved.size, of: saved, to: target)
      if target.size > before { try? target.resize(to: before) }
      throw error
    }
    isPending = false
  }

  package func close() throws(TransportError) {
    try current.close()
  }

  /// Copies bytes to the same offsets as in the source.
  private static func copy(
    _ range: Range<UInt64>, of source: any ByteSink, to target: any ByteSink
  ) throws(TransportError) {
    var buffer = [UInt8](repeating: 0, count: blockSize)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let requested = Int(min(UInt64(buffer.count), range.upperBound - offset))
      let count = try read(at: offset, requested, of: source, into: &buffer)
      guard count > 0 else { throw TransportError(.changed) }
      try target.write(buffer.span.extracting(0..<count), at: offset)
      offset += UInt64(count)
    }
  }

  private static func read(
    at offset: UInt64, _ count: Int, of source: any ByteSink, into buffer: inout [UInt8]
  ) throws(TransportError) -> Int {
    var bytes = buffer.mutableSpan
    var space = bytes._mutatingExtracting(0..<count)
    return min(try source.read(at: offset, into: &space), count)
  }
}
