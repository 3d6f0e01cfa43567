import AudioModel
import AudioSyntax

/// Describes a sample entry whose configuration is in a box of the codec.
struct CompressedSampleEntry {
  let entry: SoundSampleEntry

  /// Reads an Apple Lossless entry.
  ///
  /// The cookie is the configuration without its box: 24 bytes, plus 24 for an optional channel
  /// layout.
  ///
  /// Source: *ALAC magic cookie description* (Apple, 2011).
  func appleLossless(_ bytes: Span<UInt8>) -> SoundDescription? {
    guard let box = entry.body(of: .appleLossless, atLeast: 28) else { return nil }
    let first = box.lowerBound + 4
    let frames = Int(bytes.bigEndian32(at: first))
    let bits = Int(bytes[first + 5])
    let channels = Int(bytes[first + 9])
    let stated = Int(bytes.bigEndian32(at: first + 12))
    let rate = bytes.bigEndian32(at: first + 20)
    guard frames > 0, frames <= 1 << 20, channels > 0, let flags = Self.sourceFlags(bits: bits)
    else { return nil }
    // Incompressible packets are stored unchanged, after a header of less than 32 bytes.
    let stored = frames * channels * ((bits + 7) / 8) + 32
    var description = SoundDescription(
      format: StreamFormat(
        sampleRate: Double(rate), formatID: .appleLossless, formatFlags: flags,
        framesPerPacket: frames,
        channelCount: channels),
      packetSizeUpperBound: min(max(stated, 1), stored))
    if stated == 0 { description.packetSizeUpperBound = stored }
    let end = box.count >= 52 ? first + 48 : first + 24
    description.magicCookie = (first..<end).map { bytes[$0] }
    description.channelLayout = .centreFirst(channels)
    let bitRate = Int(bytes.bigEndian32(at: first + 16))
    if bitRate > 0 { description.statedBitRate = bitRate }
    return description
  }

  /// Core Audio's flags for the original bit depth of a lossless codec.
  private static func sourceFlags(bits: Int) -> UInt32? {
    switch bits {
    case 16: 1
    case 20: 2
    case 24: 3
    case 32: 4
    default: nil
    }
  }

  /// Reads a FLAC entry.
  ///
  /// The cookie is the whole `dfLa` box.
  ///
  /// Source: *Encapsulation of FLAC in ISO Base Media File Format*, 3.3.2; RFC 9639, 8.2.
  func flac(_ bytes: Span<UInt8>) -> SoundDescription? {
    guard let box = entry.body(of: .dfLa, atLeast: 42), bytes[box.lowerBound + 4] & 0x7F == 0 else {
      return nil
    }
    let info = box.lowerBound + 8
    let shortest = Int(bytes.bigEndian16(at: info))
    let longest = Int(bytes.bigEndian16(at: info + 2))
    let fields = bytes.bigEndian32(at: info + 10)
    let largest = Int(bytes.bigEndian32(at: info + 6) & 0xFF_FFFF)
    let channels = Int(fields >> 9 & 7) + 1
    let bits = Int(fields >> 4 & 31) + 1
    guard longest > 0 else { return nil }
    var description = SoundDescription(
      format: StreamFormat(
        sampleRate: Double(fields >> 12), formatID: .flac,
        formatFlags: Self.sourceFlags(bits: bits) ?? 0,
        framesPerPacket: shortest == longest ? longest : 0, channelCount: channels),
      packetSizeUpperBound: largest > 0 ? largest : longest * channels * ((bits + 7) / 8) + 64)
    description.magicCookie = (box.lowerBound - 8..<box.upperBound).map { bytes[$0] }
    description.channelLayout = FLACFormat.layout(channelCount: channels)
    return description
  }

  /// Reads an Opus entry.
  ///
  /// The cookie is an `OpusHead`, as in Ogg.
  ///
  /// Source: *Encapsulation of Opus in ISO Base Media File Format*, 4.3.2; RFC 7845, 5.1.
  func opus(_ bytes: Span<UInt8>) -> SoundDescription? {
    guard let box = entry.body(of: .dOps, atLeast: 11), bytes[box.lowerBound] == 0 else {
      return nil
    }
    let first = box.lowerBound
    let channels = Int(bytes[first + 1])
    let family = bytes[first + 10]
    let isMapped = family != 0
    guard channels > 0, !isMapped || box.count >= 13 + channels, isMapped || channels <= 2 else {
      return nil
    }
    let streams = isMapped ? Int(bytes[first + 11]) : 1
    // RFC 6716, 3.4: at most 120 ms, in 48 frames of at most 1275 bytes, each with its length.
    var description = SoundDescription(
      format: StreamFormat(sampleRate: 48_000, formatID: .opus, channelCount: channels),
      packetSizeUpperBound: max(streams, 1) * 61_298)
    var head = Array("OpusHead".utf8) + [1, bytes[first + 1]]
    for field in [2..<4, 4..<8, 8..<10] {
      for index in field.reversed() { head.append(bytes[first + index]) }
    }
    let end = isMapped ? first + 13 + channels : first + 11
    for index in first + 10..<end { head.append(bytes[index]) }
    description.magicCookie = head
    description.primingFrames = Int(bytes.bigEndian16(at: first + 2))
    description.channelLayout = OpusHeader(head.span)?.layout ?? .standard(channels)
    return description
  }

  /// Reads an AMR entry, whose packets hold one or more speech frames.
  ///
  /// Source: 3GPP TS 26.244, 6.5 and 6.7.
  func adaptiveMultiRate(
    _ bytes: Span<UInt8>, rate: Int, packetBytes: Int
  ) -> SoundDescription {
    var frames = 1
    if let box = entry.body(of: .damr, atLeast: 9) {
      frames = max(Int(bytes[box.lowerBound + 8]), 1)
    }
    var description = SoundDescription(
      format: StreamFormat(sampleRate: Double(rate), formatID: entry.codec, channelCount: 1),
      packetSizeUpperBound: packetBytes * frames)
    description.usualFramesPerPacket = frames * rate / 50
    description.channelLayout = .mono
    return description
  }
}

extension FourCC {
  fileprivate static let dfLa = FourCC("d", "f", "L", "a")
  fileprivate static let dOps = FourCC("d", "O", "p", "s")
  fileprivate static let damr = FourCC("d", "a", "m", "r")
}
