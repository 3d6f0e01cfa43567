package import AudioModel

extension DecoderFactory {
  /// The channel counts that a codec allows.
  ///
  /// - Returns: An empty array if any count is valid, or `nil` if no component decodes the codec.
  package static func channelCounts(of formatID: FourCC) -> [Int]? {
    guard canDecode(formatID) else { return nil }
    return counts[formatID] ?? []
  }

  /// Limits that the codecs define.
  ///
  /// Sources: ISO/IEC 11172-3, 2.4.2.3; ISO/IEC 14496-3, table 1.19; ETSI TS 102 366, table 4.3 and
  /// annex E; RFC 9639, 8.2; RFC 7845, 5.1.1.2; RFC 4867, 5.1; RFC 3951; *Apple Lossless Magic
  /// Cookie Description*.
  private static let counts: [FourCC: [Int]] = {
    let (mono, stereo, eight) = ([1], [1, 2], Array(1...8))
    return [
      .mpegLayer1: stereo, .mpegLayer2: stereo, .mpegLayer3: stereo,
      .mpeg4AAC: eight, .mpeg4AACHighEfficiency: eight, .mpeg4AACHighEfficiencyV2: [2],
      .appleLossless: eight, .flac: eight, .opus: eight,
      .ac3: Array(1...6), .enhancedAC3: eight,
      .amrNarrowBand: mono, .amrWideBand: mono, .iLBC: mono, .microsoftGSM: mono,
      .realAudio144: mono, .realAudio288: mono, .windowsMediaVoice: mono,
      .windowsMedia1: stereo, .windowsMedia2: stereo, .speex: stereo,
    ]
  }()
}
