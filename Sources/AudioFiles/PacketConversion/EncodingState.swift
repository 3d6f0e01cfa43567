package import AudioCodecs
internal import AudioModel

/// An encoder and its output.
package struct EncodingState {
  package private(set) var encoder: any PacketEncoder
  package private(set) var settings: EncoderSettings
  package var packets = EncodedPackets()
  /// Frames encoded.
  package private(set) var frameCount = 0
  /// Frames of all encoded packets.
  package private(set) var packetFrameCount = 0
  package private(set) var isFinished = false

  /// The input of the latest calls, for codecs whose packets overlap.
  ///
  /// A new encoder needs this input to synchronize.
  private var latest: [[Float]] = []
  private var callCount = 0
  private var packetCount = 0
  /// Frames encoded by earlier encoders, and not passed to this one.
  private var skippedFrames = 0
  /// Packets of this encoder to drop, because the previous one has already produced them.
  private var packetsToDrop = 0
  private var isContinuation = false

  package init(_ encoder: any PacketEncoder, _ settings: EncoderSettings = EncoderSettings()) {
    self.encoder = encoder
    self.settings = settings
  }

  package mutating func reset() {
    if isContinuation, let fresh = try? EncoderFactory.makeEncoder(format: encoder.format, settings)
    {
      encoder = fresh
    } else {
      encoder.reset()
    }
    packets.removeAll()
    (frameCount, packetFrameCount, isFinished) = (0, 0, false)
    latest.removeAll()
    (callCount, packetCount, skippedFrames, packetsToDrop) = (0, 0, 0, 0)
    isContinuation = false
  }

  /// Encodes frames.
  package mutating func encode(_ samples: Span<Float>) throws(CodecError) {
    frameCount += samples.count / encoder.format.channelCount
    callCount += 1
    if encoder.primingFrames > 0, !Self.isBound(encoder.format.formatID) {
      if latest.count == callCount - packetCount + Self.warmUpCount { latest.removeFirst() }
      var kept: [Float] = []
      kept.reserveCapacity(samples.count)
      for index in samples.indices { kept.append(samples[index]) }
      latest.append(kept)
    }
    try counting { (encoder, packets) throws(CodecError) in
      try encoder.encode(samples, into: &packets)
    }
  }

  /// Encodes frames of integers, if the encoder supports them.
  package mutating func encode(_ samples: Span<Int32>) throws(CodecError) {
    guard let encoder = encoder as? any IntegerPacketEncoder else { throw .unsupportedFormat }
    frameCount += samples.count / encoder.format.channelCount
    callCount += 1
    try counting { (_, packets) throws(CodecError) in try encoder.encode(samples, into: &packets) }
  }

  /// Encodes the last packets.
  package mutating func finish() throws(CodecError) {
    isFinished = true
    let frames = frameCount - skippedFrames
    guard frameCount > 0 else { return }
    try counting { (encoder, packets) throws(CodecError) in
      try encoder.finish(after: frames, into: &packets)
    }
  }

  /// Replaces the encoder within the stream, without losing or repeating a frame.
  ///
  /// The new encoder receives the latest input of the old one. It drops the packets that the old
  /// one has already produced. Finished packets stay. After the last packet was taken, the new
  /// encoder applies to the stream after a reset. FLAC numbers its frames, and Opus predicts from
  /// earlier output, so their encoders cannot be replaced.
  ///
  /// - Throws: ``CodecError``. The error is `alreadyBegun` if the packets of the new encoder cannot
  ///   follow those of the old one. Nothing has changed in that case.
  package mutating func change(to settings: EncoderSettings) throws(CodecError) {
    let format = encoder.format
    guard frameCount > 0, !isFinished || !packets.packets.isEmpty else {
      encoder = try EncoderFactory.makeEncoder(format: format, settings)
      self.settings = settings
      isContinuation = false
      return
    }
    var asked = settings
    asked.isContinuation = true
    let next = try EncoderFactory.makeEncoder(format: format, asked)
    guard format.framesPerPacket > 0, next.format == format, !Self.isBound(format.formatID),
      next.framesPerCall == encoder.framesPerCall, next.primingFrames == encoder.primingFrames,
      next.channelLayout == encoder.channelLayout
    else { throw .alreadyBegun }
    // Each call yields one packet, and some packets are still pending. The new encoder repeats the
    // latest calls, and drops the packets that are not pending.
    let packetsToDrop = encoder.primingFrames > 0 ? latest.count - (callCount - packetCount) : 0
    guard packetsToDrop >= 0 else { throw .alreadyBegun }
    var made = EncodedPackets()
    for samples in latest { try next.encode(samples.span, into: &made) }
    self.packetsToDrop = packetsToDrop
    skippedFrames = frameCount - latest.reduce(0) { $0 + $1.count } / format.channelCount
    encoder = next
    self.settings = settings
    isContinuation = true
    keep(made)
  }

  /// Returns whether packets of a codec depend on earlier ones in ways unknown to another encoder.
  private static func isBound(_ formatID: FourCC) -> Bool { formatID == .flac || formatID == .opus }

  /// Calls to keep in addition to those with pending packets, so that a new encoder can adapt.
  private static let warmUpCount = 6

  private mutating func counting(
    _ body: (any PacketEncoder, inout EncodedPackets) throws(CodecError) -> Void
  ) throws(CodecError) {
    guard packetsToDrop == 0 else {
      var made = EncodedPackets()
      defer { keep(made) }
      return try body(encoder, &made)
    }
    let before = packets.packets.count
    defer { count(from: before) }
    try body(encoder, &packets)
  }

  /// Adds packets of the encoder, except those to drop.
  private mutating func keep(_ made: EncodedPackets) {
    let dropped = min(packetsToDrop, made.packets.count)
    packetsToDrop -= dropped
    let before = packets.packets.count
    for packet in made.packets.dropFirst(dropped) {
      let start = Int(packet.offset)
      packets.append(
        Array(made.bytes[start..<start + Int(packet.byteCount)]),
        frameCount: Int(packet.frameCount))
    }
    count(from: before)
  }

  private mutating func count(from first: Int) {
    let new = packets.packets[first...]
    packetCount += new.count
    packetFrameCount += new.reduce(0) { $0 + Int($1.frameCount) }
  }
}
