package import AudioProcessing

/// A decoder of integer samples, which it can output unchanged.
package protocol IntegerPacketDecoder: PacketDecoder {
  /// Bits per sample.
  var bitDepth: Int { get }

  /// Decodes one packet.
  ///
  /// - Parameters:
  ///   - packet: The packet from a reader.
  ///   - samples: Receives the interleaved samples, in the top bits of 32-bit integers. It is not
  ///     cleared first.
  /// - Throws: ``CodecError`` if the packet cannot be decoded. Later packets may be valid.
  func decode(_ packet: Span<UInt8>, into samples: inout [Int32]) throws(CodecError)

  /// Decodes one packet, and lends its frames if `samples` is empty.
  ///
  /// Some decoders never lend frames.
  ///
  /// - Parameters:
  ///   - packet: The packet from a reader.
  ///   - samples: Receives the samples of frames that `take` leaves, in the top bits of 32-bit
  ///     integers.
  ///   - take: Receives the lent frames, one buffer per channel, in the low ``bitDepth`` bits of
  ///     32-bit integers. Returns the number of leading frames that it has taken.
  /// - Throws: ``CodecError`` if the packet cannot be decoded, even after lent frames. Later
  ///   packets may be valid.
  func decode(
    _ packet: Span<UInt8>, into samples: inout [Int32],
    lending take: (_ planes: any SampleInput, _ frameCount: Int) -> Int
  ) throws(CodecError)
}

extension IntegerPacketDecoder {
  func decode(
    _ packet: Span<UInt8>, into samples: inout [Int32],
    lending take: (any SampleInput, Int) -> Int
  ) throws(CodecError) {
    try decode(packet, into: &samples)
  }
}

/// An encoder that accepts integers.
package protocol IntegerPacketEncoder: PacketEncoder {
  /// Encodes frames.
  ///
  /// - Parameters:
  ///   - samples: Interleaved samples in the top bits of 32-bit integers, with
  ///     ``PacketEncoder/framesPerCall`` frames. Only the last call may have fewer. Bits beyond the
  ///     codec's depth are rounded.
  ///   - packets: Receives the finished packets.
  /// - Throws: ``CodecError``.
  func encode(_ samples: Span<Int32>, into packets: inout EncodedPackets) throws(CodecError)
}
