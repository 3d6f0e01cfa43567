internal import AudioCodecs
internal import AudioModel

/// A decoder that can be replaced, and that is `nil` before the configuration is known.
final class DecoderHolder {
  /// `nil` while the configuration is missing.
  private(set) var decoder: (any PacketDecoder)? {
    didSet { findAbilities() }
  }
  /// The decoder, if it outputs integers.
  ///
  /// Stored, because the check takes longer than a short packet.
  private(set) var integerDecoder: (any IntegerPacketDecoder)?
  /// The decoder, if it lends planes.
  ///
  /// Stored for the same reason.
  private(set) var planarDecoder: (any PlanarPacketDecoder)?

  /// The decoder, if it needs the frame count of each packet.
  ///
  /// Stored for the same reason.
  private(set) var countedDecoder: (any CountedPacketDecoder)?

  /// Creates a decoder.
  ///
  /// - Throws: ``CodecError``, except if only the configuration is missing.
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

  /// Replaces the decoder with another one for the same stream.
  func use(_ decoder: any PacketDecoder) {
    self.decoder = decoder
  }
}
