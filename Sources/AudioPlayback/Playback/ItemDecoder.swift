internal import AudioCodecs
internal import AudioModel

/// Decodes an item piece by piece, and trims it.
struct ItemDecoder {
  /// The target size of a piece, in frames.
  static let pieceFrames = 4096

  let item: PlaybackItem
  /// Whether a piece has been decoded.
  private(set) var hasBegun = false
  private let format: StreamFormat
  private var nextPacket = 0
  private var nextByte = 0
  private var framesToSkip: Int
  /// The remaining frames, if the end is trimmed, or if the packets state fewer frames than the
  /// codec gives.
  private var framesToKeep: Int?

  init(_ item: PlaybackItem, format: StreamFormat) {
    self.item = item
    self.format = format
    framesToSkip = item.trimStart
    if item.trimEnd > 0 || Self.packetsStateFrames(item, format) {
      framesToKeep = max(0, item.decodedFrames(format) - item.trimStart - item.trimEnd)
    }
  }

  /// Whether the frame counts of the packets determine the end of the item.
  ///
  /// A container can shorten the last packet only by stating fewer frames. Packets of these codecs
  /// state exact counts, so a smaller count is not a rounded duration.
  private static func packetsStateFrames(_ item: PlaybackItem, _ format: StreamFormat) -> Bool {
    guard format.framesPerPacket == 0, [.opus, .vorbis, .flac].contains(format.formatID) else {
      return false
    }
    // The first packet of Vorbis has no frames.
    guard let last = item.packets.last, last.frameCount > 0 else { return false }
    return item.packets.dropFirst().allSatisfy { $0.frameCount > 0 }
  }

  /// Whether every packet has been decoded; then the buffer is free.
  var isDone: Bool {
    item.packets.isEmpty ? nextByte >= item.byteCount : nextPacket >= item.packets.count
  }

  /// Decodes the next piece.
  ///
  /// - Parameters:
  ///   - decoder: The decoder, whose channel count may change with the piece.
  ///   - samples: Receives the samples.
  /// - Returns: The reason if a packet could not be decoded. Silence replaces a bad packet; any
  ///   other reason applies to later packets, too.
  mutating func decodePiece(
    with decoder: any PacketDecoder, into samples: inout [Float]
  ) -> CodecError? {
    var failure: CodecError?
    hasBegun = true
    samples.removeAll(keepingCapacity: true)
    let rate = decoder.sampleRate
    repeat {
      let place = (nextPacket, nextByte)
      let packet = takePacket()
      let before = samples.count
      do throws(CodecError) {
        try item.buffer.withBytes(packet.bytes) { (bytes) throws(CodecError) in
          try decoder.decode(bytes, into: &samples)
        }
      } catch {
        guard error == .badPacket else {
          (nextPacket, nextByte) = place
          return error
        }
        failure = error
        // Half a packet would shift all later frames.
        samples.removeLast(samples.count - before)
        let frames = min(packet.frameCount, 1 << 16)
        samples += [Float](repeating: 0, count: frames * decoder.channelCount)
      }
    } while !isDone && samples.count < Self.pieceFrames * max(1, decoder.channelCount)
      && decoder.sampleRate == rate
    // The packets count frames at the rate of the format, but the decoder outputs another rate.
    if item.trimEnd == 0, rate != format.sampleRate { framesToKeep = nil }
    trim(&samples, channelCount: decoder.channelCount)
    return failure
  }

  private mutating func takePacket() -> PlaybackPacket {
    if !item.packets.isEmpty {
      defer { nextPacket += 1 }
      var packet = item.packets[nextPacket]
      if packet.frameCount == 0 { packet.frameCount = format.framesPerPacket }
      return packet
    }
    let packets = max(1, Self.pieceFrames / max(1, format.framesPerPacket))
    let end = min(item.byteCount, nextByte + packets * max(1, format.bytesPerPacket))
    defer { nextByte = end }
    let frames = (end - nextByte) / max(1, format.bytesPerPacket) * format.framesPerPacket
    return PlaybackPacket(bytes: nextByte..<end, frameCount: frames)
  }

  private mutating func trim(_ samples: inout [Float], channelCount: Int) {
    guard channelCount > 0 else { return }
    if framesToSkip > 0 {
      let skipped = min(framesToSkip, samples.count / channelCount)
      samples.removeFirst(skipped * channelCount)
      framesToSkip -= skipped
    }
    if let keep = framesToKeep {
      let kept = min(keep, samples.count / channelCount)
      samples.removeLast(samples.count - kept * channelCount)
      framesToKeep = keep - kept
    }
  }
}
