/// Conversion between packets, frames, and bytes.
extension PacketFile {
  /// Returns the packet with this index, or `nil` if the file has no such packet.
  package func place(ofPacket index: UInt64) throws(PacketError) -> PacketPlace? {
    try locator.place(ofPacket: index)
  }

  /// Returns the packet that contains this frame, or `nil` if the file has no such frame.
  ///
  /// The frame number includes the priming frames.
  package func place(holdingFrame frame: UInt64) throws(PacketError) -> PacketPlace? {
    try locator.place(holdingFrame: frame)
  }

  /// Returns the packet that contains this byte of the file, or else the next packet.
  ///
  /// Bytes between packets are the header of the next packet.
  ///
  /// - Returns: `nil` outside the audio data.
  /// - Throws: ``PacketError`` of the source.
  package func place(nearByte offset: UInt64) throws(PacketError) -> PacketPlace? {
    try locator.place(nearByte: offset)
  }

  private var locator: PacketLocator { PacketLocator(scanner: scanner) }
}
