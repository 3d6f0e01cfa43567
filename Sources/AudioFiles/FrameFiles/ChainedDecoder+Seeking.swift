internal import AudioContainers
internal import AudioModel
internal import AudioProcessing

/// Finding the position at which decoding has to start.
extension ChainedDecoder {
  /// Moves so that decoding outputs the given frame first.
  ///
  /// - Parameters:
  ///   - frame: The frame, at the file's rate, counted from the start of the first link's first
  ///     packet.
  ///   - file: The file.
  /// - Returns: The packet to decode first.
  /// - Throws: ``PacketError`` of the source.
  func move(to frame: UInt64, in file: PacketFile) throws(PacketError) -> UInt64 {
    let start = try self.start(at: frame, in: file)
    begin(at: start)
    return start.packet
  }

  private func start(at frame: UInt64, in file: PacketFile) throws(PacketError) -> Start {
    let priming = UInt64(spans[0].trim.primingFrames)
    let heard = frame - min(frame, priming)
    guard let index = spans.firstIndex(where: { heard < $0.end }) else { return atEnd }
    let span = spans[index]
    // The offset includes the first link's priming.
    let offset = index == 0 ? frame : heard - span.start
    let unheard = index == 0 ? 0 : span.trim.primingFrames
    let (local, surplus) = Self.place(
      offset: Int(clamping: offset), from: span.info.format.sampleRate, to: sampleRate)
    let first = unheard + local
    guard
      let place = try file.place(holdingFrame: span.firstFrame &+ UInt64(first)), first > 0
    else {
      return Start(
        link: index, packet: span.packets.lowerBound, decodedFrame: 0, firstFrame: first,
        surplus: surplus)
    }
    let format = span.info.format
    let packet = max(
      try WarmUp.start(before: place.index, of: file, format), span.packets.lowerBound)
    // A Vorbis decoder outputs no frames for its first packet.
    let given = format.formatID == .vorbis && packet > span.packets.lowerBound ? packet + 1 : packet
    let decoded = try file.place(ofPacket: given)?.firstFrame ?? span.firstFrame
    return Start(
      link: index, packet: packet, decodedFrame: Int(clamping: decoded - span.firstFrame),
      firstFrame: first, surplus: surplus)
  }

  /// The position after the last packet.
  private var atEnd: Start {
    let last = spans[spans.count - 1]
    let end = last.trim.primingFrames + Int(clamping: last.trim.validFrames)
    return Start(
      link: spans.count - 1, packet: last.packets.upperBound, decodedFrame: end, firstFrame: end,
      surplus: 0)
  }

  /// Returns the position at which rate conversion must start, to make the same samples as
  /// sequential reading.
  ///
  /// The conversion uses earlier frames, and starts with a whole number of frames at both rates.
  ///
  /// - Returns: The frame of the link, and the frames to drop at the file's rate.
  private static func place(
    offset: Int, from rate: Double, to fileRate: Double
  ) -> (frame: Int, surplus: Int) {
    guard rate != fileRate, rate > 0, fileRate > 0 else { return (offset, 0) }
    let unit = RateConverter.unit(rate, fileRate)
    let converter = RateConverter(from: rate, to: fileRate, channelCount: 1, RateSettings())
    let frame = Int(Double(offset) * rate / fileRate) / unit * unit
    let reach = (max(converter.reach, 1024) + unit - 1) / unit * unit
    let start = max(frame - reach, 0)
    let before = RateConverter.length(of: start, from: rate, to: fileRate)
    return (start, max(offset - before, 0))
  }
}
