#if LibAV
  import AudioModel
  import AudioSyntax

  /// A codec that libavcodec decodes from packets in Core Audio's form.
  struct LibAVCodec {
    /// FFmpeg's name of the codec.
    var name: String
    /// The configuration, which FFmpeg calls extradata.
    var configuration: [UInt8]
    var order = Order.film
    /// Bytes per block, or 0 if the codec does not need them.
    ///
    /// The same applies to the bits per second and bits per sample.
    var blockByteCount = 0
    var bitRate = 0
    var bitsPerSample = 0

    /// The output order of multiple channels.
    ///
    /// FFmpeg uses the order of speaker bits.
    enum Order {
      /// Left, center, right, side, back, low frequencies.
      case film
      /// The order of ``AACChannelOrder``.
      case advancedAudio
      case speakerBits
    }

    /// The supported codecs without Opus and MPEG audio, which ``CodecTable`` lists separately.
    static let formatIDs: [FourCC] =
      [
        .vorbis, .flac, .ac3, .enhancedAC3, .amrNarrowBand, .amrWideBand,
        .mpeg4AACLowDelay, .mpeg4AACEnhancedLowDelay,
      ] + named.keys

    /// FFmpeg's names of the codecs that a `WAVEFORMATEX` describes.
    private static let named: [FourCC: String] = [
      .microsoftADPCM: "adpcm_ms", .intelIMA: "adpcm_ima_wav", .microsoftGSM: "gsm_ms",
      .windowsMedia1: "wmav1", .windowsMedia2: "wmav2", .windowsMediaPro: "wmapro",
      .windowsMediaLossless: "wmalossless", .windowsMediaVoice: "wmavoice", .monkeysAudio: "ape",
      .cook: "cook", .sipro: "sipr", .realAudio144: "real_144", .realAudio288: "real_288",
      .realLossless: "ralf", .atrac3: "atrac3", .digitalTheater: "dca", .trueHD: "truehd",
      .speex: "libspeex", .nellymoser: "nellymoser", .wavPack: "wavpack", .trueAudio: "tta",
      .g726: "g726", .fibonacciDelta: "8svx_fib", .exponentialDelta: "8svx_exp",
      .planarBytes: "pcm_s8_planar", .soundBlaster4: "adpcm_sbpro_4",
      .soundBlaster3: "adpcm_sbpro_3", .soundBlaster2: "adpcm_sbpro_2",
    ]

    /// Finds the codec of a format.
    ///
    /// - Parameters:
    ///   - format: The format of the packets.
    ///   - cookie: The magic cookie from a container's reader.
    /// - Throws: ``CodecError`` if the cookie has no configuration for the codec.
    init(_ format: StreamFormat, _ cookie: [UInt8]) throws(CodecError) {
      switch format.formatID {
      case .opus:
        guard format.sampleRate == 0 || format.sampleRate == 48_000 else {
          throw .unsupportedFormat
        }
        let configuration = try OpusConfiguration(
          channelCount: format.channelCount, magicCookie: cookie)
        self.init(
          name: "opus",
          configuration: OpusConfiguration.isHeader(cookie) ? cookie : configuration.header)
      case .vorbis:
        guard cookie.first == 2 else { throw .badConfiguration }
        self.init(name: "vorbis", configuration: cookie)
      case .flac:
        self.init(
          name: "flac", configuration: try FLACStreamInfo(magicCookie: cookie).bytes,
          order: .speakerBits)
      case .mpegLayer1: self.init(name: "mp1float", configuration: [])
      case .mpegLayer2: self.init(name: "mp2float", configuration: [])
      case .mpegLayer3: self.init(name: "mp3float", configuration: [])
      case .ac3: self.init(name: "ac3", configuration: [])
      case .enhancedAC3: self.init(name: "eac3", configuration: [])
      case .amrNarrowBand: self.init(name: "amrnb", configuration: [])
      case .amrWideBand: self.init(name: "amrwb", configuration: [])
      case .mpeg4AACLowDelay, .mpeg4AACEnhancedLowDelay:
        guard let configuration = AACMagicCookie.configuration(cookie) else {
          throw .badConfiguration
        }
        self.init(name: "aac", configuration: configuration, order: .advancedAudio)
      default:
        guard let name = Self.named[format.formatID] else { throw .unsupportedFormat }
        self.init(name: name, configuration: [], order: .speakerBits)
        try take(cookie, format)
      }
    }

    init(name: String, configuration: [UInt8], order: Order = .film) {
      self.name = name
      self.configuration = configuration
      self.order = order
    }

    /// Takes the parameters from a `WAVEFORMATEX`, or from the format if it is sufficient.
    private mutating func take(
      _ cookie: [UInt8], _ format: StreamFormat
    ) throws(CodecError) {
      guard let parsed = WaveFormatCookie(cookie) else {
        guard cookie.isEmpty, format.bytesPerPacket > 0 else { throw .badConfiguration }
        blockByteCount = format.bytesPerPacket
        bitsPerSample = format.formatID == .intelIMA ? 4 : 0
        return
      }
      configuration = parsed.configuration
      blockByteCount = parsed.blockByteCount
      bitRate = parsed.bitRate
      bitsPerSample = parsed.bitsPerSample
    }

    /// Returns the frames of an untransmitted packet, or `nil` for other packets.
    ///
    /// FFmpeg treats such packets as damaged.
    ///
    /// Source: RFC 4867, 5.3: `NO_DATA`, a frame type of 15.
    func silentFrames(_ packet: Span<UInt8>) -> Int? {
      guard packet.count == 1, packet[0] >> 3 & 15 == 15 else { return nil }
      switch name {
      case "amrnb": return 160
      case "amrwb": return 320
      default: return nil
      }
    }

    /// Whether AMR is wideband.
    ///
    /// `nil` for other codecs.
    var isWideSpeech: Bool? {
      switch name {
      case "amrnb": false
      case "amrwb": true
      default: nil
      }
    }

    /// Returns FFmpeg's channel for each channel in Core Audio's order.
    ///
    /// FFmpeg orders channels by speaker bits. Sources of Core Audio's orders: *Vorbis I
    /// specification* (Xiph.Org), 4.3.9; RFC 7845, 5.1.1.2; ETSI TS 102 366, table 4.3.
    func sources(_ frame: LibAVHandle.Frame) -> [Int32] {
      switch order {
      case .film: Self.filmOrder(frame.speakers, channelCount: frame.channelCount)
      case .advancedAudio:
        AACChannelOrder.sources(speakers: frame.speakers, channelCount: frame.channelCount)
      case .speakerBits: (0..<frame.channelCount).map { Int32($0) }
      }
    }

    /// For each channel in film order, its index in the order of speaker bits.
    ///
    /// The order is unchanged if the speakers are unknown or not part of the film order.
    static func filmOrder(_ speakers: UInt64, channelCount: Int) -> [Int32] {
      let film: [UInt64] = [
        1 << 0, 1 << 2, 1 << 1, 1 << 9, 1 << 10, 1 << 4, 1 << 5, 1 << 8, 1 << 3,
      ]
      let found = film.filter { speakers & $0 != 0 }
      guard found.count == channelCount, speakers.nonzeroBitCount == channelCount else {
        return (0..<channelCount).map { Int32($0) }
      }
      return found.map { Int32((speakers & ($0 - 1)).nonzeroBitCount) }
    }
  }
#endif
