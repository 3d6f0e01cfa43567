package import AudioModel
import AudioSyntax

/// A library's description of a sound track, and its translation to our terms.
package struct LibraryTrack: Sendable {
  /// The sample format of linear PCM.
  package struct PCM: Sendable {
    package var bitsPerChannel: Int
    package var flags: StreamFormat.PCMFlags

    package init(bitsPerChannel: Int, flags: StreamFormat.PCMFlags) {
      self.bitsPerChannel = bitsPerChannel
      self.flags = flags
    }
  }

  package var container: LibraryFormat
  /// The codec, by Core Audio's name if one exists.
  package var codec: FourCC
  /// Hertz.
  package var sampleRate = 0
  package var channelCount = 0
  /// Frames in each packet; 0 if they vary or are unknown.
  package var framesPerPacket = 0
  /// Bits per second; 0 if not stated.
  package var bitRate = 0
  package var primingFrames = 0
  /// The sample format, if the codec is linear PCM.
  package var pcm: PCM?
  /// Bytes of the blocks in a packet, and bits of a sample; 0 if the codec does not use them.
  package var blockByteCount = 0
  package var bitsPerSample = 0
  /// A bit for each speaker, as in `WAVEFORMATEXTENSIBLE`; 0 if unknown.
  package var speakers: UInt64 = 0
  /// Sound tracks in the file.
  package var trackCount = 1
  /// The codec's configuration, as stored in the container.
  package var configuration: [UInt8] = []
  /// Text names and values.
  package var texts: [(name: String, value: String)] = []

  package init(container: LibraryFormat, codec: FourCC) {
    self.container = container
    self.codec = codec
  }

  /// Maximum packet size in bytes if the codec sets no limit.
  ///
  /// Larger packets count as damaged.
  package static let longestPacket = 1 << 22

  /// Maximum number of frames in a packet, whatever it states.
  private static let mostFrames: UInt32 = 1 << 24

  /// Whether the library may count frames with band replication, which the format excludes.
  package var mayBeReplicated: Bool { codec == .mpeg4AAC }

  /// Whether each packet starts with an ADTS header, as in MPEG streams.
  package var hasADTSHeaders: Bool { codec == .mpeg4AAC && configuration.isEmpty }

  /// Whether packets are inside LATM frames, as in MPEG transport streams.
  package var hasLATMFrames: Bool { codec == Self.latm }

  /// Our own name for AAC in LATM, which is that of the file type.
  private static let latm = FourCC("l", "o", "a", "s")

  /// Bytes of the ADTS header before a packet; 0 without such a header, `nil` if the packet cannot
  /// be the first one.
  ///
  /// A stream may be cut at any position.
  package func headerByteCount(_ packet: Span<UInt8>) -> Int? {
    if codec == .ac3 || codec == .enhancedAC3 {
      guard packet.count >= AC3Header.byteCount, let header = AC3Header(packet, at: 0) else {
        return nil
      }
      return header.frameByteCount <= packet.count ? 0 : nil
    }
    // Only a frame with a configuration describes the stream.
    if hasLATMFrames { return LibraryLATM.sound(packet) == nil ? nil : 0 }
    guard hasADTSHeaders else { return 0 }
    guard packet.count > ADTSHeader.byteCount, let header = ADTSHeader(packet, at: 0),
      header.headerByteCount < packet.count
    else { return nil }
    return header.headerByteCount
  }

  /// Frames of a packet, from the packet itself if its codec allows it, otherwise from the library.
  package func frameCount(_ packet: Span<UInt8>, stated: UInt32) -> UInt32 {
    if let frames = PacketFrames.count(packet, codec) { return frames }
    // libavformat prepends the frame count.
    if codec == .monkeysAudio, packet.count >= 8 {
      return min(packet.littleEndian32(at: 0), Self.mostFrames)
    }
    return stated > 0 ? stated : UInt32(clamping: framesPerPacket)
  }

  /// Converts padding frames from the container's rate to the codec's rate.
  ///
  /// Opus has a fixed rate.
  package func frames(ofPadding count: UInt32) -> UInt32 {
    guard codec == .opus, sampleRate > 0, sampleRate != 48_000 else { return count }
    let rate = UInt64(sampleRate)
    return UInt32(clamping: (UInt64(count) * 48_000 + rate / 2) / rate)
  }

  /// Reads packet lengths from the packets, if the codec supports it.
  package var packetLengths: LibraryPacketLengths? {
    LibraryPacketLengths(codec, configuration: configuration)
  }

  /// Parses a FLAC configuration.
  static func flacFormat(_ configuration: [UInt8]) -> FLACFormat? {
    // The marker and the block's header are optional.
    let start = configuration.span.has("fLaC", at: 0) ? 8 : 0
    guard configuration.count >= start + FLACFormat.bodyByteCount else { return nil }
    let body = configuration.span.extracting(start..<start + FLACFormat.bodyByteCount)
    return FLACFormat(body: body)
  }

  /// Creates the information that is known before the audio.
  ///
  /// - Parameters:
  ///   - packet: The first packet, or an empty span if the track has no packets.
  ///   - offset: Its position in the file.
  /// - Returns: `nil` if the codec's configuration is invalid.
  package func info(first packet: Span<UInt8>, at offset: UInt64) -> ContainerInfo? {
    guard let sound = sound(first: packet) else { return nil }
    let bound = sound.packetSizeUpperBound
    var info = ContainerInfo(
      fileType: container.fileType, format: sound.format, dataOffset: offset,
      packetSizeUpperBound: bound > 0 ? bound : Self.longestPacket)
    info.layeredFormats = sound.layeredFormats
    info.magicCookie = sound.magicCookie
    info.channelLayout = sound.channelLayout
    info.trackCount = max(trackCount, 1)
    if bitRate > 0 { info.statedBitRate = bitRate }
    if primingFrames > 0 {
      info.trim = FrameTrim(primingFrames: primingFrames, validFrames: 0, remainderFrames: 0)
    }
    info.tags = tags
    return info
  }

  private func sound(first packet: Span<UInt8>) -> SoundDescription? {
    switch codec {
    case Self.latm: LibraryLATM.sound(packet)
    case .mpeg4AAC: configuration.isEmpty ? advancedAudio(packet) : configuredAudio()
    case .flac: losslessAudio()
    default: ownSound(first: packet)
    }
  }

  /// Describes a codec by the fields of the track.
  private func ownSound(first packet: Span<UInt8>) -> SoundDescription? {
    var sound = SoundDescription(format: format, packetSizeUpperBound: 0)
    sound.magicCookie = configuration
    sound.channelLayout = layout
    switch codec {
    case .linearPCM, .aLaw, .muLaw:
      sound.magicCookie = []
      sound.format.formatFlags = pcm?.flags.rawValue ?? 0
      sound.format.bitsPerChannel = pcm?.bitsPerChannel ?? 8
      sound.format.framesPerPacket = 1
      sound.format.bytesPerFrame = sound.format.bitsPerChannel / 8 * channelCount
      sound.format.bytesPerPacket = sound.format.bytesPerFrame
    case .appleLossless:
      // QuickTime's box around the configuration, with version and flags.
      guard configuration.count >= 36 else { return nil }
      sound.magicCookie = Array(configuration[12...])
      let length = configuration.span.bigEndian32(at: 12)
      sound.format.framesPerPacket = Int(min(length, 1 << 20))
    case .ac3, .enhancedAC3: complete(&sound, from: packet)
    case .mpegLayer1, .mpegLayer2, .mpegLayer3:
      // AVI stores a Microsoft structure here, which decoders do not need.
      sound.magicCookie = []
      sound.format.framesPerPacket = 0
      sound.format = sound.format.completed
    case let codec where WaveFormatCookie.codecs.contains(codec):
      sound.magicCookie = waveFormatCookie.bytes
    default: break
    }
    sound.packetSizeUpperBound = sound.format.packetSizeUpperBound
    return sound
  }

  /// Completes AC-3 from the header of a packet.
  private func complete(_ sound: inout SoundDescription, from packet: Span<UInt8>) {
    guard packet.count >= AC3Header.byteCount, let header = AC3Header(packet, at: 0) else { return }
    sound.magicCookie = []
    sound.format.framesPerPacket = header.blockCount * 256
    let program = AC3Program(mode: header.mode, hasLowFrequency: header.hasLowFrequency)
    if program.channelCount == channelCount { sound.channelLayout = program.layout }
  }

  private var waveFormatCookie: WaveFormatCookie {
    var cookie = WaveFormatCookie(channelCount: channelCount, sampleRate: sampleRate)
    cookie.bitRate = bitRate
    cookie.blockByteCount = blockByteCount
    cookie.bitsPerSample = bitsPerSample
    cookie.configuration = configuration
    return cookie
  }

  /// Describes FLAC.
  private func losslessAudio() -> SoundDescription? {
    guard let flac = Self.flacFormat(configuration) else { return nil }
    var sound = SoundDescription(format: flac.stream, packetSizeUpperBound: flac.largestFrame)
    sound.magicCookie = flac.magicCookie
    sound.channelLayout = flac.layout
    return sound
  }

  /// Describes AAC with a configuration.
  private func configuredAudio() -> SoundDescription? {
    guard let specific = AudioSpecificConfig(configuration.span),
      var described = SoundDescription(specific)
    else { return nil }
    described.magicCookie = AACCookie.make(configuration)
    return described
  }

  /// Describes AAC whose packets have their own headers.
  private func advancedAudio(_ packet: Span<UInt8>) -> SoundDescription? {
    guard packet.count >= ADTSHeader.byteCount, let header = ADTSHeader(packet, at: 0),
      header.headerByteCount < packet.count
    else { return nil }
    var configuration = AudioSpecificConfig(header).bytes(hasBandReplication: nil)
    if header.channelCount == nil {
      let block = packet.extracting(header.headerByteCount...)
      guard let program = ADTSProgram.configuration(block, header: header) else { return nil }
      configuration = program
    }
    guard let specific = AudioSpecificConfig(configuration.span),
      var described = SoundDescription(specific)
    else { return nil }
    described.magicCookie = AACCookie.make(configuration)
    return described
  }

  private var format: StreamFormat {
    // Opus has one rate, whatever a container states: RFC 7845, 5.1.
    StreamFormat(
      sampleRate: codec == .opus ? 48_000 : Double(sampleRate), formatID: codec,
      framesPerPacket: framesPerPacket,
      channelCount: channelCount)
  }

  private var layout: ChannelLayout? {
    switch channelCount {
    case 1: .mono
    case 2: .stereo
    default:
      UInt32(exactly: speakers).flatMap {
        $0.nonzeroBitCount == channelCount ? .bitmap($0) : nil
      }
    }
  }

  private static let keys: [String: Tags.Key] = [
    "title": .title, "artist": .artist, "album": .album, "album_artist": .albumArtist,
    "disc": .discNumber, "composer": .composer,
    "comment": .comments, "copyright": .copyright, "genre": .genre, "track": .trackNumber,
    "lyricist": .lyricist, "lyrics": .lyrics, "subtitle": .subtitle, "isrc": .isrc,
    "encoder": .encodingApplication,
  ]

  private var tags: Tags {
    var tags = Tags()
    for (name, value) in texts {
      let name = name.lowercased()
      if name == "date" {
        tags.add(date: value)
      } else if let key = Self.keys[name] {
        tags.add(value, for: key)
      }
    }
    return tags
  }
}
