#if LibAV
  import AudioModel

  /// The properties of a libavcodec encoder.
  struct LibAVEncoderFacts: Sendable {
    /// FFmpeg's name of the encoder.
    var name: String
    /// Rates in hertz.
    ///
    /// Empty if any whole number is valid.
    var sampleRates: [Double] = []
    /// The speakers as `WAVEFORMATEXTENSIBLE` bits, and their Core Audio order.
    ///
    /// For each channel count, the encoder's default is first.
    var channels: [Channels]
    /// The bit rate strategies, default first.
    var strategies: [EncoderSettings.Strategy] = []
    /// The bit rates for a sample rate and channel count, in bits per second.
    ///
    /// Empty if the bit rate is not selectable.
    var bitRates: @Sendable (Double, Int) -> [ClosedRange<Int>] = { _, _ in [] }

    typealias Channels = (speakers: UInt64, layout: ChannelLayout)

    /// Returns the facts of a codec's encoder, or `nil` if none exists.
    static func of(_ formatID: FourCC) -> LibAVEncoderFacts? { all[formatID] }

    /// The facts in the general form for encoders.
    var abilities: EncoderAbilities {
      var abilities = EncoderAbilities()
      abilities.sampleRates = sampleRates
      abilities.layouts = Dictionary(grouping: channels.map(\.layout), by: \.channelCount)
      abilities.strategies = strategies
      abilities.bitRatesOf = bitRates
      return abilities
    }

    private static let all: [FourCC: LibAVEncoderFacts] = [
      .mpeg4AAC: LibAVEncoderFacts(
        name: "aac",
        sampleRates: [
          8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000,
        ],
        // Other arrangements need a program config element. FFmpeg uses number 7 for 7.1, but the
        // standard assigns other channels to this number.
        channels: few + [
          (0x7, layout(114, 3)), (0xB, layout(133, 3)), (0x103, layout(131, 3)),
          (0x107, layout(116, 4)), (0x603, layout(108, 4)), (0x33, layout(185, 4)),
          (0x37, layout(120, 5)), (0x3F, layout(124, 6)), (0x63F, layout(127, 8)),
        ],
        strategies: [.average],
        bitRates: { rate, count in
          // ISO/IEC 14496-3, 4.5.3.1: 6144 bits per channel for a frame of 1024.
          rate > 0 && count > 0 ? [8000 * count...Int(rate) * 6 * count] : []
        }),
      .mpegLayer3: LibAVEncoderFacts(
        name: "libmp3lame",
        sampleRates: [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000],
        channels: few, strategies: [.constant, .average, .variable],
        bitRates: { rate, _ in layer3BitRates(rate).map { $0...$0 } }),
      .flac: LibAVEncoderFacts(
        name: "flac",
        // RFC 9639, 9.1.3, for the usual layouts. All others follow 8.6.2 and are stored in a
        // comment.
        channels: few
          + [
            0x7, 0x33, 0x37, 0x3F, 0x70F, 0x63F,
            0xB, 0x103, 0xF, 0x107, 0x10B, 0x603, 0x3B, 0x10F, 0x607, 0x60B, 0x137, 0x60F, 0x707,
            0x13F, 0x637, 0xFF, 0x6CF, 0x737,
          ].map { ($0, .bitmap(UInt32($0))) }),
      .opus: LibAVEncoderFacts(
        name: "libopus", sampleRates: OpusConfiguration.sampleRates,
        // FFmpeg 5.1 passes the channels of 5.0 and 6.1 to libopus in a wrong order, and decodes
        // them wrongly, too.
        channels: xiph.filter { ![0x37, 0x70F].contains($0.speakers) },
        strategies: [.variable, .constrainedVariable, .constant],
        // RFC 6716, 2.1.1. The library's maximum per channel is 256,000.
        bitRates: { _, count in [6000...256_000 * max(count, 1)] }),
      .vorbis: LibAVEncoderFacts(
        name: "libvorbis", sampleRates: [8000, 11025, 16000, 22050, 24000, 32000, 44100, 48000],
        channels: xiph, strategies: [.variable, .average], bitRates: vorbisBitRates),
      .ac3: LibAVEncoderFacts(
        name: "ac3", sampleRates: [32000, 44100, 48000], channels: film,
        strategies: [.constant], bitRates: { _, _ in ac3BitRates.map { $0...$0 } }),
      .enhancedAC3: LibAVEncoderFacts(
        name: "eac3", sampleRates: [32000, 44100, 48000], channels: film,
        strategies: [.constant], bitRates: { _, _ in ac3BitRates.map { $0...$0 } }),
    ]

    private static func layout(_ number: UInt32, _ count: UInt32) -> ChannelLayout {
      ChannelLayout(tag: number << 16 | count)
    }

    private static let few: [Channels] = [(0x4, .mono), (0x3, .stereo)]

    /// The layouts of Vorbis, which Opus shares.
    ///
    /// Sources: *Vorbis I*, 4.3.9; RFC 7845, 5.1.1.2.
    private static let xiph =
      few + [
        (0x7, layout(150, 3)), (0x33, layout(185, 4)), (0x37, layout(212, 5)),
        (0x3F, layout(213, 6)), (0x70F, layout(214, 7)), (0x63F, layout(215, 8)),
      ]

    /// Left, center, right, surrounds, low frequencies.
    ///
    /// Source: ETSI TS 102 366, table 4.3.
    private static let film =
      few + [
        (0x7, layout(150, 3)), (0x103, layout(131, 3)), (0xB, layout(133, 3)),
        (0x107, layout(151, 4)), (0x603, layout(132, 4)), (0xF, layout(152, 4)),
        (0x10B, layout(153, 4)), (0x607, layout(119, 5)), (0x10F, layout(154, 5)),
        (0x60B, layout(138, 5)), (0x60F, layout(123, 6)),
      ]

    /// The bit rates of Layer III.
    ///
    /// Sources: ISO/IEC 11172-3, 2.4.2.3; ISO/IEC 13818-3, 2.4.2.3. At 12 kHz and below, the
    /// maximum of LAME is 64,000.
    private static func layer3BitRates(_ sampleRate: Double) -> [Int] {
      let kilobits =
        sampleRate >= 32000
        ? [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
        : [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
      return kilobits.filter { sampleRate > 12000 || $0 <= 64 }.map { $0 * 1000 }
    }

    /// The bit rates of libvorbis, measured for all even numbers of kilobits.
    private static func vorbisBitRates(_ sampleRate: Double, _ count: Int) -> [ClosedRange<Int>] {
      let kilobits: (low: Int, stereoLow: Int, high: Int)
      switch sampleRate {
      case ..<9000: kilobits = (8, 12, 40)
      case ..<15000: kilobits = (12, 16, 48)
      case ..<19000: kilobits = (16, 24, 96)
      case ..<26000: kilobits = (16, 30, 85)
      case ..<40000: kilobits = (32, 36, 176)
      default: kilobits = (32, 46, 240)
      }
      let low = count == 2 ? kilobits.stereoLow : kilobits.low * max(count, 1)
      return [low * 1000...kilobits.high * max(count, 1) * 1000]
    }

    /// The bit rates of AC-3.
    ///
    /// Source: ETSI TS 102 366, table 4.13.
    private static let ac3BitRates = [
      32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ].map { $0 * 1000 }
  }
#endif
