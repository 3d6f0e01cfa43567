package import AudioToolbox

/// The number of significant bits in a source's samples.
package enum SourceBits {
  /// Windows Media Lossless, Monkey's Audio, RealAudio Lossless, and TrueHD, whose cookie is a
  /// `WAVEFORMATEX`.
  private static let waveFormatCodecs: Set<AudioFormatID> = [
    0x776D_616C, 0x6170_6520, 0x7261_6C66, 0x6D6C_7061,
  ]

  /// The bits of a format: at least 16, the actual bits if lossless, and 24 for floating point.
  ///
  /// - Parameters:
  ///   - format: The format of the file.
  ///   - cookie: The codec's configuration.
  /// - Returns: 16 for a lossy codec.
  package static func count(_ format: AudioStreamBasicDescription, cookie: [UInt8]) -> UInt32 {
    switch format.mFormatID {
    case kAudioFormatLinearPCM:
      return format.mFormatFlags & kAudioFormatFlagIsFloat == 0
        ? max(format.mBitsPerChannel, 16) : 24
    case kAudioFormatAppleLossless, kAudioFormatFLAC:
      return [1: 16, 2: 20, 3: 24, 4: 32][format.mFormatFlags] ?? 16
    case let codec where waveFormatCodecs.contains(codec) && cookie.count >= 16:
      // Source: *Multiple Channel Audio Data and WAVE Files* (Microsoft, 2007), `wBitsPerSample`.
      return min(max(UInt32(cookie[14]) | UInt32(cookie[15]) << 8, 16), 32)
    default: return 16
    }
  }
}
