import AudioModel
import AudioSyntax

/// Writes the sample entry of a sound track from its format and configuration.
///
/// Sources: ISO/IEC 14496-12, 12.2.3 AudioSampleEntry; ISO/IEC 14496-14, 6.7.2 esds; *ALAC magic
/// cookie description* (Apple, 2011); ETSI TS 102 366, F.4 AC3SpecificBox; *Encapsulation of Opus
/// in ISO Base Media File Format*, 4.3.2; *Encapsulation of FLAC in ISO Base Media File Format*,
/// 3.3.2; 3GPP TS 26.244, 6.7.
struct SoundSampleEntryWriter {
  var format: StreamFormat
  var cookie: [UInt8]
  /// The first bytes of the first packet, which supplement the cookie.
  var firstPacket: [UInt8]
  /// Bytes of the largest packet.
  var largestPacket: UInt32
  /// Average bits per second.
  var averageBitRate: UInt32
  /// The order of the channels; `nil` if it is unknown.
  var channelLayout: ChannelLayout?

  /// The formats that a file type carries.
  static func formats(of type: FourCC) -> [FourCC] {
    let advanced: [FourCC] = [.mpeg4AAC, .mpeg4AACHighEfficiency, .mpeg4AACHighEfficiencyV2]
    return switch type.description {
    case "m4af", "m4bf": advanced + [.appleLossless]
    case "mp4f": advanced + [.appleLossless, .mpegLayer3, .ac3, .opus, .flac]
    case "MooV": advanced + [.appleLossless, .mpegLayer3, .ac3, .opus, .flac, .linearPCM]
    case "3gpp", "3gp2": advanced + [.amrNarrowBand, .amrWideBand]
    default: []
    }
  }

  /// Whether the entry requires a cookie.
  static func needsCookie(_ codec: FourCC) -> Bool {
    codec == .appleLossless || codec == .opus || codec == .flac
  }

  /// Creates the entry.
  ///
  /// - Throws: ``ContainerWriteError`` if the configuration is missing or invalid.
  func entry() throws(ContainerWriteError) -> [UInt8] {
    switch format.formatID {
    case .mpeg4AAC, .mpeg4AACHighEfficiency, .mpeg4AACHighEfficiencyV2:
      let stream = elementaryStream(objectType: 0x40, specific: specificConfig)
      return entry(FourCC("m", "p", "4", "a"), stream)
    case .mpegLayer3:
      return entry(FourCC("m", "p", "4", "a"), elementaryStream(objectType: 0x6B, specific: []))
    case .appleLossless:
      guard let cookie = Self.losslessCookie(cookie) else { throw .malformedPacket }
      return entry(.appleLossless, .fullBox(.appleLossless, cookie))
    case .ac3: return entry(.ac3, try ac3Box())
    case .opus: return entry(FourCC("O", "p", "u", "s"), try opusBox())
    case .flac:
      guard cookie.count >= 50 else { throw .malformedPacket }
      return entry(FourCC("f", "L", "a", "C"), cookie)
    case .amrNarrowBand, .amrWideBand:
      // Our vendor code and version 0; all modes, with changes at any time; one frame per packet.
      return entry(
        format.formatID, .box(FourCC("d", "a", "m", "r"), [0, 0, 0, 0, 0, 0x81, 0xFF, 0, 1]))
    case .linearPCM:
      guard let writer = UncompressedSampleEntryWriter(format) else { throw .unsupportedFormat }
      return writer.entry(channelLayout)
    default: throw .unsupportedFormat
    }
  }

  private func entry(_ type: FourCC, _ boxes: [UInt8]) -> [UInt8] {
    var body = [UInt8](repeating: 0, count: 6)
    body.append(big: UInt16(1))
    body.append(zeros: 8)
    body.append(big: UInt16(clamping: format.channelCount))
    body.append(big: UInt16(sampleBits))
    body.append(zeros: 4)
    let rate = format.sampleRate < 65_536 ? UInt32(format.sampleRate) << 16 : 0
    body.append(big: rate)
    return .box(type, body + boxes)
  }

  /// Bits of a sample before compression, according to the flags of lossless codecs.
  private var sampleBits: Int {
    guard format.formatID == .appleLossless || format.formatID == .flac else { return 16 }
    return [1: 16, 2: 20, 3: 24, 4: 32][format.formatFlags] ?? 16
  }

  // MARK: - MPEG-4

  /// The `AudioSpecificConfig` in the cookie, or that of plain AAC.
  private var specificConfig: [UInt8] {
    let bytes = cookie.span
    if cookie.first == 3, let descriptor = ElementaryStreamDescriptor(bytes),
      !descriptor.configuration.isEmpty
    {
      return Array(cookie[descriptor.configuration])
    }
    if cookie.count >= 2, AudioSpecificConfig(bytes) != nil { return cookie }
    return AudioSpecificConfig(lowComplexity: format).bytes(hasBandReplication: nil)
  }

  private func elementaryStream(objectType: UInt8, specific: [UInt8]) -> [UInt8] {
    // The audio stream type, the buffer size, and the maximum and average bit rate.
    var decoder: [UInt8] = [objectType, 0x15]
    decoder += [UInt8].big(min(largestPacket, 0xFF_FFFF)).dropFirst()
    decoder.append(big: averageBitRate)
    decoder.append(big: averageBitRate)
    if !specific.isEmpty { decoder += Self.descriptor(5, specific) }
    let stream = [0, 0, 0] + Self.descriptor(4, decoder) + Self.descriptor(6, [2])
    return .fullBox(FourCC("e", "s", "d", "s"), Self.descriptor(3, stream))
  }

  /// Creates a descriptor whose size takes four bytes, as Core Audio writes it.
  private static func descriptor(_ tag: UInt8, _ body: [UInt8]) -> [UInt8] {
    let count = body.count
    return [tag] + [21, 14, 7].map { UInt8(count >> $0 & 0x7F) | 0x80 } + [UInt8(count & 0x7F)]
      + body
  }

  // MARK: - Others

  /// Removes the boxes that QuickTime puts around the configuration.
  private static func losslessCookie(_ cookie: [UInt8]) -> [UInt8]? {
    var bytes = cookie[...]
    if bytes.count >= 24, Array(bytes.dropFirst(4).prefix(4)) == Array("frma".utf8) {
      bytes = bytes.dropFirst(12)
    }
    if bytes.count >= 36, Array(bytes.dropFirst(4).prefix(4)) == Array("alac".utf8) {
      bytes = bytes.dropFirst(12)
    }
    return bytes.count >= 24 ? Array(bytes) : nil
  }

  private func ac3Box() throws(ContainerWriteError) -> [UInt8] {
    guard firstPacket.count >= 7, firstPacket[0] == 0x0B, firstPacket[1] == 0x77 else {
      throw .malformedPacket
    }
    let (rate, code) = (firstPacket[4] >> 6, UInt32(firstPacket[4] & 0x3F) / 2)
    let (stream, mode) = (firstPacket[5] >> 3, firstPacket[5] & 7)
    let channels = firstPacket[6] >> 5
    // Mix levels precede the low-frequency bit if the mode has center, surround, or two channels.
    var skipped = 0
    if channels & 1 != 0, channels != 1 { skipped += 2 }
    if channels & 4 != 0 { skipped += 2 }
    if channels == 2 { skipped += 2 }
    let low = UInt32(firstPacket[6] >> (4 - UInt8(skipped)) & 1)
    let bits =
      UInt32(rate) << 22 | UInt32(stream) << 17 | UInt32(mode) << 14 | UInt32(channels) << 11
      | low << 10 | code << 5
    return .box(FourCC("d", "a", "c", "3"), Array([UInt8].big(bits).dropFirst()))
  }

  /// Converts Ogg's `OpusHead` to big-endian numbers.
  private func opusBox() throws(ContainerWriteError) -> [UInt8] {
    guard cookie.count >= 19, Array(cookie.prefix(8)) == Array("OpusHead".utf8) else {
      throw .malformedPacket
    }
    var body: [UInt8] = [0, cookie[9]]
    for field in [10..<12, 12..<16, 16..<18] { body += cookie[field].reversed() }
    return .box(FourCC("d", "O", "p", "s"), body + cookie[18...])
  }
}
