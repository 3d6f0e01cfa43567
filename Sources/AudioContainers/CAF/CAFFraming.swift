import AudioModel

/// How packets of a codec tell their own length, so that they can be found without a packet table.
///
/// MPEG audio, AMR and AC-3 packets do. Raw AAC and Apple Lossless packets do not: where one ends is
/// known only once it has been decoded, so a file of these needs its table. So do Opus, whose packets
/// have no length, and E-AC-3, in which a packet is several frames.
///
/// Sources: ``MPEGAudioHeader``; ``AMRBand``; ``AC3Header``.
enum CAFFraming: Sendable {
  case amr(AMRBand)
  case ac3
  case mpeg(layer: Int, sampleRate: Double)

  /// The framing of a codec, or `nil` where packets do not tell their length.
  init?(_ format: StreamFormat) {
    switch format.formatID {
    case .mpegLayer1: self = .mpeg(layer: 1, sampleRate: format.sampleRate)
    case .mpegLayer2: self = .mpeg(layer: 2, sampleRate: format.sampleRate)
    case .mpegLayer3: self = .mpeg(layer: 3, sampleRate: format.sampleRate)
    case .amrNarrowBand: self = .amr(.narrow)
    case .amrWideBand: self = .amr(.wide)
    case .ac3: self = .ac3
    default: return nil
    }
  }

  /// Bytes of a packet that tell its length.
  var headerByteCount: Int {
    switch self {
    case .amr: 1
    case .mpeg: 4
    case .ac3: AC3Header.byteCount
    }
  }

  /// Bytes that no packet exceeds.
  var largestPacket: Int {
    switch self {
    case .amr(let band): band.largestFrame
    case .mpeg: 2881
    case .ac3: AC3Header.longestPlainFrame
    }
  }

  /// Packets that must follow each other to be believed where it is not known that one starts.
  var chainLength: Int {
    switch self {
    case .amr: 8
    case .ac3, .mpeg: 3
    }
  }

  /// Bytes and frames of the packet at `index`, or `nil` where there is none.
  ///
  /// - Precondition: ``headerByteCount`` bytes are there.
  func packet(_ bytes: Span<UInt8>, at index: Int) -> (byteCount: Int, frameCount: UInt32)? {
    switch self {
    case .amr(let band): amr(bytes[index], band)
    case .ac3: ac3(bytes, at: index)
    case .mpeg(let layer, let sampleRate):
      mpeg(bytes.bigEndian32(at: index), layer: layer, sampleRate: sampleRate)
    }
  }

  private func mpeg(_ raw: UInt32, layer: Int, sampleRate: Double) -> (Int, UInt32)? {
    guard let header = MPEGAudioHeader(raw), header.layer == layer,
      Double(header.sampleRate) == sampleRate
    else { return nil }
    let byteCount = header.frameByteCount(
      bitRateIndex: header.bitRateIndex, isPadded: header.isPadded)
    return byteCount > 0 ? (byteCount, UInt32(header.framesPerPacket)) : nil
  }

  private func amr(_ header: UInt8, _ band: AMRBand) -> (Int, UInt32)? {
    let byteCount = band.frameByteCount(header)
    guard header & AMRBand.paddingBits == 0, byteCount > 0 else { return nil }
    return (byteCount, band.framesPerPacket)
  }

  private func ac3(_ bytes: Span<UInt8>, at index: Int) -> (Int, UInt32)? {
    guard let header = AC3Header(bytes, at: index), !header.isEnhanced else { return nil }
    return (header.frameByteCount, 1536)
  }
}
