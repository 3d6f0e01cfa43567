/// The format of an audio stream.
///
/// It has the same information as Core Audio's `AudioStreamBasicDescription`. As in Core Audio, 0
/// means "varies" for bytes per packet and frames per packet. For bytes per frame and bits of
/// compressed formats, it means "does not apply".
package struct StreamFormat: Hashable, Sendable {
  /// Frames per second, in hertz.
  package var sampleRate: Double
  /// The codec, with Core Audio's number.
  package var formatID: FourCC
  /// The codec's own flags.
  ///
  /// For linear PCM, those of ``PCMFlags``.
  package var formatFlags: UInt32
  /// Bytes in each packet, or 0 if they vary.
  package var bytesPerPacket: Int
  /// Frames in each packet, or 0 if they vary.
  package var framesPerPacket: Int
  /// Bytes per frame, or 0 for compressed audio.
  ///
  /// For separate channels, the bytes of one channel.
  package var bytesPerFrame: Int
  /// Channels in each frame.
  package var channelCount: Int
  /// Bits per sample, or 0 for compressed audio.
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
    /// If the bits do not fill the bytes, they are at the high end.
    package static let alignedHigh = PCMFlags(rawValue: 1 << 4)
    /// Each channel has a separate buffer.
    package static let nonInterleaved = PCMFlags(rawValue: 1 << 5)
  }

  /// The flags, if the format is linear PCM.
  package var pcmFlags: PCMFlags { PCMFlags(rawValue: formatFlags) }

  /// Whether the samples are linear PCM.
  package var isLinearPCM: Bool { formatID == .linearPCM }

  /// Whether all packets have the same number of bytes; then they need no descriptions.
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
