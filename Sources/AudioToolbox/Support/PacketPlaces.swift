/// The positions of packets in a file or a stream.
///
/// Byte positions are relative to the start of the audio data.
protocol PacketPlaces {
  /// The maximum packet size in bytes.
  var packetSizeUpperBound: Int { get }

  /// Whether a packet exists, or may exist if the number of packets is unknown.
  func hasPacket(_ packet: Int64) throws(StatusError) -> Bool

  func firstFrame(ofPacket packet: Int64) throws(StatusError) -> Int64

  /// The packet that contains a frame, and the offset of the frame within it.
  func packet(holdingFrame frame: Int64) throws(StatusError) -> (packet: Int64, offset: Int64)

  func byte(ofPacket packet: Int64) throws(StatusError) -> (byte: Int64, isExact: Bool)

  /// The packet that contains a byte, and the offset of the byte within it.
  func packet(
    holdingByte byte: Int64
  ) throws(StatusError) -> (packet: Int64, offset: UInt64, isExact: Bool)
}
