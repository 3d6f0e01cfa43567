internal import AudioCodecs
internal import AudioModel

/// A decoder that may be replaced, or is still to come.
final class DecoderHolder {
  /// `nil` while its configuration is missing.
  private(set) var decoder: (any PacketDecoder)?

  /// Makes a decoder.
  ///
  /// - Throws: ``CodecError``; not where an empty configuration alone stands against it.
  init(_ format: StreamFormat, magicCookie: [UInt8]) throws(CodecError) {
    do {
      decoder = try DecoderFactory.makeDecoder(format: format, magicCookie: magicCookie)
    } catch {
      guard error == .badConfiguration, magicCookie.isEmpty else { throw error }
    }
  }

  func replace(_ format: StreamFormat, magicCookie: [UInt8]) throws(CodecError) {
    decoder = try DecoderFactory.makeDecoder(format: format, magicCookie: magicCookie)
  }
}
