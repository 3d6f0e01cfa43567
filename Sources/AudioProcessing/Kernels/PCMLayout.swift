package import AudioModel

/// The layout of linear PCM samples in their bytes.
package struct PCMLayout: Hashable, Sendable {
  /// The meaning of a sample's bits.
  package enum Encoding: Hashable, Sendable {
    case integer(IntegerEncoding)
    /// Signed 64-bit integers, which only doubles can approximate.
    case integer64
    case float32
    case float64
  }

  /// The layout of an integer in its bytes.
  package struct IntegerEncoding: Hashable, Sendable {
    /// Bits of the sample, 1 to 32.
    package var bitCount: Int
    /// Unused bits below the sample.
    package var unusedLowBits: Int
    /// Whether silence is half of full scale instead of 0.
    package var isUnsigned: Bool
    /// Integer bits of a fixed-point sample without the sign, which exceed full scale.
    ///
    /// 7 for 8.24.
    package var headroomBitCount = 0
  }

  package var encoding: Encoding
  /// Bytes from one sample to the next in the same buffer: 1 to 4, or 8.
  package var bytesPerSample: Int
  package var isBigEndian: Bool
  /// Whether channels are interleaved instead of in separate buffers.
  ///
  /// Always true for one channel.
  package var isInterleaved: Bool

  /// Derives the layout from a format.
  ///
  /// - Returns: `nil` if the format is not linear PCM, is inconsistent, or is unsupported.
  ///   Unsupported formats are unsigned fixed point, and packed samples that do not end on a byte
  ///   boundary.
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
  /// Whether samples are signed 16-bit integers in native byte order.
  var isNativeInt16: Bool {
    guard case .integer(let encoding) = encoding else { return false }
    return bytesPerSample == 2 && encoding.bitCount == 16 && !encoding.isUnsigned && !isBigEndian
      && encoding.headroomBitCount == 0
  }

  /// Bits per sample, if samples are native signed integers in the low bits of 32.
  var lowBitCount: Int? {
    guard case .integer(let encoding) = encoding, bytesPerSample == 4, !isBigEndian,
      !encoding.isUnsigned, encoding.unusedLowBits == 0, encoding.headroomBitCount == 0
    else { return nil }
    return encoding.bitCount
  }

  /// Whether samples are Float32 in native byte order.
  var isNativeFloat32: Bool { encoding == .float32 && !isBigEndian }
}
