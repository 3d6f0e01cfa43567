internal import AudioContainers
package import AudioModel

/// Between packets, frames and bytes.
extension PacketFile {
  /// A packet and where it stands in its stream.
  package struct Place: Equatable, Sendable {
    /// Packets before it.
    package var index: UInt64
    /// Frames before it.
    package var firstFrame: UInt64
    package var packet: Packet
  }

  /// The packet with this index, or `nil` where there is none.
  package func place(ofPacket index: UInt64) throws(PacketError) -> Place? {
    _ = try scan(to: index)
    guard table.marks.isEmpty else { return try gatheredPlace(ofPacket: index) }
    return table.entry(at: index).map(Place.init)
  }

  /// The packet that holds this frame, counted with the priming frames, or `nil` where there is none.
  package func place(holdingFrame frame: UInt64) throws(PacketError) -> Place? {
    try scan { $0.frameCount > frame }
    guard table.marks.isEmpty else { return try gatheredPlace(holdingFrame: frame) }
    return table.entry(holdingFrame: frame).map(Place.init)
  }

  /// The packet that holds this byte of the file, or the one to which it leads.
  ///
  /// Bytes between packets are the header of the packet behind them.
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
