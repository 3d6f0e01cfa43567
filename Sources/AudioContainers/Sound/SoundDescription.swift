import AudioModel

/// The sound of a track's packets, in Core Audio's terms.
struct SoundDescription: Equatable, Sendable {
  /// The format; its frames per packet are 0 if only the table of times states them.
  var format: StreamFormat
  /// Other formats that the packets can be decoded to, richest first, with ``format`` last;
  /// otherwise empty.
  var layeredFormats: [LayeredFormat] = []
  var channelLayout: ChannelLayout?
  /// Whether a box of the file states ``channelLayout``.
  var statesLayout = false
  /// Whether the first packet determined the frames of all packets.
  var hasOwnFrames = false
  var magicCookie: [UInt8] = []
  /// Maximum packet size in bytes, by the codec's own limits.
  var packetSizeUpperBound: Int
  /// Bits per second that the description states.
  var statedBitRate: Int?
  /// Frames in each packet if neither the codec nor the table of times states them.
  var usualFramesPerPacket = 0
  /// Frames at the start that the codec itself excludes from the recording.
  var primingFrames = 0
  /// Index of the `dref` entry, from 1.
  var dataReference = 1

  init(format: StreamFormat, packetSizeUpperBound: Int) {
    self.format = format
    self.packetSizeUpperBound = max(packetSizeUpperBound, 1)
  }
}

extension SoundDescription {
  /// Describes MPEG audio, whose packets contain all information for a decoder.
  ///
  /// Source: ISO/IEC 11172-3, 2.4.2.3; ISO/IEC 13818-3, 2.4.2.3. The longest frame is that of Layer
  /// II with 160 kbit/s at 8 kHz, with its pad.
  static func mpegAudio(_ codec: FourCC, rate: Int, channels: Int) -> SoundDescription {
    var description = SoundDescription(
      format: StreamFormat(
        sampleRate: Double(rate), formatID: codec, channelCount: channels),
      packetSizeUpperBound: 2881)
    description.channelLayout = .standard(channels)
    description.usualFramesPerPacket =
      switch codec {
      case .mpegLayer1: 384
      case .mpegLayer3 where rate < 32_000: 576
      default: 1152
      }
    return description
  }
}

extension ChannelLayout {
  /// The default layout of one or two channels.
  static func standard(_ channelCount: Int) -> ChannelLayout? {
    switch channelCount {
    case 1: .mono
    case 2: .stereo
    default: nil
    }
  }
}
