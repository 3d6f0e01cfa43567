package import AudioModel

/// The locations of all packets in a file, from the file's own tables.
///
/// A table is compact: it keeps the stored fields (run lengths, sizes, chunk offsets) and looks
/// packets up by index. Its size grows with the bytes of the received tables, and it never reads
/// audio.
package protocol PacketTable: Sendable {
  /// Packets in the table.
  var count: Int { get }
  /// Bytes of the largest packet.
  var maximumPacketSize: Int { get }
  /// Frames of all packets.
  var frameCount: UInt64 { get }
  /// Bytes of all packets.
  var byteCount: UInt64 { get }
  /// Bytes from the start of the file to the end of all packets, in any order.
  var endOffset: UInt64 { get }

  /// The packet at `index`.
  ///
  /// - Precondition: `index` is in `0..<count`.
  func packet(at index: Int) -> Packet

  /// Frames of all packets before `index`, which may be ``count``.
  func firstFrame(ofPacket index: Int) -> UInt64

  /// The packet that holds `frame`, or ``count`` if the frame is after the last packet.
  func packetIndex(atFrame frame: UInt64) -> Int

  /// Appends the packets in `range`, as ``packet(at:)`` returns them.
  ///
  /// - Precondition: `range` lies in `0..<count`.
  func append(_ range: Range<Int>, to packets: inout [Packet])
}

extension PacketTable {
  package func append(_ range: Range<Int>, to packets: inout [Packet]) {
    for index in range { packets.append(packet(at: index)) }
  }
}
