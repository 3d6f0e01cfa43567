package import AudioProcessing

/// A decoder whose samples are in separate Float32 planes, which it can lend without a copy.
package protocol PlanarPacketDecoder: PacketDecoder {
  /// Decodes one packet, and lends its frames if `samples` is empty.
  ///
  /// - Parameters:
  ///   - packet: The packet from a reader.
  ///   - samples: Receives the interleaved samples of frames that `take` leaves. It is not cleared
  ///     first.
  ///   - take: Receives the lent frames, with one buffer for each of ``PacketDecoder/channelCount``
  ///     channels. Returns the number of leading frames that it has taken. Not called for other
  ///     sample layouts.
  /// - Throws: ``CodecError`` if the packet cannot be decoded, even after lent frames. Later
  ///   packets may be valid.
  func decode(
    _ packet: Span<UInt8>, into samples: inout [Float],
    lending take: (_ planes: any SampleInput, _ frameCount: Int) -> Int
  ) throws(CodecError)
}
