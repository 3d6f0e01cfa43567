import AudioModel

/// Packets of a codec, made from the bytes of an input.
///
/// The input is the number of the codec, then two length bytes before each packet.
struct LibraryStream {
  struct Codec {
    var format: StreamFormat
    var cookie: [UInt8] = []
  }

  let codec: Codec
  private var rest: ArraySlice<UInt8>

  /// - Returns: `nil` if the input is too short.
  init?(_ input: ArraySlice<UInt8>) {
    rest = input
    guard let number = rest.popFirst() else { return nil }
    codec = Self.codecs[Int(number) % Self.codecs.count]
  }

  mutating func nextPacket() -> [UInt8]? {
    guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
    let packet = Array(rest.prefix(Int(high) << 8 | Int(low)))
    rest = rest.dropFirst(packet.count)
    return packet
  }

  /// Codecs with configurations that their decoders accept.
  ///
  /// `Fuzz/Seeds/make-seeds` refers to them by index.
  private static let codecs: [Codec] = [
    Codec(
      format: format(.mpeg4AAC, 44_100, 2, frames: 1024), cookie: AACCookie.make([0x12, 0x10])),
    Codec(
      format: format(.mpeg4AACHighEfficiencyV2, 44_100, 2, frames: 2048),
      cookie: AACCookie.make([0xEB, 0x8A, 0x08, 0x00])),
    Codec(format: format(.mpegLayer3, 44_100, 2, frames: 1152)),
    Codec(format: format(.mpegLayer2, 48_000, 2, frames: 1152)),
    Codec(format: format(.mpegLayer1, 48_000, 2, frames: 384)),
    Codec(format: format(.opus, 48_000, 2, frames: 960)),
    Codec(format: format(.ac3, 48_000, 2, frames: 1536)),
    Codec(format: format(.enhancedAC3, 48_000, 2, frames: 1536)),
    Codec(format: format(.amrNarrowBand, 8_000, 1, frames: 160)),
    Codec(format: format(.amrWideBand, 16_000, 1, frames: 320)),
    Codec(
      format: format(.mpeg4AACLowDelay, 48_000, 2, frames: 512),
      cookie: AACCookie.make([0xB9, 0x90, 0x80])),
    Codec(
      format: format(.mpeg4AACEnhancedLowDelay, 48_000, 2, frames: 512),
      cookie: AACCookie.make([0xF8, 0xE6, 0x40, 0x00])),
    described(.windowsMedia2, 44_100, 2, block: 743, [0, 0, 0, 0, 1, 0, 0, 0, 0, 0]),
    described(
      .windowsMediaPro, 44_100, 2, block: 2973,
      [16, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xE0, 0, 0, 0]),
    described(.monkeysAudio, 44_100, 2, block: 0, [0x96, 0x0F, 0xD0, 0x07, 0, 0]),
    described(.digitalTheater, 48_000, 2, block: 0, []),
    described(.trueHD, 48_000, 2, block: 0, []),
    described(.cook, 44_100, 1, block: 93, [1, 0, 0, 1, 4, 0, 0, 20]),
    described(.atrac3, 44_100, 2, block: 384, [1, 0, 0, 0x10, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]),
    described(.speex, 16_000, 1, block: 0, []),
    described(.microsoftADPCM, 44_100, 2, block: 1024, bits: 4, []),
    described(.microsoftGSM, 8_000, 1, block: 65, []),
    // Blocks of 4,096 frames, 16 bits.
    Codec(
      format: format(.flac, 44_100, 2, frames: 4096),
      cookie: [0, 0, 0, 50] + Array("dfLa".utf8) + [0, 0, 0, 0, 0x80, 0, 0, 34]
        + [0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0xC4, 0x42, 0xF0]
        + [UInt8](repeating: 0, count: 20)),
    Codec(format: format(.opus, 16_000, 2, frames: 320)),
  ]

  private static func format(
    _ formatID: FourCC, _ sampleRate: Double, _ channelCount: Int, frames: Int
  ) -> StreamFormat {
    StreamFormat(
      sampleRate: sampleRate, formatID: formatID, framesPerPacket: frames,
      channelCount: channelCount)
  }

  /// Makes a codec that a `WAVEFORMATEX` describes.
  private static func described(
    _ formatID: FourCC, _ sampleRate: Int, _ channelCount: Int, block: Int, bits: Int = 16,
    _ configuration: [UInt8]
  ) -> Codec {
    var cookie = WaveFormatCookie(channelCount: channelCount, sampleRate: sampleRate)
    cookie.blockByteCount = block
    cookie.bitsPerSample = bits
    cookie.bitRate = 128_000
    cookie.configuration = configuration
    return Codec(
      format: format(formatID, Double(sampleRate), channelCount, frames: 0), cookie: cookie.bytes)
  }
}
