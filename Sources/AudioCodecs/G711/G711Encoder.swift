import AudioModel

/// Encodes Float32 to A-law and mu-law bytes.
final class G711Encoder: PacketEncoder {
  let format: StreamFormat
  let magicCookie: [UInt8] = []
  let primingFrames = 0
  let bitRate = 0
  let channelLayout: ChannelLayout? = nil
  private let law: G711Law

  init(_ format: StreamFormat, _ law: G711Law) throws(CodecError) {
    guard format.channelCount > 0 else { throw .unsupportedFormat }
    self.format = format.completed
    self.law = law
  }

  var maximumPacketSize: Int { format.channelCount }

  func encode(_ samples: Span<Float>, into packets: inout EncodedPackets) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count)
    for index in samples.indices {
      bytes.append(law.code(IntegerSamples.of(samples[index], bits: 16)))
    }
    packets.append(bytes, bytesPerPacket: format.channelCount, framesPerPacket: 1)
  }

  func finish(after frameCount: Int, into packets: inout EncodedPackets) {}

  func reset() {}
}

extension G711Law {
  /// Returns the code of a 16-bit linear sample, for the nearest value in its segment.
  func code(_ sample: Int32) -> UInt8 {
    switch self {
    case .a:
      // 13 bits including the sign, with magnitudes from 0 to 4095.
      let isPositive = sample >= 0
      let magnitude = min(isPositive ? sample >> 3 : (~sample) >> 3, 4095)
      let high = 31 - Int32((magnitude | 1).leadingZeroBitCount)
      let segment = max(high - 4, 0)
      let mantissa = (segment < 2 ? magnitude >> 1 : magnitude >> segment) & 0x0F
      let bits = UInt8(segment << 4 | mantissa) | (isPositive ? 0x80 : 0)
      return bits ^ 0x55
    case .mu:
      // 14 bits including the sign, with the bias that makes each segment start at a power of two.
      let isNegative = sample < 0
      let magnitude = min(abs(sample), 32635) + 0x84
      let segment = 31 - Int32(magnitude.leadingZeroBitCount) - 7
      let mantissa = magnitude >> (segment + 3) & 0x0F
      return ~(UInt8(segment << 4 | mantissa) | (isNegative ? 0x80 : 0))
    }
  }
}
