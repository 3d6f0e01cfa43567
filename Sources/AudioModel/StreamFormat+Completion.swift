extension StreamFormat {
  /// The format with what follows from the rest filled in where it is 0.
  ///
  /// The sizes of linear PCM, G.711 and IMA4, and how many frames a packet of MPEG audio or AAC has.
  package var completed: StreamFormat {
    var format = self
    switch formatID {
    case .linearPCM:
      if format.framesPerPacket == 0 { format.framesPerPacket = 1 }
      if format.bytesPerPacket == 0 { format.bytesPerPacket = format.bytesPerFrame }
    case .aLaw, .muLaw:
      format.framesPerPacket = 1
      format.bytesPerPacket = channelCount
      format.bytesPerFrame = channelCount
      format.bitsPerChannel = 8
    case .appleIMA4:
      // Apple's Technical Note TN1081: for each channel 64 samples in 34 bytes.
      if framesPerPacket == 0 { format.framesPerPacket = 64 }
      if bytesPerPacket == 0 { format.bytesPerPacket = 34 * channelCount }
    case .microsoftGSM:
      // Two frames of GSM 06.10 in 65 bytes: Microsoft, *New Multimedia Data Types and Data Techniques*, "GSM 6.10".
      if framesPerPacket == 0 { format.framesPerPacket = 320 }
      if bytesPerPacket == 0 { format.bytesPerPacket = 65 }
    case .mpegLayer1:
      format.framesPerPacket = wholeFrames(of: 384)
    case .mpegLayer2:
      format.framesPerPacket = wholeFrames(of: 1152)
    case .mpegLayer3:
      // MPEG-2 and MPEG-2.5, whose rates are lower, have half as many.
      format.framesPerPacket = wholeFrames(of: sampleRate > 0 && sampleRate < 32000 ? 576 : 1152)
    case .mpeg4AAC:
      if framesPerPacket == 0 { format.framesPerPacket = 1024 }
    case .mpeg4AACHighEfficiency, .mpeg4AACHighEfficiencyV2:
      if framesPerPacket == 0 { format.framesPerPacket = 2048 }
    default:
      break
    }
    return format
  }

  /// The frames of a packet if it holds several frames of the codec, else those of one.
  private func wholeFrames(of one: Int) -> Int {
    framesPerPacket > 0 && framesPerPacket.isMultiple(of: one) ? framesPerPacket : one
  }

  /// The format with what follows from the rest filled in where it is 0, and with the frames that packets of a codec usually have.
  package var completedByHabit: StreamFormat {
    var format = completed
    guard format.framesPerPacket == 0 else { return format }
    switch formatID {
    case .appleLossless: format.framesPerPacket = 4096
    // 480 where the configuration says so.
    case .mpeg4AACLowDelay, .mpeg4AACEnhancedLowDelay: format.framesPerPacket = 512
    case .ac3, .enhancedAC3: format.framesPerPacket = 1536
    case .opus:
      // 20 milliseconds, as our encoder makes them.
      format.framesPerPacket = sampleRate < 48_000 && sampleRate > 0 ? Int(sampleRate / 50) : 960
    case .amrNarrowBand: format.framesPerPacket = 160
    case .amrWideBand: format.framesPerPacket = 320
    default: break
    }
    return format
  }

  /// Bytes that no packet exceeds, by the codec's own rules; 0 where it is not known.
  package var packetSizeUpperBound: Int {
    if bytesPerPacket > 0 { return bytesPerPacket }
    switch formatID {
    // ISO/IEC 11172-3, 2.4.3.1: the highest bit rate at the lowest rate, with padding.
    case .mpegLayer1: return (12 * 448_000 / 32000 + 1) * 4
    case .mpegLayer2: return 144 * 384_000 / 32000 + 1
    // The same at 640 kbit/s, which free format reaches.
    case .mpegLayer3: return 144 * 640_000 / 32000 + 1
    // ISO/IEC 14496-3, 4.5.3.1: 6144 bits a channel.
    case .mpeg4AAC, .mpeg4AACHighEfficiency, .mpeg4AACHighEfficiencyV2:
      return 768 * max(channelCount, 1)
    default: return 0
    }
  }
}
