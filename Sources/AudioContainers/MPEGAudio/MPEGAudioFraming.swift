import AudioModel
import AudioSyntax

/// The frame lengths of one MPEG audio stream, as a table over its headers.
struct MPEGAudioFraming: FrameSyntax {
  /// The header by which the stream was recognized.
  let header: MPEGAudioHeader
  /// The bits that all headers of the stream share.
  private let shared: UInt32
  /// Bytes of a frame by bit rate index and padding; 0 if the stream does not have such frames.
  private var byteCounts = InlineArray<32, UInt16>(repeating: 0)

  static let headerByteCount = 4

  /// Maximum size in bytes of a frame with a free bit rate: 640 kbit/s at the lowest sampling rate.
  ///
  /// The standard does not require decoders to support free rates above the table's. LAME writes up
  /// to 640.
  static let longestFreeFrame = 5761

  /// Creates the framing of the stream that the header `raw` belongs to.
  ///
  /// - Parameters:
  ///   - raw: A header.
  ///   - freeByteCount: Bytes of a frame with a free bit rate, without padding; otherwise 0.
  init?(_ raw: UInt32, freeByteCount: Int = 0) {
    guard let header = MPEGAudioHeader(raw) else { return nil }
    self.header = header
    shared = raw & MPEGAudioHeader.streamMask
    guard freeByteCount == 0 else {
      byteCounts[0] = UInt16(freeByteCount)
      byteCounts[1] = UInt16(freeByteCount + header.slotByteCount)
      return
    }
    for index in 1..<15 {
      for isPadded in [false, true] {
        let count = header.frameByteCount(bitRateIndex: index, isPadded: isPadded)
        byteCounts[index << 1 | (isPadded ? 1 : 0)] = UInt16(count)
      }
    }
  }

  /// Maximum frame size of this stream in bytes.
  var longestFrame: Int {
    max(Int(byteCounts[1]), Int(byteCounts[29]))
  }

  /// Bytes of the frame whose header is `raw`, or 0 if it does not belong to this stream.
  @inline(__always)
  func byteCount(of raw: UInt32) -> Int {
    guard raw & MPEGAudioHeader.streamMask == shared else { return 0 }
    return Int(byteCounts[Int(raw >> 9 & 1 | raw >> 11 & 0x1E)])
  }

  func frameByteCount(_ bytes: Span<UInt8>, at index: Int) -> Int {
    byteCount(of: bytes.bigEndian32(at: index))
  }

  func walk(
    _ bytes: Span<UInt8>, from index: Int, at position: UInt64, into packets: inout [Packet]
  ) -> Int {
    let limit = bytes.count - Self.headerByteCount
    guard index <= limit else { return index }
    let frameCount = UInt32(header.framesPerPacket)
    let base = position &- UInt64(index)
    var place = index
    var byteCount = byteCount(of: bytes.bigEndian32(at: place))
    while byteCount > 0 {
      let follower = place + byteCount
      guard follower <= limit else { break }
      let followerByteCount = self.byteCount(of: bytes.bigEndian32(at: follower))
      guard followerByteCount > 0 else { break }
      packets.append(
        Packet(
          offset: base &+ UInt64(place), byteCount: UInt32(truncatingIfNeeded: byteCount),
          frameCount: frameCount))
      place = follower
      byteCount = followerByteCount
    }
    return place
  }

  func append(
    _ bytes: Span<UInt8>, at index: Int, byteCount: Int, position: UInt64,
    to packets: inout [Packet]
  ) {
    packets.append(
      Packet(
        offset: position, byteCount: UInt32(byteCount), frameCount: UInt32(header.framesPerPacket)))
  }
}

extension MPEGAudioFraming {
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
  ) -> Verdict<MPEGAudioFraming> {
    guard bytes.count - index >= 4 else { return isEnd ? .refuted : .needs(4) }
    let raw = bytes.bigEndian32(at: index)
    guard let header = MPEGAudioHeader(raw) else { return .refuted }
    guard header.bitRateIndex == 0 else {
      guard let framing = MPEGAudioFraming(raw) else { return .refuted }
      let chain = framing.chain(bytes, at: index, isEnd: isEnd, wanted: 3, isFirst: isFirst)
      guard case .confirmed = chain else { return chain.map { framing } }
      return framing.hasPossibleFrames(bytes, at: index, isFirst: isFirst)
        ? .confirmed(framing) : .refuted
    }
    return detectFree(bytes, at: index, isEnd: isEnd, isFirst: isFirst, raw, header)
  }

  /// Measures frames with a free bit rate, whose headers do not contain their length.
  ///
  /// A length is accepted if three headers are at its distance from each other, or two and the end.
  /// In periodic data, three equal positions at some distance are not evidence. Such a stream must
  /// therefore start at the start of the file or directly after its tags.
  private static func detectFree(
    _ bytes: Span<UInt8>, at index: Int, isEnd: Bool, isFirst: Bool, _ raw: UInt32,
    _ header: MPEGAudioHeader
  ) -> Verdict<MPEGAudioFraming> {
    guard isFirst else { return .refuted }
    let needed = 2 * (longestFreeFrame + 4) + headerByteCount
    guard isEnd || bytes.count - index >= needed else { return .needs(needed) }
    let slot = header.slotByteCount
    let pad = header.isPadded ? slot : 0
    // The bits of the stream, and those of the bit rate, which are all 0.
    let mask = MPEGAudioHeader.streamMask | 0xF000
    var distance = 4 + header.sideInformationByteCount
    let limit = min(longestFreeFrame + pad, bytes.count - index - headerByteCount)
    while distance <= limit {
      defer { distance += 1 }
      guard bytes[index + distance] == 0xFF,
        bytes.bigEndian32(at: index + distance) & mask == raw & mask,
        (distance - pad).isMultiple(of: slot),
        let framing = MPEGAudioFraming(raw, freeByteCount: distance - pad)
      else { continue }
      let chain = framing.chain(bytes, at: index, isEnd: isEnd, wanted: 3, isFirst: false)
      if case .confirmed = chain, framing.hasPossibleFrames(bytes, at: index, isFirst: isFirst) {
        return .confirmed(framing)
      }
    }
    return .refuted
  }

  /// Whether the frames of a chain that starts at `index` can be decoded, and agree on mono.
  ///
  /// Headers of layers I and II are weak evidence after junk. Headers with a free bit rate are
  /// always weak evidence, because they fit any distance. In these cases, a frame must also use
  /// most of its bits, as encoders of these layers do.
  private func hasPossibleFrames(_ bytes: Span<UInt8>, at index: Int, isFirst: Bool) -> Bool {
    var place = index
    var usage = 0.0
    for _ in 0..<Self.checkedFrames where bytes.count - place >= Self.headerByteCount {
      let byteCount = frameByteCount(bytes, at: place)
      guard byteCount > 0, bytes.count - place >= byteCount,
        let own = MPEGAudioHeader(bytes.bigEndian32(at: place))
      else { break }
      let frame = bytes.extracting(place..<place + byteCount)
      guard own.isMono == header.isMono, let used = MPEGAudioFrameCheck.usage(of: frame, own)
      else { return false }
      usage = max(usage, used)
      place += byteCount
    }
    let isWeak = header.layer < 3 && (!isFirst || header.bitRateIndex == 0)
    return !isWeak || usage > Self.leastUsage
  }

  /// Number of whole frames in a chain of three headers.
  private static let checkedFrames = 2
  /// Minimum fraction of its bits that a frame of layer I or II uses.
  private static let leastUsage = 0.5
}
