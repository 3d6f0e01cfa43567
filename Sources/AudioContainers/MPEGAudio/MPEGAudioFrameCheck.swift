import AudioSyntax

/// Checks whether the fields of an MPEG audio frame fit in its bytes.
///
/// Headers alone are weak evidence. Quiet PCM, fonts, and tables in programs contain bytes that
/// resemble headers at the right distances. The fields after such headers are rarely valid.
///
/// Source: ISO/IEC 11172-3, 2.4.1.3 to 2.4.1.7; ISO/IEC 13818-3, 2.4.1, for the low sampling rates.
enum MPEGAudioFrameCheck {
  /// The fraction of a whole frame's bits that its samples use within the frame.
  ///
  /// - Precondition: `frame` has at least the four bytes of its header.
  /// - Returns: From 0 for a silent frame, such as one of zeros, to 1; `nil` for a frame that
  ///   cannot be decoded.
  static func usage(of frame: Span<UInt8>, _ header: MPEGAudioHeader) -> Double? {
    let raw = frame.bigEndian32(at: 0)
    let start = header.hasChecksum ? 6 : 4
    // Emphasis 2 is reserved.
    guard raw & 3 != 2, frame.count >= start else { return nil }
    var bits = BitCursor(frame.extracting(start...))
    let extent = raw >> 6 & 3 == 1 ? Int(raw >> 4 & 3) : nil
    let sampleBits: Int? =
      switch header.layer {
      case 1: layer1(&bits, channelCount: header.isMono ? 1 : 2, bound: extent.map { 4 * $0 + 4 })
      case 2: MPEGLayer2Allocation(header, bound: extent.map { 4 * $0 + 4 }).sampleBits(&bits)
      default: layer3(&bits, header)
      }
    guard let sampleBits, sampleBits <= bits.remaining else { return nil }
    return Double(sampleBits) / Double(max(bits.remaining, 1))
  }

  /// The bits of all scale factors and samples of a layer I frame.
  ///
  /// - Parameters:
  ///   - bits: The frame from its allocation on.
  ///   - channelCount: 1 or 2.
  ///   - bound: The first subband whose samples the channels share, if any.
  /// - Returns: `nil` if the allocation is forbidden or incomplete.
  private static func layer1(_ bits: inout BitCursor, channelCount: Int, bound: Int?) -> Int? {
    var total = 0
    for subband in 0..<32 {
      let isShared = subband >= bound ?? 32
      for _ in 0..<(isShared ? 1 : channelCount) {
        guard let allocation = bits.read(4), allocation != 15 else { return nil }
        guard allocation > 0 else { continue }
        total += 6 * (isShared ? channelCount : 1) + 12 * (Int(allocation) + 1)
      }
    }
    return total
  }

  /// The bits of the main data of a layer III frame that lie in the frame itself.
  ///
  /// - Returns: `nil` if the side information is incomplete or contradicts itself.
  private static func layer3(_ bits: inout BitCursor, _ header: MPEGAudioHeader) -> Int? {
    let isLow = header.version != .mpeg1
    let channelCount = header.isMono ? 1 : 2
    guard let earlier = bits.read(isLow ? 8 : 9) else { return nil }
    // Private bits, and in MPEG-1 the sharing of scale factors.
    let otherBits = isLow ? channelCount : (header.isMono ? 5 : 3) + 4 * channelCount
    guard bits.skip(otherBits) else { return nil }
    var total = 0
    for _ in 0..<(isLow ? 1 : 2) * channelCount {
      // Part 2 and 3 length, big values, global gain, and scale factor lengths.
      guard let length = bits.read(12), let bigValues = bits.read(9), bits.skip(isLow ? 17 : 12),
        let isSwitched = bits.flag(), let blockType = bits.read(2), bits.skip(20 + (isLow ? 2 : 3))
      else { return nil }
      guard bigValues <= 288, !isSwitched || blockType != 0 else { return nil }
      total += Int(length)
    }
    guard total > 0 else { return 0 }
    // Part of the main data may be in earlier frames.
    return max(1, total - 8 * Int(earlier))
  }
}
