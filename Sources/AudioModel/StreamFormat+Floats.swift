extension StreamFormat {
  /// Returns interleaved Float32 with a format's rate and channels.
  ///
  /// Decoders output this format, and encoders accept it.
  package static func interleavedFloats(like format: StreamFormat) -> StreamFormat {
    StreamFormat(
      sampleRate: format.sampleRate, formatID: .linearPCM,
      formatFlags: PCMFlags([.float, .packed]).rawValue, bytesPerPacket: 4 * format.channelCount,
      framesPerPacket: 1, bytesPerFrame: 4 * format.channelCount,
      channelCount: format.channelCount, bitsPerChannel: 32)
  }

  /// Returns Float32 with a format's rate and channels, with one buffer per channel.
  package static func floatPlanes(like format: StreamFormat) -> StreamFormat {
    var planes = interleavedFloats(like: format)
    planes.formatFlags = PCMFlags([.float, .packed, .nonInterleaved]).rawValue
    (planes.bytesPerPacket, planes.bytesPerFrame) = (4, 4)
    return planes
  }

  /// Returns integers in the low bits of 32-bit words, with one buffer per channel.
  ///
  /// The rate and channels are those of `format`. Lossless codecs can lend this format.
  package static func integerPlanes(like format: StreamFormat, bitCount: Int) -> StreamFormat {
    var planes = floatPlanes(like: format)
    let packing: PCMFlags = bitCount == 32 ? .packed : []
    planes.formatFlags = PCMFlags([.signedInteger, .nonInterleaved]).union(packing).rawValue
    planes.bitsPerChannel = bitCount
    return planes
  }

  /// Returns interleaved 32-bit integers with a format's rate and channels.
  ///
  /// Lossless codecs support this format for input and output.
  package static func interleavedIntegers(like format: StreamFormat) -> StreamFormat {
    var integers = interleavedFloats(like: format)
    integers.formatFlags = PCMFlags([.signedInteger, .packed]).rawValue
    return integers
  }
}
