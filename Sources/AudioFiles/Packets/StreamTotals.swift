/// Totals over the packets that a stream has returned.
package struct StreamTotals: Equatable, Sendable {
  package private(set) var packetCount: UInt64 = 0
  /// Frames in the packets.
  package private(set) var frameCount: UInt64 = 0
  /// Bytes of the packets.
  package private(set) var packetByteCount: UInt64 = 0
  /// Bytes in the file that the packets occupy, including their headers.
  package private(set) var coveredByteCount: UInt64 = 0

  /// Adds packets.
  ///
  /// - Parameters:
  ///   - batch: The packets.
  ///   - frames: Their number of frames.
  ///   - covered: The bytes in the file that they occupy.
  mutating func add(_ batch: PacketBatch, frames: UInt64, covering covered: UInt64) {
    packetCount &+= UInt64(batch.packetCount)
    packetByteCount &+= UInt64(batch.bytes.count)
    frameCount &+= frames
    coveredByteCount &+= covered
  }
}
