import AudioModel

extension StreamFormat {
  /// Bytes of one sample of one channel of linear PCM, or `nil` where the fields contradict each other.
  var sampleByteCount: Int? {
    guard isLinearPCM, channelCount > 0, bitsPerChannel > 0 else { return nil }
    let isInterleaved = channelCount == 1 || !pcmFlags.contains(.nonInterleaved)
    let frame = bytesPerFrame > 0 ? bytesPerFrame : bytesPerPacket
    guard isInterleaved, frame > 0, frame.isMultiple(of: channelCount),
      bytesPerPacket == 0 || bytesPerPacket == frame, framesPerPacket <= 1
    else { return nil }
    let container = frame / channelCount
    return bitsPerChannel <= container * 8 ? container : nil
  }
}

extension ChannelLayout {
  /// The speakers as a `WAVEFORMATEXTENSIBLE` mask, or `nil` where the channels are in another order or
  /// have other uses.
  ///
  /// Source: the channel layout tags and bits of `CoreAudioBaseTypes.h`.
  var speakerBitmap: UInt32? {
    switch tag {
    case 1 << 16: return bitmap
    case 0: return bitmapOfDescriptions
    case 100 << 16 | 1: return 0x4
    case 101 << 16 | 2: return 0x3
    // Quadraphonic; 4.0, 5.0 and 5.1 in the order of MPEG A; 7.1.
    case 108 << 16 | 4: return 0x33
    case 115 << 16 | 4: return 0x107
    case 117 << 16 | 5: return 0x37
    case 121 << 16 | 6: return 0x3F
    case 126 << 16 | 8: return 0xFF
    default: return nil
    }
  }

  private var bitmapOfDescriptions: UInt32? {
    var mask: UInt32 = 0
    for description in descriptions {
      guard (1...18).contains(description.label) else { return nil }
      let bit: UInt32 = 1 << (description.label - 1)
      guard bit > mask else { return nil }
      mask |= bit
    }
    return mask
  }
}
