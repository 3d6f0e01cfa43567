package import AudioProcessing

/// A decoder whose samples are whole numbers, which it can give as they are.
package protocol IntegerPacketDecoder: PacketDecoder {
  /// Bits of a sample.
  var bitDepth: Int { get }

  /// Decodes one packet.
  ///
  /// - Parameters:
  ///   - packet: The packet as a reader gives it.
  ///   - samples: Takes the interleaved samples as the top bits of 32; not cleared first.
  /// - Throws: ``CodecError`` where the packet cannot be decoded; later packets may still be.
  func decode(_ packet: Span<UInt8>, into samples: inout [Int32]) throws(CodecError)

  /// Decodes one packet, and lends its frames where nothing lies before them; some decoders lend none.
  ///
  /// - Parameters:
  ///   - packet: The packet as a reader gives it.
  ///   - samples: Takes the samples of frames that are not taken, as the top bits of 32. Nothing is lent unless it is empty.
  ///   - take: Is lent so many frames, the low ``bitDepth`` bits of 32, a buffer for each channel, and tells how many of the first
  ///     it has taken.
  /// - Throws: ``CodecError`` where the packet cannot be decoded, even behind frames that were lent; later packets may still be.
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

/// An encoder that takes whole numbers as they are.
package protocol IntegerPacketEncoder: PacketEncoder {
  /// Encodes frames.
  ///
  /// - Parameters:
  ///   - samples: Interleaved samples as the top bits of 32: ``PacketEncoder/framesPerCall`` frames, fewer for the last ones only.
  ///     Bits that the codec does not keep are rounded.
  ///   - packets: Takes the packets that are done.
  /// - Throws: ``CodecError``.
  func encode(_ samples: Span<Int32>, into packets: inout EncodedPackets) throws(CodecError)
}
