import AudioModel
import AudioSyntax

/// Finds packets without a packet table, by the lengths that packets state.
///
/// MPEG audio, AMR, and AC-3 packets state their length. The end of raw AAC and Apple Lossless
/// packets is known only after decoding, so such files need their table. Opus packets have no
/// length, and E-AC-3 packets consist of several frames, so these also need the table.
///
/// Sources: ``MPEGAudioHeader``; ``AMRBand``; ``AC3Header``.
enum CAFFraming: Sendable {
  case amr(AMRBand)
  case ac3
  case mpeg(layer: Int, sampleRate: Double)

  /// The framing of a codec, or `nil` if packets do not state their length.
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

  /// Bytes of a packet that contain its length.
  var headerByteCount: Int {
    switch self {
    case .amr: 1
    case .mpeg: 4
    case .ac3: AC3Header.byteCount
    }
  }

  /// Maximum packet size in bytes.
  var largestPacket: Int {
    switch self {
    case .amr(let band): band.largestFrame
    case .mpeg: 2881
    case .ac3: AC3Header.longestPlainFrame
    }
  }

  /// Consecutive packets required for a match at an arbitrary position.
  var chainLength: Int {
    switch self {
    case .amr: 8
    case .ac3, .mpeg: 3
    }
  }

  /// Bytes and frames of the packet at `index`, or `nil` if the bytes are not a packet.
  ///
  /// - Precondition: The span holds ``headerByteCount`` bytes from `index`.
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
    return header.frameByteCount.map { ($0, UInt32(header.framesPerPacket)) }
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
