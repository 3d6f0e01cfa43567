internal import AudioCodecs
internal import AudioModel

/// A decoder that may be replaced, or is still to come.
final class DecoderHolder {
  /// `nil` while its configuration is missing.
  private(set) var decoder: (any PacketDecoder)? {
    didSet { findAbilities() }
  }
  /// The decoder, where it can give whole numbers; kept, since to find out takes longer than a short packet.
  private(set) var integerDecoder: (any IntegerPacketDecoder)?
  /// The decoder, where it can lend planes; kept, too.
  private(set) var planarDecoder: (any PlanarPacketDecoder)?

  /// The decoder, where it has to be told how many frames a packet has; kept, too.
  private(set) var countedDecoder: (any CountedPacketDecoder)?

  /// Makes a decoder.
  ///
  /// - Throws: ``CodecError``; not where an empty configuration alone stands against it.
  init(_ format: StreamFormat, magicCookie: [UInt8]) throws(CodecError) {
    do {
      decoder = try DecoderFactory.makeDecoder(format: format, magicCookie: magicCookie)
    } catch {
      guard error == .badConfiguration, magicCookie.isEmpty else { throw error }
    }
    findAbilities()
  }

  private func findAbilities() {
    integerDecoder = decoder as? any IntegerPacketDecoder
    planarDecoder = decoder as? any PlanarPacketDecoder
    countedDecoder = decoder as? any CountedPacketDecoder
  }

  func replace(_ format: StreamFormat, magicCookie: [UInt8]) throws(CodecError) {
    decoder = try DecoderFactory.makeDecoder(format: format, magicCookie: magicCookie)
  }

  /// Takes another decoder of the same stream.
  func use(_ decoder: any PacketDecoder) {
    self.decoder = decoder
  }
}
