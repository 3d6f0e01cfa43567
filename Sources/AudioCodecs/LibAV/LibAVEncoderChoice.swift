#if LibAV
  import AudioModel

  /// Which encoder of libavcodec makes a format, and what is asked of it.
  struct LibAVEncoderChoice {
    var request: LibAVEncoderHandle.Request
    /// For each channel of the encoder, the channel of a frame.
    var sources: [Int32]
    var formatFlags: UInt32 = 0
    /// Whether the bit rate can be chosen.
    var hasBitRate = true
    private let formatID: FourCC

    /// Sample rates that each codec has.
    private static let rates: [FourCC: Set<Double>] = [
      .mpeg4AAC: [
        8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000,
      ],
      .mpegLayer3: [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000],
      .opus: [48000], .ac3: [32000, 44100, 48000], .enhancedAC3: [32000, 44100, 48000],
    ]

    init(_ format: StreamFormat, _ settings: EncoderSettings) throws(CodecError) {
      formatID = format.formatID
      let channels = format.channelCount
      guard format.sampleRate >= 1, format.sampleRate <= 655_350,
        format.sampleRate == format.sampleRate.rounded(),
        Self.rates[formatID]?.contains(format.sampleRate) ?? true,
        let speakers = Self.speakers(channels, formatID)
      else { throw .unsupportedFormat }
      let names: [FourCC: String] = [
        .mpeg4AAC: "aac", .mpegLayer3: "libmp3lame", .flac: "flac", .opus: "libopus",
        .ac3: "ac3", .enhancedAC3: "eac3",
      ]
      guard let name = names[formatID] else { throw .unsupportedFormat }
      request = LibAVEncoderHandle.Request(
        codec: name, sampleRate: Int(format.sampleRate), channelCount: channels,
        speakers: speakers)
      sources = Self.sources(speakers, formatID)
      request.bitRate = settings.bitRate
      switch formatID {
      case .mpegLayer3: chooseLayer3(settings)
      case .flac:
        hasBitRate = false
        request.bitRate = 0
        let told = [1: 16, 2: 24, 3: 24][format.formatFlags]
        let depth = settings.bitDepth > 0 ? settings.bitDepth : told ?? 16
        guard depth <= 24 else { throw .unsupportedFormat }
        request.bitDepth = depth > 16 ? 24 : 16
        formatFlags = depth > 16 ? 3 : 1
        request.effort = settings.quality.map { $0 * 12 / 127 }
      case .mpeg4AAC:
        if settings.bitRate == 0 { request.bitRate = Self.bitRateAAC(format, settings.quality) }
        formatFlags = 2
      default: break
      }
    }

    /// LAME: its quality 0 (best) to 9 is the effort; the variable bit rate has such numbers, too.
    private mutating func chooseLayer3(_ settings: EncoderSettings) {
      request.effort = settings.quality.map { 9 - $0 * 9 / 127 }
      switch settings.strategy {
      case .encodersChoice, .constant: break
      case .average: request.isAverage = true
      case .variable:
        request.variableQuality = Double(9 - (settings.quality ?? 0x60) * 9 / 127)
        request.bitRate = 0
      }
    }

    /// Bits a second for a quality: at 44.1 kHz and high quality, 64,000 a channel.
    private static func bitRateAAC(_ format: StreamFormat, _ quality: Int?) -> Int {
      let perFrame = [0.6, 0.9, 1.2, 1.45, 2.2][
        min((quality ?? 0x60) / 32, 3) + (quality == 127 ? 1 : 0)]
      return Int(format.sampleRate * perFrame) * format.channelCount / 1000 * 1000
    }

    /// The configuration as a magic cookie.
    func cookie(_ configuration: [UInt8]) -> [UInt8] {
      switch formatID {
      case .flac:
        // A `dfLa` box: *Encapsulation of FLAC in ISO Base Media File Format*, 3.3.2.
        [0, 0, 0, 50] + Array("dfLa".utf8) + [0, 0, 0, 0, 0x80, 0, 0, 34] + configuration.prefix(34)
      case .mpeg4AAC: AACCookie.make(configuration)
      case .opus: configuration
      default: []
      }
    }

    /// The speakers of a number of channels, or `nil` where the codec has no such number.
    private static func speakers(_ count: Int, _ formatID: FourCC) -> UInt64? {
      if formatID == .mpegLayer3, count > 2 { return nil }
      if formatID == .opus, count > 2 { return nil }
      let isFilm = formatID == .ac3 || formatID == .enhancedAC3
      switch count {
      case 1: return 0x4
      case 2: return 0x3
      case 3: return 0x7
      case 4: return formatID == .flac ? 0x33 : 0x107
      case 5: return isFilm ? 0x607 : 0x37
      case 6: return isFilm ? 0x60F : 0x3F
      case 7 where formatID == .flac: return 0x70F
      case 8 where formatID == .flac: return 0x63F
      default: return nil
      }
    }

    /// For each speaker in the order of bits, the channel of a frame.
    private static func sources(_ speakers: UInt64, _ formatID: FourCC) -> [Int32] {
      let count = speakers.nonzeroBitCount
      let order: [Int32]
      switch formatID {
      case .mpeg4AAC: order = AACChannelOrder.sources(speakers: speakers, channelCount: count)
      case .flac: return (0..<count).map { Int32($0) }
      default: order = LibAVCodec.filmOrder(speakers, channelCount: count)
      }
      // The order tells where each channel of a frame is; here the inverse is wanted.
      var sources = [Int32](repeating: 0, count: count)
      for (channel, place) in order.enumerated() { sources[Int(place)] = Int32(channel) }
      return sources
    }
  }
#endif
