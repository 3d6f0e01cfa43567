/// The configuration of a codec that RIFF knows, or that Core Audio has no cookie for: a `WAVEFORMATEX`.
///
/// The structure carries all that such a decoder is told beside its packets; what is the codec's own stands behind it.
/// Source: *Multiple Channel Audio Data and WAVE Files* (Microsoft, 2007), `WAVEFORMATEX`.
package struct WaveFormatCookie: Equatable, Sendable {
  /// The format tag; 0 for a codec that has none.
  package var tag: UInt16 = 0
  package var channelCount: Int
  /// Hertz.
  package var sampleRate: Int
  /// Bits a second, in multiples of eight; 0 where not known.
  package var bitRate = 0
  /// Bytes of a block, which a packet consists of; 0 where they differ.
  package var blockByteCount = 0
  package var bitsPerSample = 0
  /// The codec's own configuration.
  package var configuration: [UInt8] = []

  package init(channelCount: Int, sampleRate: Int) {
    self.channelCount = channelCount
    self.sampleRate = sampleRate
  }

  /// Bytes in front of the codec's own.
  private static let headerByteCount = 18

  /// Reads a cookie; `nil` where it is too short.
  ///
  /// What the structure says of its length is not believed where there is less.
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

  /// The cookie; what its fields cannot hold is left out.
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

  /// The codecs whose cookie this is.
  package static let codecs: Set<FourCC> = [
    .microsoftADPCM, .intelIMA, .microsoftGSM, .windowsMedia1, .windowsMedia2, .windowsMediaPro,
    .windowsMediaLossless, .windowsMediaVoice, .monkeysAudio, .cook, .sipro, .realAudio144,
    .realAudio288, .realLossless, .atrac3, .digitalTheater, .trueHD, .speex, .nellymoser,
    .wavPack, .trueAudio,
    .g726, .fibonacciDelta, .exponentialDelta, .planarBytes, .soundBlaster4, .soundBlaster3,
    .soundBlaster2,
  ]
}
