internal import AudioContainers
internal import AudioModel

/// What a decoder must hear before it gives a packet's samples as if it had heard all.
enum WarmUp {
  /// The packet to start with so that the frames of packet `index` come out right.
  static func start(
    before index: UInt64, of file: PacketFile, _ format: StreamFormat
  ) throws(PacketError) -> UInt64 {
    switch format.formatID {
    case .linearPCM, .aLaw, .muLaw, .flac, .appleLossless, .microsoftADPCM, .intelIMA,
      .monkeysAudio, .trueAudio, .planarBytes:
      return index
    case .mpegLayer3:
      return try startOfReservoir(before: index, of: file)
    case .appleIMA4:
      // The sample that a packet starts from has bits that only the packets before it tell.
      return 0
    case .g726, .fibonacciDelta, .exponentialDelta, .soundBlaster4, .soundBlaster3,
      .soundBlaster2, .wavPack:
      // Each sample is a difference to the one before, from the first on; WavPack's hybrid blocks keep an error.
      return 0
    case .trueHD:
      // A decoder can start at some packets only, and nothing here tells which.
      return 0
    case .mpegLayer1, .mpegLayer2:
      return turn(index - min(index, 2))
    case .vorbis, .ac3, .enhancedAC3:
      return index - min(index, 2)
    case .opus:
      return try startOfOpus(before: index, of: file)
    case .mpeg4AACHighEfficiency, .mpeg4AACHighEfficiencyV2:
      return turnOfNoise(index - min(index, 512))
    case .amrNarrowBand, .amrWideBand, .iLBC:
      // Measured: after 8 seconds the last bit of a sample is the same.
      return index - min(index, 500)
    case .microsoftGSM, .realAudio144, .realAudio288, .sipro, .speex:
      // The pitch of speech is told by what came before, which lasts.
      return index - min(index, 500)
    case .windowsMedia1, .windowsMedia2, .windowsMediaPro, .windowsMediaVoice,
      .windowsMediaLossless:
      return index - min(index, 16)
    default:
      return index - min(index, 4)
    }
  }

  /// Layer III: what a packet says may begin 511 bytes before it (ISO/IEC 11172-3, 2.4.2.7), and two packets more fill the
  /// filters.
  private static func startOfReservoir(
    before index: UInt64, of file: PacketFile
  ) throws(PacketError) -> UInt64 {
    var start = index - min(index, 3)
    var bytes = 0
    while start > 0, bytes < 511 {
      start -= 1
      // Header, checksum and side information are no part of the reservoir.
      let size = try file.place(ofPacket: start).map { Int($0.packet.byteCount) } ?? 0
      bytes += max(0, size - 38)
      if index - start > 64 { break }
    }
    return turn(start)
  }

  /// The packet of Opus that plays two seconds before.
  ///
  /// RFC 7845, 4.6, asks for 80 milliseconds, after which samples are near. After a second those of
  /// music are the same. Those of speech are, too, but for steady tones, which the codec predicts
  /// from themselves for ever.
  private static func startOfOpus(
    before index: UInt64, of file: PacketFile
  ) throws(PacketError) -> UInt64 {
    guard let place = try file.place(ofPacket: index) else { return index }
    let reach = 2 * UInt64(max(file.info.format.sampleRate, 1))
    let start = place.firstFrame - min(place.firstFrame, reach)
    return try file.place(holdingFrame: start)?.index ?? index
  }

  /// A packet of HE-AAC at which the table of noise stands as it does at the first one.
  ///
  /// The table has 512 numbers, and each packet takes 32 of them for each band (ISO/IEC 14496-3,
  /// 4.6.18.7.5).
  private static func turnOfNoise(_ packet: UInt64) -> UInt64 { packet & ~15 }

  /// A packet at which libmpg123's synthesis window stands as it does at the first one.
  ///
  /// Where it stands decides on the order of sums, and so on their last bit; after eight packets of any layer it has come round.
  private static func turn(_ packet: UInt64) -> UInt64 { packet & ~7 }
}
