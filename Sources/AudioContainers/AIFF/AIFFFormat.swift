import AudioModel
import AudioSyntax

/// The contents of an AIFF or AIFF-C file's Common chunk.
///
/// Sources: *Audio Interchange File Format: "AIFF"*, version 1.3 (Apple, 1989), "The Common Chunk";
/// *AIFF-C*, draft of 26 August 1991, "The Extended Common Chunk". Further compression types
/// (`fl32`, `in24`, and others): QuickTime File Format Specification, "Sound Sample Description".
struct AIFFFormat: Equatable, Sendable {
  /// The format, with constant packets.
  var stream: StreamFormat
  /// Packets that the chunk states: sample frames, or blocks of a compressed format.
  var statedPacketCount: UInt64

  /// Bytes in the chunk body of an AIFF file.
  static let plainBodyByteCount = 18
  /// Bytes in the chunk body of an AIFF-C file, before the name of the compression.
  static let compressedBodyByteCount = 22

  /// Reads the body of a `COMM` chunk.
  ///
  /// - Parameters:
  ///   - body: ``plainBodyByteCount`` bytes, or ``compressedBodyByteCount`` of an AIFF-C file.
  ///   - offset: Position of the body in the file, for the error.
  /// - Throws: ``ContainerError`` if fields contradict each other or the codec is unsupported.
  init(body: Span<UInt8>, at offset: UInt64) throws(ContainerError) {
    let isCompressed = body.count >= Self.compressedBodyByteCount
    let compression = isCompressed ? body.fourCC(at: 18) : .aiffNone
    let common = Common(
      channelCount: Int(Int16(bitPattern: body.bigEndian16(at: 0))),
      bits: Int(body.bigEndian16(at: 6)), sampleRate: body.bigEndianExtended(at: 8))
    statedPacketCount = UInt64(body.bigEndian32(at: 2))
    guard common.channelCount > 0, common.sampleRate > 0, common.sampleRate.isFinite else {
      throw ContainerError(.malformed, at: offset)
    }
    guard let stream = try common.format(of: compression, at: offset) else {
      throw ContainerError(.unsupportedFormat, at: offset)
    }
    self.stream = stream
  }
}

/// The fields as the file stores them.
private struct Common {
  var channelCount: Int
  /// Bits of each sample before compression.
  var bits: Int
  var sampleRate: Double

  /// The format, or `nil` if it is unsupported.
  func format(
    of compression: FourCC, at offset: UInt64
  ) throws(ContainerError) -> StreamFormat? {
    switch compression.description {
    case "NONE", "twos": try integer(.bigEndian, at: offset)
    case "sowt": try integer([], at: offset)
    case "raw ": bits <= 8 ? linear(container: 1, bits: 8, [.packed, .bigEndian]) : nil
    case "in24": linear(container: 3, bits: 24, [.signedInteger, .packed, .bigEndian])
    case "in32": linear(container: 4, bits: 32, [.signedInteger, .packed, .bigEndian])
    case "42ni": linear(container: 3, bits: 24, [.signedInteger, .packed])
    case "23ni": linear(container: 4, bits: 32, [.signedInteger, .packed])
    case "fl32", "FL32": linear(container: 4, bits: 32, [.float, .packed, .bigEndian])
    case "fl64", "FL64": linear(container: 8, bits: 64, [.float, .packed, .bigEndian])
    case "alaw", "ALAW": companded(.aLaw)
    case "ulaw", "ULAW": companded(.muLaw)
    case "ima4":
      StreamFormat(
        sampleRate: sampleRate, formatID: .appleIMA4, bytesPerPacket: 34 * channelCount,
        framesPerPacket: 64, channelCount: channelCount)
    default: nil
    }
  }

  /// Signed integers in as few bytes as their bits need, aligned to the high end.
  private func integer(
    _ order: StreamFormat.PCMFlags, at offset: UInt64
  ) throws(ContainerError) -> StreamFormat? {
    guard bits > 0 else { throw ContainerError(.malformed, at: offset) }
    let container = (bits + 7) / 8
    guard container <= 4 else { return nil }
    let alignment: StreamFormat.PCMFlags = bits == container * 8 ? .packed : .alignedHigh
    return linear(container: container, bits: bits, [.signedInteger, alignment, order])
  }

  private func linear(
    container: Int, bits: Int, _ flags: StreamFormat.PCMFlags
  ) -> StreamFormat {
    StreamFormat(
      sampleRate: sampleRate, formatID: .linearPCM, formatFlags: flags.rawValue,
      bytesPerPacket: container * channelCount, framesPerPacket: 1,
      bytesPerFrame: container * channelCount, channelCount: channelCount, bitsPerChannel: bits)
  }

  /// One byte per sample, whatever the original bit depth.
  private func companded(_ codec: FourCC) -> StreamFormat {
    var format = linear(container: 1, bits: 8, [])
    format.formatID = codec
    return format
  }
}

extension Span where Element == UInt8 {
  /// The 80-bit floating-point number at `index`, most significant byte first.
  ///
  /// Source: *Apple Numerics Manual*, "Extended Type".
  fileprivate func bigEndianExtended(at index: Int) -> Double {
    let head = bigEndian16(at: index)
    let significand = Double(bigEndian64(at: index + 2))
    // The significand is an integer here, scaled up by 63 binary places.
    let exponent = Int(head & 0x7FFF) - 16_383 - 63
    return Double(
      sign: head & 0x8000 == 0 ? .plus : .minus, exponent: exponent, significand: significand)
  }
}

extension FourCC {
  fileprivate static let aiffNone = FourCC("N", "O", "N", "E")
}
