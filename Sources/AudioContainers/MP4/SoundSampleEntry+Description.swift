import AudioModel
import AudioSyntax

extension SoundDescription {
  /// Reads a sample entry, if Core Audio has its codec and the entry includes the configuration.
  ///
  /// - Parameters:
  ///   - bytes: The entry, from its size on.
  ///   - hasISOVersion: Whether the version number follows ISO's definition.
  ///   - timescale: Units per second of the track's clock, for entries without a rate; 0 if
  ///     unknown.
  init?(entry bytes: Span<UInt8>, hasISOVersion: Bool, timescale: UInt32) {
    guard var entry = SoundSampleEntry(bytes, hasISOVersion: hasISOVersion) else { return nil }
    if let rate = entry.body(of: .samplingRate, atLeast: 8), hasISOVersion {
      entry.sampleRate = Double(bytes.bigEndian32(at: rate.lowerBound + 4))
    }
    if entry.sampleRate < 1 { entry.sampleRate = Double(timescale) }
    guard let made = Self.make(entry, bytes) else { return nil }
    self = made
    dataReference = entry.dataReference
    guard format.sampleRate > 0, format.channelCount > 0 else { return nil }
    if let layout = entry.channelLayout(bytes, of: format.channelCount) {
      // Writers state the order of the encoder's input, which differs from that of the packets.
      let count = format.channelCount
      let own = ChannelLayout.order(of: format.formatID, channelCount: count)
      if count <= 2 || own == nil || channelLayout == nil { channelLayout = layout }
      statesLayout = true
    }
  }

  private static func make(_ entry: SoundSampleEntry, _ bytes: Span<UInt8>) -> SoundDescription? {
    let compressed = CompressedSampleEntry(entry: entry)
    return switch entry.codec {
    case .mp4a: entry.elementaryStream(bytes)
    case .appleLossless: compressed.appleLossless(bytes)
    case .ac3: compressed.ac3(bytes)
    case .enhancedAC3: compressed.enhancedAC3(bytes)
    case .opusEntry: compressed.opus(bytes)
    case .flacEntry: compressed.flac(bytes)
    case .amrNarrowBand: compressed.adaptiveMultiRate(bytes, rate: 8_000, packetBytes: 32)
    case .amrWideBand: compressed.adaptiveMultiRate(bytes, rate: 16_000, packetBytes: 61)
    case .dotMP3, .wordMP3, .microsoftMP3: entry.mpegAudio(.mpegLayer3)
    default: UncompressedSampleEntry(entry: entry).description(bytes)
    }
  }
}

extension SoundSampleEntry {
  /// The channel order according to a `chan` box.
  ///
  /// Source: *QuickTime File Format*, "Audio Channel Layout Atom".
  fileprivate func channelLayout(_ bytes: Span<UInt8>, of channelCount: Int) -> ChannelLayout? {
    guard let body = body(of: .channelLayout, atLeast: 12) else { return nil }
    let tag = bytes.bigEndian32(at: body.lowerBound + 4)
    let bitmap = bytes.bigEndian32(at: body.lowerBound + 8)
    if tag == 1 << 16 {
      return bitmap.nonzeroBitCount == channelCount ? .bitmap(bitmap) : nil
    }
    // Descriptions of the channels follow.
    if tag == 0, let layout = ChannelLayout(chunk: bytes.extracting(body.dropFirst(4))) {
      return layout.descriptions.count == channelCount ? layout : nil
    }
    return Int(tag & 0xFFFF) == channelCount ? ChannelLayout(tag: tag) : nil
  }

  /// Describes MPEG audio without a descriptor.
  fileprivate func mpegAudio(_ codec: FourCC) -> SoundDescription {
    SoundDescription.mpegAudio(codec, rate: Int(sampleRate), channels: channelCount)
  }
}

extension FourCC {
  fileprivate static let samplingRate = FourCC("s", "r", "a", "t")
  fileprivate static let channelLayout = FourCC("c", "h", "a", "n")
  fileprivate static let mp4a = FourCC("m", "p", "4", "a")
  fileprivate static let opusEntry = FourCC("O", "p", "u", "s")
  fileprivate static let flacEntry = FourCC("f", "L", "a", "C")
  fileprivate static let dotMP3 = FourCC(".", "m", "p", "3")
  fileprivate static let wordMP3 = FourCC("m", "p", "3", " ")
  /// `ms`, and the tag of WAVE's registry for MP3.
  fileprivate static let microsoftMP3 = FourCC(rawValue: 0x6D73_0055)
}
