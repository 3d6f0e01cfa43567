package import AudioModel

/// The contents of a FLAC stream's `STREAMINFO` block.
///
/// Source: RFC 9639, 8.2.
@usableFromInline
package struct FLACFormat: Equatable, Sendable {
  /// Bytes of the block's body.
  package static let bodyByteCount = 34

  /// Frames of the shortest block, except for the last.
  private var shortest: Int
  /// Frames of the longest block.
  @usableFromInline package private(set) var longest: Int
  package var sampleRate: Int
  package var channelCount: Int
  package var bitsPerSample: Int
  /// Frames of the stream, or 0 if the writer did not know.
  @usableFromInline package var frameCount: UInt64
  /// The loudspeakers as `WAVEFORMATEXTENSIBLE` bits, if a comment states an unusual set.
  ///
  /// Source: RFC 9639, 8.6.2.
  package var channelMask: UInt32?
  /// The original bytes of the block.
  private var body: [UInt8]

  /// Reads the block; `nil` if the fields cannot describe sound.
  ///
  /// - Parameter body: ``bodyByteCount`` bytes.
  package init?(body: Span<UInt8>) {
    shortest = Int(body.bigEndian16(at: 0))
    longest = Int(body.bigEndian16(at: 2))
    let fields = body.bigEndian64(at: 10)
    sampleRate = Int(fields >> 44)
    channelCount = Int(fields >> 41 & 7) + 1
    bitsPerSample = Int(fields >> 36 & 31) + 1
    frameCount = fields & 0xF_FFFF_FFFF
    self.body = body.bytes(0..<Self.bodyByteCount)
    guard sampleRate > 0, bitsPerSample >= 4, longest > 0, shortest <= longest else {
      return nil
    }
  }

  /// The format.
  ///
  /// The flags encode the sample bits, as those of Apple Lossless do.
  package var stream: StreamFormat {
    let flags: [Int: UInt32] = [16: 1, 20: 2, 24: 3, 32: 4]
    return StreamFormat(
      sampleRate: Double(sampleRate), formatID: .flac, formatFlags: flags[bitsPerSample] ?? 0,
      framesPerPacket: shortest == longest ? longest : 0, channelCount: channelCount)
  }

  /// The block as a `dfLa` box, as in MP4 files.
  ///
  /// Source: *Encapsulation of FLAC in ISO Base Media File Format*, 3.3.2.
  package var magicCookie: [UInt8] {
    [0, 0, 0, 50] + Array("dfLa".utf8) + [0, 0, 0, 0] + [0x80, 0, 0, UInt8(Self.bodyByteCount)]
      + body
  }

  /// The speakers of the channels.
  ///
  /// Source: RFC 9639, 9.1.3.
  package var layout: ChannelLayout {
    if let channelMask, channelMask.nonzeroBitCount == channelCount, channelCount > 2 {
      return .bitmap(channelMask)
    }
    return Self.layout(channelCount: channelCount)
  }

  /// The loudspeaker bits that a comment must state, or `nil` if the default layout applies.
  package static func statedMask(of layout: ChannelLayout?, channelCount: Int) -> UInt32? {
    guard channelCount > 2, let bits = layout?.speakerBits, bits.nonzeroBitCount == channelCount,
      .bitmap(bits) != self.layout(channelCount: channelCount)
    else { return nil }
    return bits
  }

  /// The default speakers for a channel count.
  package static func layout(channelCount: Int) -> ChannelLayout {
    switch channelCount {
    case 1: .mono
    case 2: .stereo
    case 3: .bitmap(0x7)
    case 4: .bitmap(0x33)
    case 5: .bitmap(0x37)
    case 6: .bitmap(0x3F)
    case 7: .bitmap(0x70F)
    default: .bitmap(0x63F)
    }
  }

  /// Maximum frame size in bytes: the uncompressed samples and the surrounding fields.
  ///
  /// The maximum that the `STREAMINFO` block states is unreliable.
  package static func largestFrame(blockLength: Int, channelCount: Int, bitsPerSample: Int) -> Int {
    // A side channel has one bit more.
    18 + channelCount * ((blockLength * (bitsPerSample + 1) + 7) / 8 + 8)
  }

  /// Maximum size in bytes of the stream's frames.
  package var largestFrame: Int {
    Self.largestFrame(
      blockLength: longest, channelCount: channelCount, bitsPerSample: bitsPerSample)
  }
}
