#if LibAV
  import AudioModel
  import AudioProcessing

  /// Turns packets of AAC into Float32 by libavcodec.
  ///
  /// A stream with band replication (HE-AAC) is decoded to what the format asks for: the layer
  /// underneath where it is `aac ` at the rate of that layer, all of it otherwise. A stream does not
  /// always say beforehand that it has band replication, so the format must.
  ///
  /// Each packet gives ``framesPerPacket`` frames, or as many times that as the container states, as
  /// for the raw data blocks of a frame of ADTS. Channels come in AAC's order. A packet that the
  /// library refuses, or whose rate is not the stream's, throws and gives nothing. Nothing is trimmed.
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
    /// The speakers and channels of the last frame, and which of its channels each channel takes.
    private var order: (speakers: UInt64, channelCount: Int, sources: [Int32]) = (0, 0, [])

    init(_ format: StreamFormat, _ cookie: [UInt8]) throws(CodecError) {
      let isExtended = format.formatID != .mpeg4AAC
      var config: AudioSpecificConfig
      if cookie.isEmpty {
        config = try Self.assumed(format, isExtended: isExtended)
      } else {
        guard let bytes = AACMagicCookie.configuration(cookie),
          let parsed = AudioSpecificConfig(bytes)
        else { throw .badConfiguration }
        config = parsed
      }
      let core = Double(config.coreSampleRate)
      let extended = Double(config.extendedSampleRate ?? config.coreSampleRate * 2)
      let rate = format.sampleRate > 0 ? format.sampleRate : isExtended ? extended : core
      // A stream may extend its band without a higher rate; then only the format tells.
      let usesExtension = isExtended || (rate != core && rate == extended)
      guard rate == (usesExtension ? extended : core) || rate == core else {
        throw .badConfiguration
      }
      let doublesRate = usesExtension && extended == core * 2
      let channels =
        config.channelCount.map {
          $0 == 1 && (config.hasParametricStereo || format.formatID == .mpeg4AACHighEfficiencyV2)
            && usesExtension ? 2 : $0
        } ?? 0
      sampleRate = usesExtension ? extended : core
      channelCount = format.channelCount > 0 ? format.channelCount : channels
      guard channelCount > 0 else { throw .badConfiguration }
      coreSampleRate = config.coreSampleRate
      coreFrames = config.hasShortFrames ? 960 : 1024
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
            // A container may state more than there is.
            if block > 0 { break }
            throw CodecError.badPacket
          }
          handle.append(frame, sources: sources(of: frame), to: &samples, lending: take)
        }
        // What stands behind the packet's own frames is none of it.
        while (try? handle.receive()) != nil { continue }
      } catch {
        reset()
        throw error
      }
    }

    /// Raw data blocks of a frame of ADTS (ISO/IEC 13818-7, 6.2).
    private static let mostBlocks = 4

    private func openHandle() throws(CodecError) -> LibAVHandle {
      if let handle { return handle }
      let opened = try LibAVHandle(
        codec, sampleRate: coreSampleRate, channelCount: channelCount)
      handle = opened
      return opened
    }

    /// For each channel of the stream, the channel of a frame that it takes.
    private func sources(of frame: LibAVHandle.Frame) -> [Int32] {
      if frame.speakers != order.speakers || frame.channelCount != order.channelCount {
        let given = AACChannelOrder.sources(
          speakers: frame.speakers, channelCount: frame.channelCount)
        // Fewer channels than the stream's own: one is doubled, of several the last is repeated.
        let missing = max(channelCount - given.count, 0)
        order = (
          frame.speakers, frame.channelCount,
          Array(given.prefix(channelCount)) + repeatElement(given[given.count - 1], count: missing)
        )
      }
      return order.sources
    }

    func drain(into samples: inout [Float]) {}

    /// Forgets all, by way of a new decoder: the library's own flush keeps the random numbers that
    /// stand in for noise.
    func reset() {
      handle = nil
    }

    /// The configuration of a stream of which nothing is known but its format.
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
        objectType: 2, coreSampleRate: isExtended ? rate / 2 : rate,
        channelConfiguration: coreChannels == 8 ? 7 : coreChannels)
      config.hasBandReplication = isExtended
      config.hasParametricStereo = format.formatID == .mpeg4AACHighEfficiencyV2
      return config
    }
  }
#endif
