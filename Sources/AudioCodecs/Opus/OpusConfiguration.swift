import AudioModel

/// The channel coding of Opus packets.
///
/// Source: RFC 7845, 5.1 and 5.1.1.
struct OpusConfiguration: Equatable, Sendable {
  var channelCount: Int
  var streamCount = 1
  /// The number of streams with two channels.
  var coupledCount: Int
  /// For each channel, its index in the streams, or 255 for silence.
  var mapping: [UInt8]
  /// The gain that a decoder applies, in 1/256 dB.
  var gain = 0

  /// The supported encoding and decoding rates, in hertz.
  ///
  /// Source: RFC 6716, 2 and 4.
  static let sampleRates: [Double] = [8000, 12_000, 16_000, 24_000, 48_000]

  /// Returns whether a magic cookie is the Ogg identification header, the only supported form.
  static func isHeader(_ cookie: [UInt8]) -> Bool {
    cookie.starts(with: "OpusHead".utf8)
  }

  /// Parses a magic cookie.
  ///
  /// A cookie in another form is ignored, because one or two channels need only their number.
  ///
  /// - Throws: ``CodecError/badConfiguration`` if the cookie is invalid, or missing for more
  ///   channels.
  init(channelCount: Int, magicCookie cookie: [UInt8]) throws(CodecError) {
    guard Self.isHeader(cookie) else {
      guard 1...2 ~= channelCount else { throw .badConfiguration }
      self.channelCount = channelCount
      coupledCount = channelCount - 1
      mapping = Array(0..<UInt8(channelCount))
      return
    }
    guard cookie.count >= 19 else { throw .badConfiguration }
    self.channelCount = Int(cookie[9])
    gain = Int(Int16(bitPattern: UInt16(cookie[17]) << 8 | UInt16(cookie[16])))
    guard cookie[18] != 0 else {
      guard 1...2 ~= self.channelCount else { throw .badConfiguration }
      coupledCount = self.channelCount - 1
      mapping = Array(0..<UInt8(self.channelCount))
      return
    }
    guard self.channelCount > 0, cookie.count >= 21 + self.channelCount else {
      throw .badConfiguration
    }
    streamCount = Int(cookie[19])
    coupledCount = Int(cookie[20])
    mapping = Array(cookie[21..<21 + self.channelCount])
    let codedCount = streamCount + coupledCount
    guard streamCount > 0, coupledCount <= streamCount, codedCount <= 255,
      mapping.allSatisfy({ $0 == 255 || $0 < codedCount })
    else { throw .badConfiguration }
  }

  /// A generated header, for streams without one.
  var header: [UInt8] {
    var header = Array("OpusHead".utf8) + [1, UInt8(clamping: channelCount), 0, 0]
    header += [0x80, 0xBB, 0, 0, 0, 0, 0]
    return header
  }
}
