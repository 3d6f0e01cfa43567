package import AudioModel

/// How the samples of a linear PCM format stand in their bytes.
package struct PCMLayout: Hashable, Sendable {
  /// What the bits of a sample mean.
  package enum Encoding: Hashable, Sendable {
    case integer(IntegerEncoding)
    /// Signed integers of 64 bits, which only doubles come near to.
    case integer64
    case float32
    case float64
  }

  /// How an integer stands in its bytes.
  package struct IntegerEncoding: Hashable, Sendable {
    /// Bits that carry the sample, 1 to 32.
    package var bitCount: Int
    /// Bits below the sample that carry nothing.
    package var unusedLowBits: Int
    /// Whether half of full scale stands for silence, rather than 0.
    package var isUnsigned: Bool
    /// Bits between the sign and the point of a fixed-point sample, which goes so far beyond full scale; 7 of 8.24.
    package var headroomBitCount = 0
  }

  package var encoding: Encoding
  /// Bytes from one sample to the next of the same buffer, 1 to 4, or 8.
  package var bytesPerSample: Int
  package var isBigEndian: Bool
  /// Whether all channels stand in turn, as a single one always does, rather than each in a buffer of its own.
  package var isInterleaved: Bool

  /// Reads the layout from a format.
  ///
  /// - Returns: `nil` where the format is not linear PCM, contradicts itself or is one that nothing
  ///   here converts: fixed point without a sign, packed samples that do not end on a byte.
  package init?(_ format: StreamFormat) {
    let flags = format.pcmFlags
    guard format.isLinearPCM, format.channelCount > 0, format.bytesPerFrame > 0,
      format.framesPerPacket == 1, format.bytesPerPacket == format.bytesPerFrame
    else { return nil }
    isInterleaved = format.channelCount == 1 || !flags.contains(.nonInterleaved)
    let samplesPerFrame = isInterleaved ? format.channelCount : 1
    guard format.bytesPerFrame.isMultiple(of: samplesPerFrame) else { return nil }
    bytesPerSample = format.bytesPerFrame / samplesPerFrame
    isBigEndian = flags.contains(.bigEndian)
    let bits = format.bitsPerChannel
    let fractionBitCount = Int(format.formatFlags >> 7 & 0x3F)
    if flags.contains(.float) {
      guard fractionBitCount == 0 else { return nil }
      switch (bytesPerSample, bits) {
      case (4, 32): encoding = .float32
      case (8, 64): encoding = .float64
      default: return nil
      }
    } else if bytesPerSample == 8 {
      guard bits == 64, fractionBitCount == 0, flags.contains(.signedInteger) else { return nil }
      encoding = .integer64
    } else {
      guard (1...4).contains(bytesPerSample), bits > 0, bits <= bytesPerSample * 8,
        bits == bytesPerSample * 8 || !flags.contains(.packed),
        fractionBitCount == 0 || (fractionBitCount < bits && flags.contains(.signedInteger))
      else { return nil }
      encoding = .integer(
        IntegerEncoding(
          bitCount: bits,
          unusedLowBits: flags.contains(.alignedHigh) ? bytesPerSample * 8 - bits : 0,
          isUnsigned: !flags.contains(.signedInteger),
          headroomBitCount: fractionBitCount == 0 ? 0 : bits - 1 - fractionBitCount))
    }
  }
}

extension PCMLayout {
  /// Whether samples are signed 16-bit integers of this machine.
  var isNativeInt16: Bool {
    guard case .integer(let encoding) = encoding else { return false }
    return bytesPerSample == 2 && encoding.bitCount == 16 && !encoding.isUnsigned && !isBigEndian
      && encoding.headroomBitCount == 0
  }

  /// Bits of a sample, where samples are signed integers of this machine in the low bits of 32.
  var lowBitCount: Int? {
    guard case .integer(let encoding) = encoding, bytesPerSample == 4, !isBigEndian,
      !encoding.isUnsigned, encoding.unusedLowBits == 0, encoding.headroomBitCount == 0
    else { return nil }
    return encoding.bitCount
  }

  /// Whether samples are Float32 of this machine.
  var isNativeFloat32: Bool { encoding == .float32 && !isBigEndian }
}
