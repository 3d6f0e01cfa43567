extension AudioSpecificConfig {
  /// The bytes of a configuration of AAC.
  ///
  /// - Parameter hasBandReplication: Whether the bytes signal spectral band replication; `nil` if
  ///   they do not mention it.
  /// - Returns: The bytes; the last one is padded with zeros.
  package func bytes(hasBandReplication: Bool?) -> [UInt8] {
    var writer = BitWriter()
    writer.append(objectType, bits: 5)
    Self.append(sampleRate, to: &writer)
    writer.append(channelConfiguration, bits: 4)
    // The flags for the frame length, the core coder, and the extension; the last two are 0.
    writer.append(framesPerPacket == 960 ? 1 : 0, bits: 1)
    writer.append(0, bits: 2)
    if channelConfiguration == 0, let program {
      writer.append(program.bytes, bits: program.bitCount)
      // An empty comment field.
      writer.alignToByte()
      writer.append(0, bits: 8)
    }
    if let hasBandReplication {
      writer.append(0x2B7, bits: 11)
      writer.append(5, bits: 5)
      writer.append(hasBandReplication ? 1 : 0, bits: 1)
      if hasBandReplication {
        Self.append(extendedSampleRate ?? sampleRate * 2, to: &writer)
        if hasParametricStereo {
          writer.append(0x548, bits: 11)
          writer.append(1, bits: 1)
        }
      }
    }
    return writer.bytes
  }

  private static func append(_ rate: Int, to writer: inout BitWriter) {
    if let index = sampleRates.firstIndex(of: rate) {
      writer.append(index, bits: 4)
    } else {
      writer.append(15, bits: 4)
      writer.append(rate, bits: 24)
    }
  }
}
