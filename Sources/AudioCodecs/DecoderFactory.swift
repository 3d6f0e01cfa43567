package import AudioModel

/// Finds the component that decodes a format.
package enum DecoderFactory {
  /// Makes a decoder, which opens the library behind it with its first packet.
  ///
  /// - Parameters:
  ///   - format: What the packets are. A sample rate or channel count of 0 is taken from the first
  ///     packet where the codec carries it.
  ///   - magicCookie: The codec's configuration, or empty where there is none.
  /// - Returns: The best decoder that takes the format and whose library is there.
  /// - Throws: ``CodecError`` where none does.
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

  /// The codecs that some component decodes, each once.
  package static var formatIDs: [FourCC] {
    var seen: Set<FourCC> = []
    return CodecTable.decoders.flatMap(\.formatIDs).filter { seen.insert($0).inserted }
  }

  /// Whether some component decodes a codec.
  package static func canDecode(_ formatID: FourCC) -> Bool {
    CodecTable.decoders.contains { $0.formatIDs.contains(formatID) }
  }
}
