import AudioModel
import AudioSyntax

extension SoundDescription {
  /// Describes MPEG-4 audio; `nil` if Core Audio has no name for the codec.
  init?(_ config: AudioSpecificConfig) {
    let codec: FourCC
    var flags: UInt32 = 0
    switch config.objectType {
    case 2: codec = .mpeg4AAC
    case 1, 3, 4:
      codec = .mpeg4AAC
      flags = UInt32(config.objectType)
    case 23: codec = .mpeg4AACLowDelay
    case 39: codec = .mpeg4AACEnhancedLowDelay
    case 42: codec = .unifiedSpeechAudio
    case 32, 33, 34:
      let layers: [FourCC] = [.mpegLayer1, .mpegLayer2, .mpegLayer3]
      self = .mpegAudio(
        layers[config.objectType - 32], rate: config.sampleRate, channels: config.channelCount)
      return
    default: return nil
    }
    let core = StreamFormat(
      sampleRate: Double(config.sampleRate), formatID: codec, formatFlags: flags,
      framesPerPacket: config.framesPerPacket, channelCount: config.channelCount)
    // ISO/IEC 14496-3, 4.5.3.1: a packet has at most 6144 bits per channel. Unified speech and
    // audio coding does not limit a single packet. Its bit reservoir has that size (ISO/IEC
    // 23003-3, 5.3.2).
    self.init(format: core, packetSizeUpperBound: 768 * config.channelCount)
    channelLayout =
      config.programLayout
      ?? .advancedAudio(
        configuration: config.channelConfiguration, count: config.channelCount)
    addReplication(config)
  }

  /// Adds the formats with spectral band replication and parametric stereo.
  private mutating func addReplication(_ config: AudioSpecificConfig) {
    guard let rate = config.extendedSampleRate else { return }
    let core = format
    var replicated = core
    replicated.formatID =
      core.formatID == .mpeg4AAC ? .mpeg4AACHighEfficiency : .mpeg4AACELDReplication
    replicated.sampleRate = Double(rate)
    replicated.framesPerPacket = config.framesPerPacket * rate / config.sampleRate
    layeredFormats = [
      LayeredFormat(format: replicated, channelLayout: channelLayout),
      LayeredFormat(format: core, channelLayout: channelLayout),
    ]
    guard config.hasParametricStereo, config.channelCount == 1 else { return }
    replicated.formatID = .mpeg4AACHighEfficiencyV2
    replicated.channelCount = 2
    layeredFormats.insert(LayeredFormat(format: replicated, channelLayout: .stereo), at: 0)
  }
}

extension ChannelLayout {
  /// The channel order of AAC.
  ///
  /// Source: ISO/IEC 14496-3, table 1.19; the tags are those that Core Audio names for AAC.
  static func advancedAudio(configuration: Int, count: Int) -> ChannelLayout? {
    switch configuration {
    case 1...6: .centreFirst(configuration)
    case 7: .centreFirst(8)
    case 11: .centreFirst(7)
    case 12: ChannelLayout(tag: 183 << 16 | 8)
    case 14: ChannelLayout(tag: 184 << 16 | 8)
    default: .standard(count)
    }
  }
}

extension FourCC {
  fileprivate static let mpeg4AACELDReplication = FourCC("a", "a", "c", "f")
  fileprivate static let unifiedSpeechAudio = FourCC("u", "s", "a", "c")
}
