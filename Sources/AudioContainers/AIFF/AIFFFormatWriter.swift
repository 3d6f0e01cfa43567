import AudioModel
import AudioSyntax

/// Writes the Common chunk of an AIFF or AIFF-C file.
///
/// Sources: see ``AIFFFormat``.
struct AIFFFormatWriter: Sendable {
  /// The format as a reader reports it.
  let stream: StreamFormat
  private let bits: Int
  private let compression: (tag: FourCC, name: String)?

  /// Creates the chunk's fields.
  ///
  /// - Throws: ``ContainerWriteError`` if the file type cannot carry the format.
  init(_ format: StreamFormat, isCompressed: Bool) throws(ContainerWriteError) {
    guard (1...0x7FFF).contains(format.channelCount), format.sampleRate.isFinite,
      format.sampleRate > 0
    else { throw .unsupportedFormat }
    var stream = format
    switch format.formatID {
    case .linearPCM:
      let coding = try Self.linear(&stream)
      // A plain file holds only big-endian integers.
      guard isCompressed || coding.tag.description == "NONE" else { throw .unsupportedFormat }
      compression = isCompressed ? coding : nil
      bits = stream.bitsPerChannel
    case .aLaw, .muLaw:
      compression =
        format.formatID == .aLaw
        ? (FourCC("a", "l", "a", "w"), "ALaw 2:1") : (FourCC("u", "l", "a", "w"), "ULaw 2:1")
      stream = stream.completed
      stream.formatFlags = 0
      bits = 16
    case .appleIMA4:
      compression = (FourCC("i", "m", "a", "4"), "IMA 4:1")
      stream.formatFlags = 0
      stream.bytesPerPacket = 34 * format.channelCount
      stream.framesPerPacket = 64
      stream.bytesPerFrame = 0
      stream.bitsPerChannel = 0
      bits = 16
    default: throw .unsupportedFormat
    }
    guard isCompressed || compression == nil else { throw .unsupportedFormat }
    self.stream = stream
  }

  /// The chunk for `packetCount` packets.
  func chunk(packetCount: UInt64) -> DataChunk {
    var body: [UInt8] = .big(UInt16(stream.channelCount))
    body.append(big: UInt32(clamping: packetCount))
    body.append(big: UInt16(bits))
    body += Self.extended(stream.sampleRate)
    if let compression {
      body.append(compression.tag)
      let name = Array(compression.name.utf8)
      body.append(UInt8(name.count))
      body += name
      if body.count % 2 == 1 { body.append(0) }
    }
    return DataChunk(FourCC("C", "O", "M", "M"), body)
  }

  /// The compression type that describes the layout of linear PCM samples.
  private static func linear(
    _ stream: inout StreamFormat
  ) throws(ContainerWriteError) -> (tag: FourCC, name: String) {
    guard let container = stream.sampleByteCount else { throw .unsupportedFormat }
    let given = stream.pcmFlags
    let isPacked = stream.bitsPerChannel == container * 8
    let isBig = given.contains(.bigEndian) || container == 1
    var flags: StreamFormat.PCMFlags = isPacked ? .packed : .alignedHigh
    if isBig { flags.insert(.bigEndian) }
    let coding: (FourCC, String)
    if given.contains(.float) {
      guard isPacked, isBig, container == 4 || container == 8 else { throw .unsupportedFormat }
      flags.insert(.float)
      coding =
        container == 4
        ? (FourCC("f", "l", "3", "2"), "32-bit floating point")
        : (FourCC("f", "l", "6", "4"), "64-bit floating point")
    } else {
      // Samples have as many bytes as their bits need.
      guard given.contains(.signedInteger), isPacked || given.contains(.alignedHigh),
        container == (stream.bitsPerChannel + 7) / 8, container <= 4
      else { throw .unsupportedFormat }
      // `sowt` has 16 bits by definition, and FFmpeg decodes 24 or 32 bits as noise.
      guard isBig || container == 2 else { throw .unsupportedFormat }
      flags.insert(.signedInteger)
      coding =
        isBig
        ? (FourCC("N", "O", "N", "E"), "not compressed") : (FourCC("s", "o", "w", "t"), "")
    }
    stream.formatFlags = flags.rawValue
    stream.bytesPerPacket = container * stream.channelCount
    stream.framesPerPacket = 1
    stream.bytesPerFrame = stream.bytesPerPacket
    return coding
  }

  /// A positive number as 80-bit floating point.
  ///
  /// Source: *Apple Numerics Manual*, "Extended Type".
  private static func extended(_ value: Double) -> [UInt8] {
    var bytes: [UInt8] = .big(UInt16(clamping: 16_383 + Int(value.exponent)))
    bytes.append(big: value.significandBitPattern << 11 | 1 << 63)
    return bytes
  }
}
