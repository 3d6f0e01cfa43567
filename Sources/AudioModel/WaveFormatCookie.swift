/// A `WAVEFORMATEX`: the configuration of a codec from RIFF, or without a Core Audio cookie.
///
/// The structure contains everything that such a decoder needs in addition to its packets. The
/// codec's own data follows it. Source: *Multiple Channel Audio Data and WAVE Files* (Microsoft,
/// 2007), `WAVEFORMATEX`.
package struct WaveFormatCookie: Equatable, Sendable {
  /// The format tag, or 0 for a codec without one.
  package var tag: UInt16 = 0
  package var channelCount: Int
  /// The rate in hertz.
  package var sampleRate: Int
  /// Bits per second, in multiples of eight, or 0 if unknown.
  package var bitRate = 0
  /// Bytes per block, the unit of packets, or 0 if they vary.
  package var blockByteCount = 0
  package var bitsPerSample = 0
  /// The codec's own configuration.
  package var configuration: [UInt8] = []

  package init(channelCount: Int, sampleRate: Int) {
    self.channelCount = channelCount
    self.sampleRate = sampleRate
  }

  /// Bytes before the codec's own data.
  private static let headerByteCount = 18

  /// Parses a cookie, or fails if it is too short.
  ///
  /// If the stated length of the codec's own data exceeds the bytes, the data ends with the bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headerByteCount - 2 else { return nil }
    func number(_ index: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[index + $1]) << ($1 * 8) }
    }
    tag = UInt16(number(0, 2))
    channelCount = number(2, 2)
    sampleRate = number(4, 4)
    bitRate = number(8, 4) * 8
    blockByteCount = number(12, 2)
    bitsPerSample = number(14, 2)
    guard bytes.count > Self.headerByteCount else { return }
    let end = min(Self.headerByteCount + number(16, 2), bytes.count)
    configuration = Array(bytes[Self.headerByteCount..<end])
  }

  /// The bytes of the cookie.
  ///
  /// A value that does not fit its field is written as 0.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    func append(_ value: Int, _ count: Int) {
      let held = value >= 0 && value < 1 << (count * 8) ? value : 0
      for shift in 0..<count { bytes.append(UInt8(truncatingIfNeeded: held >> (shift * 8))) }
    }
    append(Int(tag), 2)
    append(channelCount, 2)
    append(sampleRate, 4)
    append(bitRate / 8, 4)
    append(blockByteCount, 2)
    append(bitsPerSample, 2)
    append(configuration.count, 2)
    return bytes + configuration.prefix(0xFFFF)
  }

  /// The codecs that use this cookie.
  package static let codecs: Set<FourCC> = [
    .microsoftADPCM, .intelIMA, .microsoftGSM, .windowsMedia1, .windowsMedia2, .windowsMediaPro,
    .windowsMediaLossless, .windowsMediaVoice, .monkeysAudio, .cook, .sipro, .realAudio144,
    .realAudio288, .realLossless, .atrac3, .digitalTheater, .trueHD, .speex, .nellymoser,
    .wavPack, .trueAudio,
    .g726, .fibonacciDelta, .exponentialDelta, .planarBytes, .soundBlaster4, .soundBlaster3,
    .soundBlaster2,
  ]
}
