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
    return table.entry(at: index).map(Place.init)
  }

  /// The packet that holds this frame, counted with the priming frames, or `nil` where there is none.
  package func place(holdingFrame frame: UInt64) throws(PacketError) -> Place? {
    try scan { $0.frameCount > frame }
    return table.entry(holdingFrame: frame).map(Place.init)
  }

  /// The packet that holds this byte of the file, or the last before it.
  ///
  /// - Returns: `nil` outside the audio data.
  /// - Throws: ``PacketError`` of the source.
  package func place(holdingByte offset: UInt64) throws(PacketError) -> Place? {
    try scan { $0.endOffset > offset }
    return table.entry(holdingByte: offset).map(Place.init)
  }
}

extension PacketFile.Place {
  fileprivate init(_ entry: PacketIndex.Entry) {
    self.init(index: entry.index, firstFrame: entry.firstFrame, packet: entry.packet)
  }
}
