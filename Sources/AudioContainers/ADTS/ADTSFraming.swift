import AudioModel
import AudioSyntax

/// The frames of one ADTS stream.
struct ADTSFraming: FrameSyntax {
  /// The header by which the stream was recognized.
  let header: ADTSHeader
  /// The bits that all headers of the stream share.
  private let shared: UInt32

  static let headerByteCount = ADTSHeader.byteCount
  /// Maximum packet size in bytes.
  ///
  /// The length field has 13 bits.
  static let longestPacket = 0x1FFF - ADTSHeader.byteCount
  /// PCM frames in each raw data block.
  static let framesPerBlock = 1024

  /// Creates the framing of the stream that has a header at `index`.
  init?(_ bytes: Span<UInt8>, at index: Int) {
    guard let header = ADTSHeader(bytes, at: index) else { return nil }
    self.header = header
    shared = bytes.bigEndian32(at: index) & ADTSHeader.streamMask
  }

  /// Finds out whether a stream starts at `index`.
  ///
  /// - Parameters:
  ///   - bytes: The window.
  ///   - index: The location to examine.
  ///   - isEnd: Whether the file ends at the end of `bytes`.
  ///   - isFirst: Whether only tags precede `index`.
  /// - Returns: The stream's framing, if a stream starts here.
  static func detect(
    _ bytes: Span<UInt8>, at index: Int, isEnd: Bool, isFirst: Bool
  ) -> Verdict<ADTSFraming> {
    guard bytes.count - index >= headerByteCount else {
      return isEnd ? .refuted : .needs(headerByteCount)
    }
    guard let framing = ADTSFraming(bytes, at: index) else { return .refuted }
    return framing.chain(bytes, at: index, isEnd: isEnd, wanted: 3, isFirst: isFirst)
      .map { framing }
  }

  @inline(__always)
  func frameByteCount(_ bytes: Span<UInt8>, at index: Int) -> Int {
    let fixed = bytes.bigEndian32(at: index)
    guard fixed & ADTSHeader.streamMask == shared else { return 0 }
    let variable = bytes.bigEndian32(at: index + 3)
    let byteCount = Int(variable >> 13 & 0x1FFF)
    let checksumByteCount = fixed & 1 << 16 == 0 ? 2 * (Int(variable & 3) + 1) : 0
    return byteCount > ADTSHeader.byteCount + checksumByteCount ? byteCount : 0
  }

  func walk(
    _ bytes: Span<UInt8>, from index: Int, at position: UInt64, into packets: inout [Packet]
  ) -> Int {
    let limit = bytes.count - Self.headerByteCount
    guard index <= limit else { return index }
    let base = position &- UInt64(index)
    var place = index
    var byteCount = frameByteCount(bytes, at: place)
    while byteCount > 0 {
      let follower = place + byteCount
      guard follower <= limit else { break }
      let followerByteCount = frameByteCount(bytes, at: follower)
      guard followerByteCount > 0 else { break }
      // The usual header: no checksum, one block.
      if bytes[place + 1] & 1 == 1, bytes[place + 6] & 3 == 0 {
        packets.append(
          Packet(
            offset: base &+ UInt64(place + ADTSHeader.byteCount),
            byteCount: UInt32(truncatingIfNeeded: byteCount - ADTSHeader.byteCount),
            frameCount: UInt32(Self.framesPerBlock)))
      } else {
        append(
          bytes, at: place, byteCount: byteCount, position: base &+ UInt64(place), to: &packets)
      }
      place = follower
      byteCount = followerByteCount
    }
    return place
  }

  /// Appends a packet for each raw data block whose start the header states.
  ///
  /// Without a checksum, only decoding finds the block starts. The blocks then stay one packet of
  /// more frames.
  func append(
    _ bytes: Span<UInt8>, at index: Int, byteCount: Int, position: UInt64,
    to packets: inout [Packet]
  ) {
    guard let header = ADTSHeader(bytes, at: index) else { return }
    let start = header.headerByteCount
    for block in Self.blocks(bytes, at: index, header) {
      packets.append(
        Packet(
          offset: position.clampedAdding(UInt64(start + block.start)),
          byteCount: UInt32(block.byteCount),
          frameCount: UInt32(Self.framesPerBlock * block.count)))
    }
  }

  private struct Block {
    /// Bytes from the end of the header.
    var start: Int
    var byteCount: Int
    var count = 1
  }

  /// The raw data blocks of a frame.
  ///
  /// Source: ISO/IEC 13818-7, 6.2.1 `adts_frame`, `adts_header_error_check` and
  /// `adts_raw_data_block_error_check`.
  private static func blocks(_ bytes: Span<UInt8>, at index: Int, _ header: ADTSHeader) -> [Block] {
    let byteCount = header.frameByteCount - header.headerByteCount
    let whole = [Block(start: 0, byteCount: byteCount, count: header.blockCount)]
    guard header.hasChecksum, header.blockCount > 1 else { return whole }
    var starts = [0]
    for block in 1..<header.blockCount {
      starts.append(Int(bytes.bigEndian16(at: index + ADTSHeader.byteCount + 2 * (block - 1))))
    }
    starts.append(byteCount)
    var blocks: [Block] = []
    for block in 0..<header.blockCount {
      // A checksum follows each block.
      let size = starts[block + 1] - starts[block] - 2
      guard size > 0 else { return whole }
      blocks.append(Block(start: starts[block], byteCount: size))
    }
    return blocks
  }
}
