#if LibAV
  import AudioModel

  /// Which encoder of libavcodec makes a format, and what is asked of it.
  struct LibAVEncoderChoice {
    var request: LibAVEncoderHandle.Request
    /// For each channel of the encoder, the channel of a frame.
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

    /// FFmpeg's AAC encoder searches for its quantizers the short way at a low bit rate.
    ///
    /// The long way's first packets are up to twice as loud as the sound there, and speech and music are farther from what they were. With
    /// very few bits the short one leaves high sounds out.
    private mutating func chooseCoderAAC() {
      let bitRate = Double(request.bitRate) / Double(request.channelCount)
      guard bitRate < 64_000, bitRate >= 1.2 * Double(request.sampleRate) else { return }
      let fast = 2.0
      request.options.append(("aac_coder", fast))
    }

    /// LAME: its quality 0 (best) to 9 is the effort; the variable bit rate has such numbers, too.
    ///
    /// Without a bit rate it takes the one that is nearest to an 11.025th of 16-bit samples, by what it makes at all rates; it is asked
    /// for that, since it does not tell.
    private mutating func chooseLayer3(_ settings: EncoderSettings, among bitRates: [Int]) {
      if settings.bitRate == 0 {
        let usual = request.sampleRate * 16 * request.channelCount * 1000 / 11_025
        request.bitRate = bitRates.min { abs($0 - usual) < abs($1 - usual) } ?? 0
      }
      request.effort = settings.quality.map { 9 - $0 * 9 / 127 }
      // A packet may begin in those before it, the reservoir of bits (ISO/IEC 11172-3, 2.4.2.7).
      if settings.isContinuation { request.options.append(("reservoir", 0)) }
      if settings.strategy == .average { request.options.append(("abr", 1)) }
      if settings.strategy == .variable {
        request.variableQuality = Double(9 - (settings.variableQuality ?? 0x60) * 9 / 127)
        request.bitRate = 0
      }
    }

    /// Vorbis is variable by nature: of a quality from -1 to 10, or near to a bit rate.
    private mutating func chooseVorbis(_ settings: EncoderSettings) {
      guard settings.bitRate == 0 || settings.strategy == .variable else { return }
      request.bitRate = 0
      let quality = settings.variableQuality ?? settings.quality ?? 0x2E
      request.variableQuality = Double(quality) * 11 / 127 - 1
    }

    /// Opus: a quality is how much work, 0 to 10 in the library's numbers.
    private mutating func chooseOpus(_ format: StreamFormat, _ settings: EncoderSettings) {
      if format.framesPerPacket > 0 {
        // In milliseconds; what is no length of Opus the library refuses, or makes another one.
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
      let told = [1: 16, 2: 24, 3: 24][format.formatFlags]
      let depth = settings.bitDepth > 0 ? settings.bitDepth : told ?? 16
      guard depth <= 24 else { throw .unsupportedFormat }
      request.bitDepth = depth > 16 ? 24 : 16
      formatFlags = depth > 16 ? 3 : 1
      request.effort = settings.quality.map { $0 * 12 / 127 }
    }

    /// Bits a second for a quality: at 44.1 kHz and high quality, 64,000 a channel.
    private static func bitRateAAC(_ format: StreamFormat, _ quality: Int?) -> Int {
      let perFrame = [0.6, 0.9, 1.2, 1.45, 2.2][
        min((quality ?? 0x60) / 32, 3) + (quality == 127 ? 1 : 0)]
      return Int(format.sampleRate * perFrame) * format.channelCount / 1000 * 1000
    }

    /// Bits a second that the encoder makes, those of a quality by its own account; 0 where it gives none.
    func bitRate(_ handle: LibAVEncoderHandle) -> Int {
      switch formatID {
      case .flac: 0
      case .vorbis where request.variableQuality != nil: Self.nominalBitRate(handle.configuration)
      default: request.variableQuality == nil ? handle.bitRate : 0
      }
    }

    /// The bit rate that Vorbis's identification header tells, or 0.
    ///
    /// Source: *Vorbis I*, 4.2.2; the headers lie behind one another, with the lengths of the first two in front.
    private static func nominalBitRate(_ configuration: [UInt8]) -> Int {
      var start = 1
      for _ in 0..<2 {
        while start < configuration.count, configuration[start] == 255 { start += 1 }
        start += 1
      }
      let field = configuration.dropFirst(start + 20).prefix(4)
      guard field.count == 4 else { return 0 }
      let told = field.reversed().reduce(0) { $0 << 8 | UInt32($1) }
      return max(Int(Int32(bitPattern: told)), 0)
    }

    /// The configuration as a magic cookie.
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
