import AudioModel
import AudioSyntax

/// The contents of a CAF file's Audio Description chunk.
///
/// Source: *Apple Core Audio Format Specification 1.0*, "Audio Description Chunk".
struct CAFFormat: Equatable, Sendable {
  var stream: StreamFormat

  /// Bytes of the chunk's body.
  static let bodyByteCount = 32

  /// Maximum number of channels that a channel layout can name.
  private static let mostChannels = 0xFFFF

  /// Reads the body of a `desc` chunk.
  ///
  /// - Parameters:
  ///   - body: At least ``bodyByteCount`` bytes.
  ///   - offset: Position of the body in the file, for the error.
  /// - Throws: ``ContainerError`` if fields contradict each other.
  init(body: Span<UInt8>, at offset: UInt64) throws(ContainerError) {
    stream = StreamFormat(
      sampleRate: body.bigEndianDouble(at: 0), formatID: body.fourCC(at: 8),
      formatFlags: body.bigEndian32(at: 12), bytesPerPacket: Int(body.bigEndian32(at: 16)),
      framesPerPacket: Int(body.bigEndian32(at: 20)), channelCount: Int(body.bigEndian32(at: 24)),
      bitsPerChannel: Int(body.bigEndian32(at: 28)))
    let isPlausible =
      stream.sampleRate.isFinite && stream.sampleRate > 0
      && (1...Self.mostChannels).contains(stream.channelCount)
    guard isPlausible else { throw ContainerError(.malformed, at: offset) }
    switch stream.formatID {
    case .linearPCM: try completeLinear(at: offset)
    case .aLaw, .muLaw: try complete(bytes: 1, frames: 1, isWholeFrame: true, at: offset)
    case .appleIMA4: try complete(bytes: 34, frames: 64, isWholeFrame: false, at: offset)
    case .iLBC:
      // The byte count decides (RFC 3951, 2.1), because some writers state 160 frames for both
      // modes.
      stream.framesPerPacket =
        [38: 160, 50: 240][stream.bytesPerPacket] ?? stream.framesPerPacket
      stream.bitsPerChannel = 0
    default: stream.bitsPerChannel = 0
    }
  }

  /// Gives linear PCM Core Audio's flags and one frame per packet.
  ///
  /// CAF has two flags, float and little-endian. Integers are signed. Samples smaller than their
  /// bytes are aligned to the high end, as in the other containers.
  private mutating func completeLinear(at offset: UInt64) throws(ContainerError) {
    let frames = max(stream.framesPerPacket, 1)
    let frame = stream.bytesPerPacket / frames
    let container = frame / stream.channelCount
    let isWhole =
      stream.bytesPerPacket.isMultiple(of: frames) && frame.isMultiple(of: stream.channelCount)
    guard isWhole, container > 0, (1...container * 8).contains(stream.bitsPerChannel) else {
      throw ContainerError(.malformed, at: offset)
    }
    let isFloat = stream.formatFlags & 1 != 0
    let isSupported =
      isFloat
      ? (container == 4 || container == 8) && stream.bitsPerChannel == container * 8
      : container <= 4
    guard isSupported else { throw ContainerError(.unsupportedFormat, at: offset) }
    var flags: StreamFormat.PCMFlags = isFloat ? .float : .signedInteger
    if stream.formatFlags & 2 == 0 { flags.insert(.bigEndian) }
    flags.insert(stream.bitsPerChannel == container * 8 ? .packed : .alignedHigh)
    stream.formatFlags = flags.rawValue
    stream.bytesPerPacket = frame
    stream.framesPerPacket = 1
    stream.bytesPerFrame = frame
  }

  /// Fills in the fixed packet size of a codec with constant packets, if the file leaves it out.
  private mutating func complete(
    bytes: Int, frames: Int, isWholeFrame: Bool, at offset: UInt64
  ) throws(ContainerError) {
    let packet = bytes * stream.channelCount
    let isConsistent =
      (stream.bytesPerPacket == packet || stream.bytesPerPacket == 0)
      && (stream.framesPerPacket == frames || stream.framesPerPacket == 0)
    guard isConsistent else { throw ContainerError(.malformed, at: offset) }
    stream.bytesPerPacket = packet
    stream.framesPerPacket = frames
    stream.bytesPerFrame = isWholeFrame ? packet : 0
    stream.bitsPerChannel = isWholeFrame ? 8 : 0
  }
}

extension StreamFormat {
  /// Bits per second of constant packets, or `nil` if packets vary or the number is implausible.
  var constantBitRate: Int? {
    guard hasConstantPackets else { return nil }
    let rate = sampleRate * Double(bytesPerPacket) * 8 / Double(framesPerPacket)
    return rate < 0x1p53 ? Int(rate) : nil
  }
}
