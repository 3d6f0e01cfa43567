internal import AudioCodecs
internal import AudioModel

/// The way to find the boundaries of a codec's packets.
enum PacketFraming {
  /// All packets have the same size.
  case constant
  /// Each packet states its own size.
  case inPackets
  /// A table or a container states the sizes.
  case external

  /// The framing of a codec, or `nil` if the codec is not decodable.
  init?(_ formatID: FourCC) {
    guard DecoderFactory.canDecode(formatID) else { return nil }
    self =
      switch formatID {
      case .linearPCM, .aLaw, .muLaw, .appleIMA4, .iLBC, .microsoftADPCM, .intelIMA,
        .microsoftGSM, .realAudio144, .realAudio288:
        .constant
      case .mpegLayer1, .mpegLayer2, .mpegLayer3, .ac3, .enhancedAC3, .amrNarrowBand,
        .amrWideBand, .digitalTheater:
        .inPackets
      default: .external
      }
  }
}

extension StreamFormat {
  /// The format with zero fields set to the codec's fixed or usual values, or `nil` if they are
  /// unknown.
  var withUsualFields: StreamFormat? {
    var format = completed
    if isLinearPCM {
      guard channelCount > 0, bitsPerChannel > 0 else { return nil }
      let channels = pcmFlags.contains(.nonInterleaved) ? 1 : channelCount
      if format.bytesPerFrame == 0 { format.bytesPerFrame = (bitsPerChannel + 7) / 8 * channels }
      if format.bytesPerPacket == 0 { format.bytesPerPacket = format.bytesPerFrame }
      return format
    }
    guard PacketFraming(formatID) != nil || EncoderFactory.abilities(of: formatID) != nil else {
      return nil
    }
    return completedByHabit
  }
}
