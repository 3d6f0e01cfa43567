import AudioModel

/// How the channels of Opus packets are coded.
///
/// Source: RFC 7845, 5.1 and 5.1.1.
struct OpusConfiguration: Equatable, Sendable {
  var channelCount: Int
  var streamCount = 1
  /// How many of the streams have two channels.
  var coupledCount: Int
  /// For each channel, where in the streams it is; 255 for silence.
  var mapping: [UInt8]
  /// What a decoder is to add, in 1/256 dB.
  var gain = 0

  /// The rates at which packets can be encoded and decoded, in hertz.
  ///
  /// Source: RFC 6716, 2 and 4.
  static let sampleRates: [Double] = [8000, 12_000, 16_000, 24_000, 48_000]

  /// Whether a magic cookie is the identification header of Ogg, the only one that is known.
  static func isHeader(_ cookie: [UInt8]) -> Bool {
    cookie.starts(with: "OpusHead".utf8)
  }

  /// Reads a magic cookie.
  ///
  /// One of another form says nothing: one or two channels need no more than their number.
  ///
  /// - Throws: ``CodecError/badConfiguration`` where it makes no sense, or more channels have none.
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

  /// The header, for what has none of its own.
  var header: [UInt8] {
    var header = Array("OpusHead".utf8) + [1, UInt8(clamping: channelCount), 0, 0]
    header += [0x80, 0xBB, 0, 0, 0, 0, 0]
    return header
  }
}
