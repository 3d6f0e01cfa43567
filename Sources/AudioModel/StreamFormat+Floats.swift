extension StreamFormat {
  /// Interleaved Float32 with a format's rate and channels: what decoders give and encoders take.
  package static func interleavedFloats(like format: StreamFormat) -> StreamFormat {
    StreamFormat(
      sampleRate: format.sampleRate, formatID: .linearPCM,
      formatFlags: PCMFlags([.float, .packed]).rawValue, bytesPerPacket: 4 * format.channelCount,
      framesPerPacket: 1, bytesPerFrame: 4 * format.channelCount,
      channelCount: format.channelCount, bitsPerChannel: 32)
  }

  /// Float32 with a format's rate and channels, each of which has a buffer of its own.
  package static func floatPlanes(like format: StreamFormat) -> StreamFormat {
    var planes = interleavedFloats(like: format)
    planes.formatFlags = PCMFlags([.float, .packed, .nonInterleaved]).rawValue
    (planes.bytesPerPacket, planes.bytesPerFrame) = (4, 4)
    return planes
  }

  /// Whole numbers in the low bits of 32 with a format's rate and channels, a buffer for each: what lossless codecs can lend.
  package static func integerPlanes(like format: StreamFormat, bitCount: Int) -> StreamFormat {
    var planes = floatPlanes(like: format)
    let packing: PCMFlags = bitCount == 32 ? .packed : []
    planes.formatFlags = PCMFlags([.signedInteger, .nonInterleaved]).union(packing).rawValue
    planes.bitsPerChannel = bitCount
    return planes
  }

  /// Interleaved whole numbers of 32 bits with a format's rate and channels: what lossless codecs can give and take.
  package static func interleavedIntegers(like format: StreamFormat) -> StreamFormat {
    var integers = interleavedFloats(like: format)
    integers.formatFlags = PCMFlags([.signedInteger, .packed]).rawValue
    return integers
  }
}
