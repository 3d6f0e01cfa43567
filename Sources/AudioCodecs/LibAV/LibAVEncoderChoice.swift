#if LibAV
  import AudioModel

  /// The libavcodec encoder for a format, and its settings.
  struct LibAVEncoderChoice {
    var request: LibAVEncoderHandle.Request
    /// For each channel of the encoder, its index among the channels of the input frames.
    var sources: [Int32]
    /// The order of a frame's channels.
    var layout: ChannelLayout
    var formatFlags: UInt32 = 0
    private let formatID: FourCC

    init(_ format: StreamFormat, _ settings: EncoderSettings) throws(CodecError) {
      formatID = format.formatID
      let rates = LibAVEncoderFacts.of(formatID)?.sampleRates ?? []
      guard let facts = LibAVEncoderFacts.of(formatID),
        let wanted = try facts.abilities.layout(format.channelCount, settings.channelLayout),
        let channels = facts.channels.first(where: { $0.layout == wanted }),
        format.sampleRate >= 1, format.sampleRate <= 655_350,
        format.sampleRate == format.sampleRate.rounded(),
        rates.isEmpty || rates.contains(format.sampleRate)
      else { throw .unsupportedFormat }
      layout = channels.layout
      request = LibAVEncoderHandle.Request(
        codec: facts.name, sampleRate: Int(format.sampleRate), channelCount: format.channelCount,
        speakers: channels.speakers)
      sources = Self.sources(channels.speakers, formatID)
      let bitRates = facts.bitRates(format.sampleRate, format.channelCount)
      guard
        settings.bitRate == 0 || bitRates.isEmpty
          || bitRates.contains(where: { $0.contains(settings.bitRate) })
      else { throw .unsupportedFormat }
      guard settings.strategy.map({ facts.strategies.contains($0) }) ?? true else {
        throw .unsupportedFormat
      }
      request.bitRate = settings.bitRate
      switch formatID {
      case .mpegLayer3: chooseLayer3(settings, among: bitRates.map(\.lowerBound))
      case .vorbis: chooseVorbis(settings)
      case .opus: chooseOpus(format, settings)
      case .flac: try chooseFLAC(format, settings)
      case .mpeg4AAC:
        if settings.bitRate == 0 { request.bitRate = Self.bitRateAAC(format, settings.quality) }
        chooseCoderAAC()
        formatFlags = 2
      default: break
      }
    }

    /// Selects the fast quantizer search of FFmpeg's AAC encoder at low bit rates.
    ///
    /// At these rates, the other search makes the first packets up to twice too loud. It also
    /// distorts speech and music more. At very low rates, the fast search omits high frequencies.
    private mutating func chooseCoderAAC() {
      let bitRate = Double(request.bitRate) / Double(request.channelCount)
      guard bitRate < 64_000, bitRate >= 1.2 * Double(request.sampleRate) else { return }
      let fast = 2.0
      request.options.append(("aac_coder", fast))
    }

    /// Configures LAME, whose effort is a quality from 0 (best) to 9.
    ///
    /// The quality of a variable bit rate uses the same scale.
    ///
    /// Without a bit rate, LAME selects the one nearest to 16-bit samples divided by 11.025. This
    /// was measured at all rates. The encoder requests it explicitly, because LAME does not report
    /// it.
    private mutating func chooseLayer3(_ settings: EncoderSettings, among bitRates: [Int]) {
      if settings.bitRate == 0 {
        let usual = request.sampleRate * 16 * request.channelCount * 1000 / 11_025
        request.bitRate = bitRates.min { abs($0 - usual) < abs($1 - usual) } ?? 0
      }
      request.effort = settings.quality.map { 9 - $0 * 9 / 127 }
      // A packet may begin in earlier ones, the bit reservoir (ISO/IEC 11172-3, 2.4.2.7).
      if settings.isContinuation { request.options.append(("reservoir", 0)) }
      if settings.strategy == .average { request.options.append(("abr", 1)) }
      if settings.strategy == .variable {
        request.variableQuality = Double(9 - (settings.variableQuality ?? 0x60) * 9 / 127)
        request.bitRate = 0
      }
    }

    /// Configures Vorbis, which is always variable.
    ///
    /// The setting is a quality from -1 to 10, or an approximate bit rate.
    private mutating func chooseVorbis(_ settings: EncoderSettings) {
      guard settings.bitRate == 0 || settings.strategy == .variable else { return }
      request.bitRate = 0
      let quality = settings.variableQuality ?? settings.quality ?? 0x2E
      request.variableQuality = Double(quality) * 11 / 127 - 1
    }

    /// Configures Opus: the quality is the effort, on the library's scale from 0 to 10.
    private mutating func chooseOpus(_ format: StreamFormat, _ settings: EncoderSettings) {
      if format.framesPerPacket > 0 {
        // In milliseconds. The library rejects or changes lengths that Opus does not support.
        request.options.append(
          ("frame_duration", Double(format.framesPerPacket) * 1000 / format.sampleRate))
      }
      request.effort = settings.quality.map { $0 * 10 / 127 }
      let numbers: [EncoderSettings.Strategy: Double] = [
        .constant: 0, .variable: 1, .constrainedVariable: 2,
      ]
      if let number = settings.strategy.flatMap({ numbers[$0] }) {
        request.options.append(("vbr", number))
      }
    }

    private mutating func chooseFLAC(
      _ format: StreamFormat, _ settings: EncoderSettings
    ) throws(CodecError) {
      request.bitRate = 0
      request.framesPerPacket = format.framesPerPacket
      let stated = [1: 16, 2: 24, 3: 24][format.formatFlags]
      let depth = settings.bitDepth > 0 ? settings.bitDepth : stated ?? 16
      guard depth <= 24 else { throw .unsupportedFormat }
      request.bitDepth = depth > 16 ? 24 : 16
      formatFlags = depth > 16 ? 3 : 1
      request.effort = settings.quality.map { $0 * 12 / 127 }
    }

    /// Returns the bits per second for a quality: about 64,000 per channel at 44.1 kHz and high
    /// quality.
    private static func bitRateAAC(_ format: StreamFormat, _ quality: Int?) -> Int {
      let perFrame = [0.6, 0.9, 1.2, 1.45, 2.2][
        min((quality ?? 0x60) / 32, 3) + (quality == 127 ? 1 : 0)]
      return Int(format.sampleRate * perFrame) * format.channelCount / 1000 * 1000
    }

    /// Returns the encoder's bits per second, or 0 if unknown.
    ///
    /// For a quality of Vorbis, the rate comes from the encoder's own data.
    func bitRate(_ handle: LibAVEncoderHandle) -> Int {
      switch formatID {
      case .flac: 0
      case .vorbis where request.variableQuality != nil: Self.nominalBitRate(handle.configuration)
      default: request.variableQuality == nil ? handle.bitRate : 0
      }
    }

    /// Returns the nominal bit rate in Vorbis's identification header, or 0.
    ///
    /// Source: *Vorbis I*, 4.2.2. The headers are consecutive, preceded by the lengths of the first
    /// two.
    private static func nominalBitRate(_ configuration: [UInt8]) -> Int {
      var start = 1
      for _ in 0..<2 {
        while start < configuration.count, configuration[start] == 255 { start += 1 }
        start += 1
      }
      let field = configuration.dropFirst(start + 20).prefix(4)
      guard field.count == 4 else { return 0 }
      let value = field.reversed().reduce(0) { $0 << 8 | UInt32($1) }
      return max(Int(Int32(bitPattern: value)), 0)
    }

    /// Converts the configuration to a magic cookie.
    func cookie(_ configuration: [UInt8]) -> [UInt8] {
      switch formatID {
      case .flac:
        // A `dfLa` box: *Encapsulation of FLAC in ISO Base Media File Format*, 3.3.2.
        [0, 0, 0, 50] + Array("dfLa".utf8) + [0, 0, 0, 0, 0x80, 0, 0, 34] + configuration.prefix(34)
      case .mpeg4AAC: AACCookie.make(configuration)
      case .opus, .vorbis: configuration
      default: []
      }
    }

    /// Returns the frame channel for each speaker in the order of bits.
    private static func sources(_ speakers: UInt64, _ formatID: FourCC) -> [Int32] {
      let count = speakers.nonzeroBitCount
      let order: [Int32]
      switch formatID {
      case .mpeg4AAC: order = AACChannelOrder.sources(speakers: speakers, channelCount: count)
      case .flac: return (0..<count).map { Int32($0) }
      default: order = LibAVCodec.filmOrder(speakers, channelCount: count)
      }
      // The order maps frame channels to speakers. This needs the inverse.
      var sources = [Int32](repeating: 0, count: count)
      for (channel, place) in order.enumerated() { sources[Int(place)] = Int32(channel) }
      return sources
    }
  }
#endif
