internal import AudioModel

/// Bytes in memory.
package final class MemoryByteSource: ByteSource {
  private let bytes: [UInt8]

  /// Creates a source of `bytes`.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package var byteCount: UInt64? { UInt64(bytes.count) }

  package func read(
    at offset: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(TransportError) -> Int {
    guard offset < UInt64(bytes.count) else { return 0 }
    let start = Int(offset)
    let count = min(buffer.count, bytes.count - start)
    let bytes = bytes
    buffer.copy(bytes.span.extracting(start..<start + count))
    return count
  }
}
