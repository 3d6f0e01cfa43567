import AudioModel
import AudioSyntax

/// Counts the audio frames in a packet that may hold several codec frames.
///
/// Containers state times, which may be rounded, and some put several codec frames in one packet.
/// If a codec's frames state their own length, the packet decides.
///
/// Sources: ``MPEGAudioHeader``; ``AC3Header``; ``AMRBand``; *WavPack 4 & 5 Binary File / Block
/// Format* (2020), 2.0.
enum PacketFrames {
  /// Maximum number of frames in a packet.
  private static let mostFrames: UInt32 = 1 << 24

  /// Counts the frames in a packet.
  ///
  /// - Returns: `nil` if the codec's packets do not state a count, or if the packet does not begin
  ///   with a frame.
  static func count(_ packet: Span<UInt8>, _ codec: FourCC) -> UInt32? {
    switch codec {
    case .mpegLayer1, .mpegLayer2, .mpegLayer3: mpegAudio(packet)
    case .ac3, .enhancedAC3: ac3(packet)
    case .amrNarrowBand: amr(packet, .narrow)
    case .amrWideBand: amr(packet, .wide)
    case .opus: OpusHeader.frameCount(packet).map { UInt32($0) }
    case .wavPack: wavPack(packet)
    default: nil
    }
  }

  /// Counts frames that match the first one.
  ///
  /// Bytes after them are not audio.
  private static func mpegAudio(_ packet: Span<UInt8>) -> UInt32? {
    guard packet.count >= 4, let first = MPEGAudioHeader(packet.bigEndian32(at: 0)) else {
      return nil
    }
    var frames = 0
    var place = 0
    while packet.count - place >= 4, let header = MPEGAudioHeader(packet.bigEndian32(at: place)),
      header.layer == first.layer, header.sampleRate == first.sampleRate
    {
      let byteCount = header.frameByteCount(
        bitRateIndex: header.bitRateIndex, isPadded: header.isPadded)
      guard byteCount <= packet.count - place || place == 0 else { break }
      frames += header.framesPerPacket
      // The end of a frame with a free bit rate is unknown.
      guard byteCount > 0, byteCount < packet.count - place else { break }
      place += byteCount
    }
    return UInt32(frames)
  }

  /// The frames of the first program follow each other in time.
  ///
  /// All other frames play at the same time.
  private static func ac3(_ packet: Span<UInt8>) -> UInt32? {
    var frames = 0
    var place = 0
    while packet.count - place >= AC3Header.byteCount, let header = AC3Header(packet, at: place) {
      guard header.frameByteCount <= packet.count - place || place == 0 else { break }
      if header.role == .first { frames += header.blockCount * 256 }
      guard header.frameByteCount < packet.count - place else { break }
      place += header.frameByteCount
    }
    return frames > 0 ? UInt32(frames) : nil
  }

  private static func amr(_ packet: Span<UInt8>, _ band: AMRBand) -> UInt32? {
    var frames: UInt32 = 0
    var place = 0
    while place < packet.count {
      let byteCount = band.frameByteCount(packet[place])
      guard byteCount > 0, byteCount <= packet.count - place else { break }
      frames += band.framesPerPacket
      place += byteCount
    }
    return frames > 0 ? frames : nil
  }

  /// All blocks of a packet cover the same frames but hold different channels.
  private static func wavPack(_ packet: Span<UInt8>) -> UInt32? {
    guard packet.count >= 32, packet.has("wvpk", at: 0) else { return nil }
    return min(packet.littleEndian32(at: 20), mostFrames)
  }
}
