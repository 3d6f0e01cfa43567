package import AudioModel

/// Finds the component that decodes a format.
package enum DecoderFactory {
  /// Creates a decoder, which usually loads its library with the first packet.
  ///
  /// - Parameters:
  ///   - format: The format of the packets. If the codec carries the sample rate and channel count,
  ///     they may be 0. The first packet then supplies them.
  ///   - magicCookie: The codec's configuration, or empty if the codec has none.
  /// - Returns: The best decoder that supports the format and whose library is available.
  /// - Throws: ``CodecError`` if no decoder supports the format.
  package static func makeDecoder(
    format: StreamFormat, magicCookie: [UInt8] = []
  ) throws(CodecError) -> any PacketDecoder {
    var failure = CodecError.unsupportedFormat
    var decoders: [any PacketDecoder] = []
    for component in CodecTable.decoders where component.formatIDs.contains(format.formatID) {
      do {
        decoders.append(try component.make(format, magicCookie))
      } catch {
        failure = error
      }
    }
    guard let best = decoders.first else { throw failure }
    if decoders.count == 1 { return best }
    guard let best = best as? any IntegerPacketDecoder else { return RankedDecoder(decoders) }
    return RankedIntegerDecoder(best, decoders.dropFirst())
  }

  /// The codecs that some component decodes, without duplicates.
  package static var formatIDs: [FourCC] {
    var seen: Set<FourCC> = []
    return CodecTable.decoders.flatMap(\.formatIDs).filter { seen.insert($0).inserted }
  }

  /// Returns whether some component decodes a codec.
  package static func canDecode(_ formatID: FourCC) -> Bool {
    CodecTable.decoders.contains { $0.formatIDs.contains(formatID) }
  }
}
