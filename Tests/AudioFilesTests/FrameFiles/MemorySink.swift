import AudioTransport

/// Bytes in memory for reading and writing, up to a limit.
final class MemorySink: ByteSink {
  private(set) var bytes: [UInt8] = []
  /// The capacity in bytes; further bytes are refused.
  var limit = Int.max
  private(set) var isClosed = false

  var size: UInt64 { UInt64(bytes.count) }
  var byteCount: UInt64? { size }
  var isPending: Bool { false }

  func read(
    at offset: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(TransportError) -> Int {
    guard offset < size else { return 0 }
    let count = min(buffer.count, bytes.count - Int(offset))
    for index in 0..<count { buffer[index] = bytes[Int(offset) + index] }
    return count
  }

  func write(_ new: Span<UInt8>, at offset: UInt64) throws(TransportError) {
    let end = Int(offset) + new.count
    guard end <= limit else { throw TransportError(.client(-1)) }
    if end > bytes.count { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
    for index in new.indices { bytes[Int(offset) + index] = new[index] }
  }

  func resize(to count: UInt64) throws(TransportError) {
    let missing = Int(count) - bytes.count
    if missing < 0 {
      bytes.removeLast(-missing)
    } else {
      bytes += Array(repeating: 0, count: missing)
    }
  }

  func successor() throws(TransportError) -> (any ByteSink)? { nil }
  func succeed() throws(TransportError) {}
  func close() throws(TransportError) { isClosed = true }
}
