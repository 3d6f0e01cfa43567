extension ChannelLayout {
  /// Returns a codec's channel order, if the codec and the channel count determine it.
  ///
  /// Sources: ISO/IEC 14496-3, table 1.19; *ALAC magic cookie description* (Apple, 2011); *Vorbis I
  /// specification*, 4.3.9; RFC 7845, 5.1.1.2; ETSI TS 102 366, table 4.3. The tags are Core
  /// Audio's tags for these orders.
  package static func order(of codec: FourCC, channelCount: Int) -> ChannelLayout? {
    switch codec {
    case .appleLossless, .mpeg4AAC, .mpeg4AACLowDelay, .mpeg4AACEnhancedLowDelay,
      .mpeg4AACHighEfficiency, .mpeg4AACHighEfficiencyV2:
      centreFirst(channelCount)
    case .vorbis, .opus: vorbis(channelCount)
    case .ac3, .enhancedAC3: dolby(channelCount)
    default: nil
    }
  }

  /// Returns the order of Vorbis and Opus.
  package static func vorbis(_ channelCount: Int) -> ChannelLayout {
    switch channelCount {
    case 1: .mono
    case 2: .stereo
    case 3: ChannelLayout(tag: 150 << 16 | 3)
    case 4: ChannelLayout(tag: 185 << 16 | 4)
    case 5...8: ChannelLayout(tag: UInt32(207 + channelCount) << 16 | UInt32(channelCount))
    default: ChannelLayout(tag: 147 << 16 | UInt32(clamping: channelCount))
    }
  }

  /// Returns the order of AAC and Apple Lossless, which starts with the center.
  package static func centreFirst(_ channelCount: Int) -> ChannelLayout? {
    switch channelCount {
    case 3: ChannelLayout(tag: 114 << 16 | 3)
    case 4: ChannelLayout(tag: 116 << 16 | 4)
    case 5: ChannelLayout(tag: 120 << 16 | 5)
    case 6: ChannelLayout(tag: 124 << 16 | 6)
    case 7: ChannelLayout(tag: 142 << 16 | 7)
    case 8: ChannelLayout(tag: 127 << 16 | 8)
    default: unambiguous(channels: channelCount)
    }
  }

  /// Returns the order of AC-3 for channel counts that have one set of speakers in practice.
  private static func dolby(_ channelCount: Int) -> ChannelLayout? {
    switch channelCount {
    case 3: ChannelLayout(tag: 150 << 16 | 3)
    case 5: ChannelLayout(tag: 119 << 16 | 5)
    case 6: ChannelLayout(tag: 123 << 16 | 6)
    default: unambiguous(channels: channelCount)
    }
  }
}
