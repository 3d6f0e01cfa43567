/// The header of a FLAC frame.
///
/// Source: RFC 9639, 9.1.
@usableFromInline
package struct FLACFrameHeader: Equatable, Sendable {
  /// Maximum header size in bytes.
  package static let mostBytes = 16

  /// PCM frames in the FLAC frame.
  @usableFromInline package var blockLength: Int
  /// Bytes of the header.
  package var byteCount: Int
  /// Maximum size of the FLAC frame in bytes.
  package var largestFrame: Int
  /// Bits per sample, and the index of the side channel; `nil` if all channels are independent.
  ///
  /// The samples of a side channel are differences and have one bit more.
  package private(set) var bitsPerSample: Int
  package private(set) var sideChannel: Int?
  package private(set) var channelCount: Int
  /// Preceding FLAC frames, or preceding PCM frames if the stream's blocks vary in length.
  @usableFromInline package private(set) var number: UInt64
  /// Whether the number counts PCM frames.
  @usableFromInline package private(set) var countsSound: Bool
  /// The codes of block length, rate, and bits, which hardly ever change.
  @usableFromInline package private(set) var codes: UInt16

  /// Reads the header at `index`, whose checksum must be correct.
  ///
  /// Returns `nil` if the bytes are not a header, or if they end inside it.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - index: The start of the header.
  ///   - streamBits: Bits per sample of the stream, for frames that do not state them.
  package init?(_ bytes: Span<UInt8>, at index: Int, streamBits: Int) {
    guard bytes.count - index >= 5, bytes[index] == 0xFF, bytes[index + 1] & 0xFE == 0xF8 else {
      return nil
    }
    let lengthCode = bytes[index + 2] >> 4
    let rateCode = bytes[index + 2] & 15
    let channelCode = bytes[index + 3] >> 4
    let bitsCode = Int(bytes[index + 3] >> 1 & 7)
    guard lengthCode != 0, rateCode != 15, channelCode <= 10, bitsCode != 3,
      bytes[index + 3] & 1 == 0
    else { return nil }
    // A number of PCM frames may take one byte more than a number of FLAC frames.
    let most = bytes[index + 1] & 1 != 0 ? 7 : 6
    guard let coded = Self.codedNumber(bytes, at: index + 4, most: most) else { return nil }
    number = coded.value
    countsSound = bytes[index + 1] & 1 != 0
    codes = bytes.bigEndian16(at: index + 2) & 0xFF0F
    let place = index + 4 + coded.byteCount
    let lengthByteCount = lengthCode == 6 ? 1 : lengthCode == 7 ? 2 : 0
    let rateByteCount = rateCode == 12 ? 1 : rateCode > 12 ? 2 : 0
    let end = place + lengthByteCount + rateByteCount
    guard end < bytes.count, FLACChecksum.header(bytes, index..<end) == bytes[end] else {
      return nil
    }
    switch lengthCode {
    case 1: blockLength = 192
    case 2...5: blockLength = 576 << Int(lengthCode - 2)
    case 6: blockLength = Int(bytes[place]) + 1
    case 7: blockLength = Int(bytes.bigEndian16(at: place)) + 1
    default: blockLength = 256 << Int(lengthCode - 8)
    }
    byteCount = end + 1 - index
    bitsPerSample = [streamBits, 8, 12, 0, 16, 20, 24, 32][bitsCode]
    channelCount = channelCode < 8 ? Int(channelCode) + 1 : 2
    // Left and side, side and right, middle and side.
    sideChannel = channelCode < 8 ? nil : channelCode == 9 ? 0 : 1
    largestFrame = FLACFormat.largestFrame(
      blockLength: blockLength, channelCount: channelCount, bitsPerSample: bitsPerSample)
  }

  /// Whether the frame ends with the stream's last stated PCM frame.
  @inlinable
  package func isLast(in format: FLACFormat) -> Bool {
    guard format.frameCount > 0 else { return false }
    let start = countsSound ? number : number &* UInt64(format.longest)
    return start &+ UInt64(blockLength) == format.frameCount
  }

  /// Whether `next` is the header of the following frame.
  ///
  /// At least 44 bits must match.
  @inlinable
  package func isFollowed(by next: FLACFrameHeader) -> Bool {
    next.number == number &+ (countsSound ? UInt64(blockLength) : 1)
      && next.countsSound == countsSound && next.codes == codes
  }

  /// Reads a number in UTF-8 style, with up to 36 bits in up to seven bytes.
  private static func codedNumber(
    _ bytes: Span<UInt8>, at place: Int, most: Int
  ) -> (value: UInt64, byteCount: Int)? {
    let first = bytes[place]
    let count = max((~first).leadingZeroBitCount, 1)
    // A byte that starts with 10 is a continuation byte.
    guard first < 0x80 || first >= 0xC0, count <= most, bytes.count - place >= count else {
      return nil
    }
    var value = UInt64(count == 1 ? first : first & (0x7F >> UInt8(count)))
    for index in place + 1..<place + count {
      guard bytes[index] & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt64(bytes[index] & 0x3F)
    }
    return (value, count)
  }
}
