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
