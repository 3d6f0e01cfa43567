internal import AudioContainers
package import AudioModel

/// Conversion between packets, frames, and bytes.
extension PacketFile {
  /// A packet and its position in the stream.
  package struct Place: Equatable, Sendable {
    /// Packets before this one.
    package var index: UInt64
    /// Frames before this packet.
    package var firstFrame: UInt64
    package var packet: Packet
  }

  /// Returns the packet with this index, or `nil` if the file has no such packet.
  package func place(ofPacket index: UInt64) throws(PacketError) -> Place? {
    _ = try scan(to: index)
    guard table.marks.isEmpty else { return try gatheredPlace(ofPacket: index) }
    return table.entry(at: index).map(Place.init)
  }

  /// Returns the packet that contains this frame, or `nil` if the file has no such frame.
  ///
  /// The frame number includes the priming frames.
  package func place(holdingFrame frame: UInt64) throws(PacketError) -> Place? {
    try scan { $0.frameCount > frame }
    guard table.marks.isEmpty else { return try gatheredPlace(holdingFrame: frame) }
    return table.entry(holdingFrame: frame).map(Place.init)
  }

  /// Returns the packet that contains this byte of the file, or the packet that it leads to.
  ///
  /// Bytes between packets are the header of the next packet.
  ///
  /// - Returns: `nil` outside the audio data.
  /// - Throws: ``PacketError`` of the source.
  package func place(nearByte offset: UInt64) throws(PacketError) -> Place? {
    try scan { $0.endOffset > offset }
    guard offset >= info.dataOffset else { return nil }
    guard table.marks.isEmpty else { return try gatheredPlace(nearByte: offset) }
    guard let entry = table.entry(holdingByte: offset) else {
      return offset < table.firstOffset ? table.entry(at: 0).map(Place.init) : nil
    }
    let isBehind = offset >= entry.packet.offset &+ UInt64(entry.packet.byteCount)
    return (isBehind ? table.entry(at: entry.index &+ 1) : entry).map(Place.init)
  }
}

extension PacketFile.Place {
  init(_ entry: PacketIndex.Entry) {
    self.init(index: entry.index, firstFrame: entry.firstFrame, packet: entry.packet)
  }
}
