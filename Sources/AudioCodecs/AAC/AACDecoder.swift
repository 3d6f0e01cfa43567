#if LibAV
  import AudioModel
  import AudioProcessing
  import AudioSyntax

  /// Decodes AAC packets to Float32 with libavcodec.
  ///
  /// A stream with band replication (HE-AAC) is decoded according to the format. For `aac ` at the
  /// rate of the core layer, only that layer is decoded. Otherwise, all layers are decoded. The
  /// format must specify this, because a stream may not announce band replication.
  ///
  /// Each packet yields ``framesPerPacket`` frames. If the container states a multiple of them, the
  /// packet yields that multiple. An ADTS frame with several raw data blocks is an example.
  /// Channels are in AAC's order. A packet throws if the library rejects it or its rate differs.
  /// The decoder does not trim frames.
  final class AACDecoder: PlanarPacketDecoder, CountedPacketDecoder {
    let sampleRate: Double
    let channelCount: Int
    var statedFrameCount = 0
    private let framesPerPacket: Int
    /// Frames of a raw data block without band replication.
    private let coreFrames: Int
    private let coreSampleRate: Int
    private let codec: LibAVCodec
    private var handle: LibAVHandle?
    /// The speakers and channels of the last frame, and the source channel of each output channel.
    private var order: (speakers: UInt64, channelCount: Int, sources: [Int32]) = (0, 0, [])

    init(_ format: StreamFormat, _ cookie: [UInt8]) throws(CodecError) {
      let isExtended = format.formatID != .mpeg4AAC
      var config: AudioSpecificConfig
      if cookie.isEmpty {
        config = try Self.assumed(format, isExtended: isExtended)
      } else {
        guard let bytes = AACMagicCookie.configuration(cookie),
          let parsed = AudioSpecificConfig(bytes.span), parsed.isAdvancedAudio
        else { throw .badConfiguration }
        config = parsed
      }
      let core = Double(config.sampleRate)
      let extended = Double(config.extendedSampleRate ?? config.sampleRate * 2)
      let rate = format.sampleRate > 0 ? format.sampleRate : isExtended ? extended : core
      // A stream may extend its band at the same rate. In that case, only the format states it.
      let usesExtension = isExtended || (rate != core && rate == extended)
      guard rate == (usesExtension ? extended : core) || rate == core else {
        throw .badConfiguration
      }
      let doublesRate = usesExtension && extended == core * 2
      let isParametric =
        config.hasParametricStereo || format.formatID == .mpeg4AACHighEfficiencyV2
      // If the configuration lists the channels, only the decoder knows them.
      let listed = config.channelConfiguration == 0 ? 0 : config.channelCount
      let channels = listed == 1 && isParametric && usesExtension ? 2 : listed
      sampleRate = usesExtension ? extended : core
      channelCount = format.channelCount > 0 ? format.channelCount : channels
      guard channelCount > 0 else { throw .badConfiguration }
      coreSampleRate = config.sampleRate
      coreFrames = config.framesPerPacket
      framesPerPacket = coreFrames * (doublesRate ? 2 : 1)
      codec = LibAVCodec(
        name: "aac", configuration: config.bytes(hasBandReplication: usesExtension),
        order: .advancedAudio)
    }

    func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) {
      try decode(packet, into: &samples) { _, _ in 0 }
    }

    func decode(
      _ packet: Span<UInt8>, into samples: inout [Float],
      lending take: (any SampleInput, Int) -> Int
    ) throws(CodecError) {
      let handle = try openHandle()
      do throws(CodecError) {
        try handle.send(packet)
        for block in 0..<min(max(statedFrameCount / coreFrames, 1), Self.mostBlocks) {
          guard let frame = try handle.receive(), frame.frameCount == framesPerPacket,
            Double(frame.sampleRate) == sampleRate, frame.channelCount > 0
          else {
            // A container may state too many frames.
            if block > 0 { break }
            throw CodecError.badPacket
          }
          handle.append(frame, sources: sources(of: frame), to: &samples, lending: take)
        }
        // Discard data after the packet's own frames.
        while (try? handle.receive()) != nil { continue }
      } catch {
        reset()
        throw error
      }
    }

    /// Raw data blocks per ADTS frame.
    ///
    /// Source: ISO/IEC 13818-7, 6.2.
    private static let mostBlocks = 4

    private func openHandle() throws(CodecError) -> LibAVHandle {
      if let handle { return handle }
      let opened = try LibAVHandle(
        codec, sampleRate: coreSampleRate, channelCount: channelCount)
      handle = opened
      return opened
    }

    /// Returns the source channel in a frame for each channel of the stream.
    private func sources(of frame: LibAVHandle.Frame) -> [Int32] {
      if frame.speakers != order.speakers || frame.channelCount != order.channelCount {
        let given = AACChannelOrder.sources(
          speakers: frame.speakers, channelCount: frame.channelCount)
        // If channels are missing, repeat the last one.
        let missing = max(channelCount - given.count, 0)
        order = (
          frame.speakers, frame.channelCount,
          Array(given.prefix(channelCount)) + repeatElement(given[given.count - 1], count: missing)
        )
      }
      return order.sources
    }

    func drain(into samples: inout [Float]) {}

    /// Discards all state by creating a new decoder later.
    ///
    /// The library's own flush would keep the random numbers that replace noise.
    func reset() {
      handle = nil
    }

    /// Derives the configuration of a stream from its format alone.
    private static func assumed(
      _ format: StreamFormat, isExtended: Bool
    ) throws(CodecError) -> AudioSpecificConfig {
      guard format.sampleRate >= 2, format.sampleRate < 0x100_0000,
        (1...8).contains(format.channelCount), format.channelCount != 7
      else { throw .badConfiguration }
      let rate = Int(format.sampleRate)
      let coreChannels =
        format.formatID == .mpeg4AACHighEfficiencyV2 ? 1 : format.channelCount
      var config = AudioSpecificConfig(
        objectType: 2, sampleRate: isExtended ? rate / 2 : rate,
        channelConfiguration: coreChannels == 8 ? 7 : coreChannels)
      config.hasBandReplication = isExtended
      config.hasParametricStereo = format.formatID == .mpeg4AACHighEfficiencyV2
      return config
    }
  }
#endif
