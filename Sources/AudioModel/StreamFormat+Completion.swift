extension StreamFormat {
  /// The format with the values that the codec implies.
  ///
  /// The codec implies the packet sizes of linear PCM, G.711, and IMA4, among others. It also
  /// implies the frames per packet of MPEG audio and AAC. A field of a variable codec keeps a value
  /// other than 0.
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
      // Apple's Technical Note TN1081: 64 samples per channel in 34 bytes.
      if framesPerPacket == 0 { format.framesPerPacket = 64 }
      if bytesPerPacket == 0 { format.bytesPerPacket = 34 * channelCount }
    case .microsoftGSM:
      // Two frames of GSM 06.10 in 65 bytes: Microsoft, *New Multimedia Data Types and Data
      // Techniques*, "GSM 6.10".
      if framesPerPacket == 0 { format.framesPerPacket = 320 }
      if bytesPerPacket == 0 { format.bytesPerPacket = 65 }
    case .mpegLayer1:
      format.framesPerPacket = wholeFrames(of: 384)
    case .mpegLayer2:
      format.framesPerPacket = wholeFrames(of: 1152)
    case .mpegLayer3:
      // MPEG-2 and MPEG-2.5, which have lower rates, have half as many frames.
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

  /// Returns the format's frames per packet if they are whole codec frames of `one` PCM frames, or
  /// else `one`.
  private func wholeFrames(of one: Int) -> Int {
    framesPerPacket > 0 && framesPerPacket.isMultiple(of: one) ? framesPerPacket : one
  }

  /// The format with implied values in fields that are 0, and with the codec's usual packet length.
  package var completedByHabit: StreamFormat {
    var format = completed
    guard format.framesPerPacket == 0 else { return format }
    switch formatID {
    case .appleLossless: format.framesPerPacket = 4096
    // The configuration may specify 480.
    case .mpeg4AACLowDelay, .mpeg4AACEnhancedLowDelay: format.framesPerPacket = 512
    case .ac3, .enhancedAC3: format.framesPerPacket = 1536
    case .opus:
      // 20 milliseconds, as for packets from this project's encoder.
      format.framesPerPacket = sampleRate < 48_000 && sampleRate > 0 ? Int(sampleRate / 50) : 960
    case .amrNarrowBand: format.framesPerPacket = 160
    case .amrWideBand: format.framesPerPacket = 320
    default: break
    }
    return format
  }

  /// The maximum bytes of a packet according to the codec, or 0 if unknown.
  package var packetSizeUpperBound: Int {
    if bytesPerPacket > 0 { return bytesPerPacket }
    switch formatID {
    // ISO/IEC 11172-3, 2.4.3.1: the highest bit rate at the lowest sample rate, with padding.
    case .mpegLayer1: return (12 * 448_000 / 32000 + 1) * 4
    case .mpegLayer2: return 144 * 384_000 / 32000 + 1
    // The same at 640 kbit/s, the maximum of free format.
    case .mpegLayer3: return 144 * 640_000 / 32000 + 1
    // ISO/IEC 14496-3, 4.5.3.1: 6144 bits per channel.
    case .mpeg4AAC, .mpeg4AACHighEfficiency, .mpeg4AACHighEfficiencyV2:
      return 768 * max(channelCount, 1)
    default: return 0
    }
  }
}
