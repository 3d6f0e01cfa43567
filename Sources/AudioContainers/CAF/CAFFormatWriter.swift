import AudioModel
import AudioSyntax

/// Writes the Audio Description chunk of a CAF file.
///
/// Source: *Apple Core Audio Format Specification 1.0*, "Audio Description Chunk".
struct CAFFormatWriter: Sendable {
  /// The format as a reader reports it.
  let stream: StreamFormat
  let chunk: DataChunk

  /// Creates the chunk.
  ///
  /// - Throws: ``ContainerWriteError`` if CAF cannot carry the format.
  init(_ format: StreamFormat) throws(ContainerWriteError) {
    var stream = format.completed
    var flags = format.formatFlags
    guard (1...0xFFFF).contains(format.channelCount), format.sampleRate.isFinite,
      format.sampleRate > 0
    else { throw .unsupportedFormat }
    switch format.formatID {
    case .linearPCM: flags = try Self.completeLinear(&stream)
    case .aLaw, .muLaw:
      flags = 0
      stream.formatFlags = 0
    case .appleIMA4:
      flags = 0
      stream.formatFlags = 0
      stream.bytesPerPacket = 34 * format.channelCount
      stream.framesPerPacket = 64
      stream.bytesPerFrame = 0
      stream.bitsPerChannel = 0
    default:
      guard let frames = Self.usualFrames[format.formatID] else { throw .unsupportedFormat }
      if stream.framesPerPacket == 0 { stream.framesPerPacket = frames }
      stream.bytesPerFrame = 0
      stream.bitsPerChannel = 0
    }
    guard let bytes = UInt32(exactly: stream.bytesPerPacket),
      let frames = UInt32(exactly: stream.framesPerPacket)
    else { throw .unsupportedFormat }
    var body: [UInt8] = .big(stream.sampleRate.bitPattern)
    body.append(stream.formatID)
    body.append(big: flags)
    body.append(big: bytes)
    body.append(big: frames)
    body.append(big: UInt32(stream.channelCount))
    body.append(big: UInt32(stream.bitsPerChannel))
    chunk = DataChunk(.cafDescription, body)
    self.stream = stream
  }

  /// Codecs with varying packets, and the frames in a packet; 0 if the frame count may also vary.
  private static let usualFrames: [FourCC: Int] = [
    .mpegLayer1: 384, .mpegLayer2: 1152, .mpegLayer3: 1152, .mpeg4AAC: 1024,
    .mpeg4AACHighEfficiency: 2048, .mpeg4AACHighEfficiencyV2: 2048, .appleLossless: 4096,
    .amrNarrowBand: 160, .amrWideBand: 320, .ac3: 1536, .enhancedAC3: 1536, .iLBC: 0, .flac: 0,
    .opus: 0,
  ]

  /// Fills in the sizes of linear PCM.
  ///
  /// - Returns: The file's flags: 1 for float, 2 for little-endian.
  private static func completeLinear(
    _ stream: inout StreamFormat
  ) throws(ContainerWriteError) -> UInt32 {
    guard let container = stream.sampleByteCount else { throw .unsupportedFormat }
    let given = stream.pcmFlags
    let isPacked = stream.bitsPerChannel == container * 8
    let isFloat = given.contains(.float)
    let isSupported =
      isFloat
      ? isPacked && (container == 4 || container == 8)
      : container <= 4 && given.contains(.signedInteger)
        && (isPacked || given.contains(.alignedHigh))
    guard isSupported else { throw .unsupportedFormat }
    var flags: StreamFormat.PCMFlags = isFloat ? .float : .signedInteger
    flags.insert(isPacked ? .packed : .alignedHigh)
    if given.contains(.bigEndian) { flags.insert(.bigEndian) }
    stream.formatFlags = flags.rawValue
    stream.bytesPerPacket = container * stream.channelCount
    stream.framesPerPacket = 1
    stream.bytesPerFrame = stream.bytesPerPacket
    return (isFloat ? 1 : 0) | (given.contains(.bigEndian) ? 0 : 2)
  }
}
