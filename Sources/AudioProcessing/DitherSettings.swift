package import AudioModel

/// Whether and how to dither samples that lose bits.
package struct DitherSettings: Equatable, Sendable {
  /// The noise, or `nil` to only round.
  package var algorithm: Dither.Algorithm?
  /// The bits to keep, or 0 for those of the output.
  package var bitDepth = 0

  package init() {}

  /// Returns the dither for an output format, or `nil` if it is off or unnecessary.
  package func dither(to output: StreamFormat) -> Dither? {
    guard let algorithm, output.isLinearPCM, !output.pcmFlags.contains(.float) else { return nil }
    let bits = output.bitsPerChannel
    let depth = bitDepth > 0 ? min(bitDepth, bits) : bits
    guard 2...Dither.mostBits ~= depth else { return nil }
    return Dither(
      algorithm, bitDepth: depth, channelCount: output.channelCount, sampleRate: output.sampleRate)
  }

  /// Returns whether samples of a format fit the kept bits, and therefore can stay unchanged.
  package func keeps(_ input: StreamFormat, to output: StreamFormat) -> Bool {
    let depth = bitDepth > 0 ? min(bitDepth, output.bitsPerChannel) : output.bitsPerChannel
    return input.isLinearPCM && !input.pcmFlags.contains(.float) && input.bitsPerChannel <= depth
  }
}
