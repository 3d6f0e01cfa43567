internal import AudioContainers
package import AudioModel
internal import AudioProcessing

/// One of the consecutive streams in a file.
struct PacketLink: Sendable {
  var info: ContainerInfo
  /// Whether the previous link's decoder also decodes these packets after a reset.
  var isAlike: Bool
  /// Packets of the file before the first.
  var firstPacket: UInt64
  /// Frames of all packets before the first; the frames of each link count at its own rate.
  var firstFrame: UInt64
  /// Bytes of the file before the link, or slightly fewer.
  var offset: UInt64
}

/// A link's contribution to the recording of its file.
struct LinkSpan: Sendable {
  var info: ContainerInfo
  /// The packets, by their numbers in the file.
  var packets: Range<UInt64>
  /// Frames of all packets before the first; the frames of each link count at its own rate.
  var firstFrame: UInt64
  /// The link's recorded frames, at its own rate.
  var trim: FrameTrim
  /// Frames of the recording before the link, at the file's rate.
  var start: UInt64
  /// Frames of the link's recording, at the file's rate.
  var frameCount: UInt64

  /// Frames at the file's rate before the end of the link.
  var end: UInt64 { start &+ frameCount }
}

extension PacketFile {
  /// Returns the links of a chain, after counting them all.
  ///
  /// Empty if the file is a single stream.
  func linkSpans() throws(PacketError) -> [LinkSpan] {
    guard !scanner.links.isEmpty else { return [] }
    let count = try packetCount()
    if let known = scanner.knownSpans, known.packetCount == count { return known.spans }
    let spans = makeSpans()
    scanner.knownSpans = (count, spans)
    return spans
  }

  private func makeSpans() -> [LinkSpan] {
    let links = scanner.links
    let rate = info.format.sampleRate
    var spans: [LinkSpan] = []
    for (index, link) in links.enumerated() {
      let isLast = index + 1 == links.count
      let end = isLast ? scanner.table.packetCount : links[index + 1].firstPacket
      let endFrame = isLast ? scanner.table.frameCount : links[index + 1].firstFrame
      let trim = (link.info.trim ?? FrameTrim(primingFrames: 0, validFrames: 0, remainderFrames: 0))
        .fitted(to: endFrame &- link.firstFrame, isCut: true)
      spans.append(
        LinkSpan(
          info: link.info, packets: link.firstPacket..<end, firstFrame: link.firstFrame, trim: trim,
          start: spans.last?.end ?? 0,
          frameCount: Self.length(trim.validFrames, link.info.format.sampleRate, rate)))
    }
    return spans
  }

  /// Whether the file is known to contain several consecutive streams.
  package var isChained: Bool { !scanner.links.isEmpty }

  /// The error of a link that follows the last packet and has an unsupported format.
  ///
  /// `nil` if the audio ends there, or if scanning has not reached the link.
  package var unreadableRest: PacketError? {
    guard case .container(let error) = scanner.failure, error.reason == .unsupportedFormat else {
      return nil
    }
    return scanner.failure
  }

  /// Frames of all packets of a chain, at the rate of the first link.
  func chainedFrameCount() throws(PacketError) -> UInt64 {
    let rate = info.format.sampleRate
    return try linkSpans().reduce(0) { sum, span in
      let frames = span.trim.validFrames.clampedAdding(
        UInt64(span.trim.primingFrames + span.trim.remainderFrames))
      return sum.clampedAdding(Self.length(frames, span.info.format.sampleRate, rate))
    }
  }

  /// The priming of the first link, the recording of all links, and all other frames as remainder.
  func chainedTrim() throws(PacketError) -> FrameTrim? {
    let spans = try linkSpans()
    guard let first = spans.first, let last = spans.last else { return nil }
    let heard = last.end.clampedAdding(UInt64(first.trim.primingFrames))
    let total = try chainedFrameCount()
    return FrameTrim(
      primingFrames: first.trim.primingFrames, validFrames: last.end,
      remainderFrames: Int(clamping: total - min(heard, total)))
  }

  /// Priming, valid, and remainder frames as clients see them.
  ///
  /// If all packets have the same number of frames, packets × frames = priming + valid + remainder.
  package func packetTable() throws(PacketError) -> FrameTrim? {
    guard var trim = try frameTrim() else { return nil }
    let length = UInt64(max(info.format.framesPerPacket, 0))
    guard !scanner.links.isEmpty, info.format.formatID == .flac, length > 0 else {
      return trim.filled(in: info)
    }
    let (total, overflow) = try packetCount().multipliedReportingOverflow(by: length)
    let heard = trim.validFrames.clampedAdding(UInt64(trim.primingFrames))
    if !overflow, total >= heard { trim.remainderFrames = Int(clamping: total - heard) }
    return trim
  }

  private static func length(_ frames: UInt64, _ from: Double, _ to: Double) -> UInt64 {
    guard from > 0, to > 0, from != to else { return frames }
    return UInt64(RateConverter.length(of: Int(clamping: frames), from: from, to: to))
  }
}
