internal import AudioCodecs
internal import AudioModel

/// How packets of a codec are told from each other.
enum PacketFraming {
  /// All have the same bytes.
  case constant
  /// Each tells its own length.
  case inPackets
  /// Only a table or a container tells.
  case external

  /// Those of a codec, or `nil` where nothing here decodes it.
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
  /// The format with what its codec has by rule or by habit filled in where it is 0; `nil` where that is not known.
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
