/// What a stream of audio is: the same facts as Core Audio's `AudioStreamBasicDescription`, in counts.
///
/// A field of 0 means "varies" (bytes per packet, frames per packet) or "does not apply" (bytes per
/// frame and bits of compressed formats), as it does there.
package struct StreamFormat: Hashable, Sendable {
  /// Frames per second, in hertz.
  package var sampleRate: Double
  /// The codec, as Core Audio names it.
  package var formatID: FourCC
  /// The codec's own flags; for linear PCM those of ``PCMFlags``.
  package var formatFlags: UInt32
  /// Bytes in each packet, or 0 where packets differ.
  package var bytesPerPacket: Int
  /// Frames in each packet, or 0 where packets differ.
  package var framesPerPacket: Int
  /// Bytes in a frame; of one channel where the samples are not interleaved; 0 for compressed audio.
  package var bytesPerFrame: Int
  /// Channels in each frame.
  package var channelCount: Int
  /// Bits that carry each sample, 0 for compressed audio.
  package var bitsPerChannel: Int

  package init(
    sampleRate: Double, formatID: FourCC, formatFlags: UInt32 = 0, bytesPerPacket: Int = 0,
    framesPerPacket: Int = 0, bytesPerFrame: Int = 0, channelCount: Int, bitsPerChannel: Int = 0
  ) {
    self.sampleRate = sampleRate
    self.formatID = formatID
    self.formatFlags = formatFlags
    self.bytesPerPacket = bytesPerPacket
    self.framesPerPacket = framesPerPacket
    self.bytesPerFrame = bytesPerFrame
    self.channelCount = channelCount
    self.bitsPerChannel = bitsPerChannel
  }
}

extension StreamFormat {
  /// The flags of linear PCM, with Core Audio's bits.
  package struct PCMFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    package static let float = PCMFlags(rawValue: 1 << 0)
    package static let bigEndian = PCMFlags(rawValue: 1 << 1)
    package static let signedInteger = PCMFlags(rawValue: 1 << 2)
    /// The sample bits fill all bits of their bytes.
    package static let packed = PCMFlags(rawValue: 1 << 3)
    /// Where the bits do not fill the bytes, they stand at the high end.
    package static let alignedHigh = PCMFlags(rawValue: 1 << 4)
    /// A buffer for each channel.
    package static let nonInterleaved = PCMFlags(rawValue: 1 << 5)
  }

  /// The flags, where the format is linear PCM.
  package var pcmFlags: PCMFlags { PCMFlags(rawValue: formatFlags) }

  /// Whether the samples are linear PCM.
  package var isLinearPCM: Bool { formatID == .linearPCM }

  /// Whether every packet has the same number of bytes, so that no descriptions are needed.
  package var hasConstantPackets: Bool { bytesPerPacket > 0 && framesPerPacket > 0 }
}

extension FourCC {
  package static let linearPCM = FourCC("l", "p", "c", "m")
  package static let aLaw = FourCC("a", "l", "a", "w")
  package static let muLaw = FourCC("u", "l", "a", "w")
  package static let mpegLayer1 = FourCC(".", "m", "p", "1")
  package static let mpegLayer2 = FourCC(".", "m", "p", "2")
  package static let mpegLayer3 = FourCC(".", "m", "p", "3")
  package static let mpeg4AAC = FourCC("a", "a", "c", " ")
  package static let mpeg4AACHighEfficiency = FourCC("a", "a", "c", "h")
  package static let mpeg4AACHighEfficiencyV2 = FourCC("a", "a", "c", "p")
}
