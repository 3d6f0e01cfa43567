package import AudioModel

/// Whether and how samples that lose bits are dithered.
package struct DitherSettings: Equatable, Sendable {
  /// `nil` for rounding alone.
  package var algorithm: Dither.Algorithm?
  /// Bits that stay; 0 for those of the output.
  package var bitDepth = 0

  package init() {}

  /// What dithers samples on the way to a format, or `nil` where nothing is to or there is no need.
  package func dither(to output: StreamFormat) -> Dither? {
    guard let algorithm, output.isLinearPCM, !output.pcmFlags.contains(.float) else { return nil }
    let bits = output.bitsPerChannel
    let depth = bitDepth > 0 ? min(bitDepth, bits) : bits
    guard 2...Dither.mostBits ~= depth else { return nil }
    return Dither(
      algorithm, bitDepth: depth, channelCount: output.channelCount, sampleRate: output.sampleRate)
  }

  /// Whether samples of a format have no more bits than stay, so that they may go as they are.
  package func keeps(_ input: StreamFormat, to output: StreamFormat) -> Bool {
    let depth = bitDepth > 0 ? min(bitDepth, output.bitsPerChannel) : output.bitsPerChannel
    return input.isLinearPCM && !input.pcmFlags.contains(.float) && input.bitsPerChannel <= depth
  }
}
