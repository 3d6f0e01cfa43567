internal import AudioContainers
internal import AudioModel

/// Packets to decode before a packet so that its samples are the same as in sequential decoding.
enum WarmUp {
  /// Returns the packet with which to start so that the frames of packet `index` are correct.
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
      // The initial sample of a packet has bits that depend on all earlier packets.
      return 0
    case .g726, .fibonacciDelta, .exponentialDelta, .soundBlaster4, .soundBlaster3,
      .soundBlaster2, .wavPack:
      // Each sample is a difference from the previous one; WavPack's hybrid blocks carry an error.
      return 0
    case .trueHD:
      // A decoder can start only at some packets, which are not marked here.
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
      // Measured: after 8 seconds, the last bit of a sample is the same.
      return index - min(index, 500)
    case .microsoftGSM, .realAudio144, .realAudio288, .sipro, .speex:
      // The pitch of speech depends on earlier packets for a long time.
      return index - min(index, 500)
    case .windowsMedia1, .windowsMedia2, .windowsMediaPro, .windowsMediaVoice,
      .windowsMediaLossless:
      return index - min(index, 16)
    default:
      return index - min(index, 4)
    }
  }

  /// Returns the packet with which to start for a Layer III packet.
  ///
  /// The data of a packet may begin 511 bytes before it (ISO/IEC 11172-3, 2.4.2.7). Two more
  /// packets fill the filters.
  private static func startOfReservoir(
    before index: UInt64, of file: PacketFile
  ) throws(PacketError) -> UInt64 {
    var start = index - min(index, 3)
    var bytes = 0
    while start > 0, bytes < 511 {
      start -= 1
      // The reservoir does not include the header, checksum, and side information.
      let size = try file.place(ofPacket: start).map { Int($0.packet.byteCount) } ?? 0
      bytes += max(0, size - 38)
      if index - start > 64 { break }
    }
    return turn(start)
  }

  /// Returns the Opus packet that plays two seconds earlier.
  ///
  /// RFC 7845, 4.6, requires 80 milliseconds, after which the samples are close. After one second,
  /// the samples of music are identical. So are those of speech, except for steady tones, which the
  /// codec predicts recursively without end.
  private static func startOfOpus(
    before index: UInt64, of file: PacketFile
  ) throws(PacketError) -> UInt64 {
    guard let place = try file.place(ofPacket: index) else { return index }
    let reach = 2 * UInt64(max(file.info.format.sampleRate, 1))
    let start = place.firstFrame - min(place.firstFrame, reach)
    return try file.place(holdingFrame: start)?.index ?? index
  }

  /// Returns the last HE-AAC packet at or before `packet` at which the noise table is at the same
  /// position as at packet 0.
  ///
  /// The position repeats after 16 packets: the table has 512 numbers, and each packet uses 32 of
  /// them for each band. Source: ISO/IEC 14496-3, 4.6.18.7.5.
  private static func turnOfNoise(_ packet: UInt64) -> UInt64 { packet & ~15 }

  /// Returns the last packet at or before `packet` at which the synthesis window is at the same
  /// position as at packet 0.
  ///
  /// In libmpg123, the position determines the order of sums, and therefore their last bit. The
  /// position repeats after eight packets of any layer.
  private static func turn(_ packet: UInt64) -> UInt64 { packet & ~7 }
}
