/// What is known of where packets lie, in a file or in a stream.
///
/// Bytes count from the start of the audio data.
protocol PacketPlaces {
  /// Bytes that no packet exceeds.
  var packetSizeUpperBound: Int { get }

  /// Whether there is a packet of this number, or may be one, where that is not known.
  func hasPacket(_ packet: Int64) throws(StatusError) -> Bool

  func firstFrame(ofPacket packet: Int64) throws(StatusError) -> Int64

  /// The packet that holds a frame, and the frames of it before that.
  func packet(holdingFrame frame: Int64) throws(StatusError) -> (packet: Int64, offset: Int64)

  func byte(ofPacket packet: Int64) throws(StatusError) -> (byte: Int64, isExact: Bool)

  /// The packet that holds a byte, and the bytes of it before that.
  func packet(
    holdingByte byte: Int64
  ) throws(StatusError) -> (packet: Int64, offset: UInt64, isExact: Bool)
}
