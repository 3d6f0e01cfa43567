package import AudioCodecs

/// The result of one call of ``PacketConverter/encode(_:capacity:from:)``.
package struct EncodeResult: Equatable, Sendable {
  package var packets = EncodedPackets()
  /// Why the call made no more packets.
  package var stop: FillResult.Stop?
  /// Whether the next packet does not fit.
  package var isOutOfRoom = false
}
