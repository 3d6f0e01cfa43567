internal import AudioCodecs
internal import AudioContainers
internal import AudioModel
internal import AudioProcessing

/// Decodes the links of a chain to one stream with the rate and channel count of the first link.
///
/// Each link has its own decoder. The output excludes frames outside each link's recording. It
/// includes the priming of the first link, which the file's packet table states. If a link has
/// fewer frames than its packets state, silence replaces the missing frames. This keeps the
/// following links in time.
final class ChainedDecoder: PacketDecoder {
  /// The position at which decoding starts.
  struct Start {
    /// The link.
    var link: Int
    /// The packet that is decoded first.
    var packet: UInt64
    /// The link's frame with which the decoder starts.
    var decodedFrame: Int
    /// The link's first frame to output.
    var firstFrame: Int
    /// Frames to drop at the start, at the file's rate.
    var surplus: Int
  }

  let sampleRate: Double
  let channelCount: Int
  let spans: [LinkSpan]
  /// The stated frames of the packet to decode next.
  var nextFrameCount = 0
  /// Called if a packet cannot be decoded and is replaced by silence.
  var packetWasRefused: () -> Void = {}

  private let layout: ChannelLayout?
  /// The link that is being decoded.
  private var link = 0
  /// The link of the next packets.
  private var packetLink = 0
  private var decoder: (any PacketDecoder)?
  private var conversion: LinkConversion
  /// The link's frame that is decoded next.
  private var position = 0
  /// The link's frames to output.
  private var heard = 0..<0
  private var isRecovering = false
  private var hasDecoded = false
  private var refusedCount = 0
  /// The most recently decoded samples of the link.
  private var decoded: [Float] = []

  /// Creates a decoder that starts with the first packet.
  ///
  /// - Precondition: `spans` is not empty.
  init(_ spans: [LinkSpan], format: StreamFormat, layout: ChannelLayout?) {
    self.spans = spans
    self.layout = layout
    sampleRate = format.sampleRate
    channelCount = format.channelCount
    conversion = LinkConversion(from: spans[0].info, to: format, layout)
    begin(at: Start(link: 0, packet: 0, decodedFrame: 0, firstFrame: 0, surplus: 0))
  }

  private var target: StreamFormat {
    StreamFormat(sampleRate: sampleRate, formatID: .linearPCM, channelCount: channelCount)
  }

  /// Continues at another position.
  func begin(at start: Start) {
    refusedCount = 0
    hasDecoded = false
    packetLink = start.link
    begin(start.link, at: start.decodedFrame, from: start.firstFrame)
    conversion.framesToDrop = start.surplus
  }

  private func begin(_ index: Int, at frame: Int, from firstFrame: Int) {
    link = index
    packetLink = max(packetLink, index)
    let span = spans[index]
    let end = span.trim.primingFrames + Int(clamping: span.trim.validFrames)
    heard = min(firstFrame, end)..<end
    position = frame
    decoder = nil
    isRecovering = false
    conversion = LinkConversion(from: span.info, to: target, layout)
  }

  /// Returns the number of packets from this one to the end of its link.
  ///
  /// The next packets to decode must lie in this range.
  ///
  /// - Returns: The number of packets, or 0 after the last link.
  func packetsLeft(from packet: UInt64) -> Int {
    packetLink = link
    while packetLink + 1 < spans.count, packet >= spans[packetLink].packets.upperBound {
      packetLink += 1
    }
    let end = spans[packetLink].packets.upperBound
    return Int(clamping: end - min(packet, end))
  }

  func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) {
    while link < packetLink {
      try endLink(into: &samples)
      begin(link + 1, at: 0, from: spans[link + 1].trim.primingFrames)
    }
    let info = spans[link].info
    let decoder = try openDecoder(info)
    decoded.removeAll(keepingCapacity: true)
    let width = info.format.channelCount
    do throws(CodecError) {
      try decoder.decode(packet, into: &decoded)
      let missing = nextFrameCount - decoded.count / width
      if isRecovering, missing > 0, missing <= Self.mostSilence {
        decoded.insert(contentsOf: [Float](repeating: 0, count: missing * width), at: 0)
      }
      isRecovering = false
      hasDecoded = true
    } catch {
      guard error == .badPacket else { throw error }
      try refuse(width)
    }
    try take(into: &samples)
  }

  private func openDecoder(_ info: ContainerInfo) throws(CodecError) -> any PacketDecoder {
    if let decoder { return decoder }
    let made = try DecoderFactory.makeDecoder(format: info.format, magicCookie: info.magicCookie)
    decoder = made
    return made
  }

  /// Replaces a packet with silence.
  private func refuse(_ width: Int) throws(CodecError) {
    refusedCount += 1
    // If many packets fail before one is decoded, the headers are probably wrong about the codec.
    if !hasDecoded, refusedCount >= FormatDoubt.refusedPackets { throw .badPacket }
    decoded = [Float](repeating: 0, count: min(nextFrameCount, Self.mostSilence) * width)
    isRecovering = true
    packetWasRefused()
  }

  /// Maximum frames of silence that replace a packet or the missing end of a link.
  private static let mostSilence = 1 << 16

  func drain(into samples: inout [Float]) throws(CodecError) {
    try endLink(into: &samples)
    while link + 1 < spans.count {
      begin(link + 1, at: 0, from: spans[link + 1].trim.primingFrames)
      try endLink(into: &samples)
    }
  }

  func reset() {
    decoder = nil
  }

  /// Outputs the buffered frames of a link, and adds silence for missing ones.
  private func endLink(into samples: inout [Float]) throws(CodecError) {
    decoded.removeAll(keepingCapacity: true)
    // Silence replaces missing frames, as for a damaged packet.
    try? decoder?.drain(into: &decoded)
    decoder = nil
    try take(into: &samples)
    let missing = min(heard.upperBound - position, Self.mostSilence)
    if missing > 0 {
      decoded = [Float](repeating: 0, count: missing * spans[link].info.format.channelCount)
      try take(into: &samples)
    }
    try conversion.finish(into: &samples)
  }

  /// Converts the frames of ``decoded`` to output.
  private func take(into samples: inout [Float]) throws(CodecError) {
    let width = spans[link].info.format.channelCount
    let count = decoded.count / width
    let first = min(max(heard.lowerBound - position, 0), count)
    let end = min(max(heard.upperBound - position, first), count)
    position += count
    guard first < end else { return }
    try conversion.convert(decoded, first..<end, into: &samples)
  }
}
