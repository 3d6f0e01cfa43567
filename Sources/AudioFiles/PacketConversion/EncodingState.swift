package import AudioCodecs
internal import AudioModel

/// An encoder, and what it has made.
package struct EncodingState {
  package private(set) var encoder: any PacketEncoder
  package private(set) var settings: EncoderSettings
  package var packets = EncodedPackets()
  /// Frames encoded.
  package private(set) var frameCount = 0
  /// Frames of all packets made.
  package private(set) var packetFrameCount = 0
  package private(set) var isFinished = false

  /// What the latest calls encoded, of encoders that need it to come into step: those whose packets reach into one another.
  private var latest: [[Float]] = []
  private var callCount = 0
  private var packetCount = 0
  /// Frames that were encoded before this encoder came, and are no part of what it was given.
  private var skippedFrames = 0
  /// Packets of this encoder still to be dropped, since another one has made them.
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

  /// Encodes frames of whole numbers, where the encoder takes those.
  package mutating func encode(_ samples: Span<Int32>) throws(CodecError) {
    guard let encoder = encoder as? any IntegerPacketEncoder else { throw .unsupportedFormat }
    frameCount += samples.count / encoder.format.channelCount
    callCount += 1
    try counting { (_, packets) throws(CodecError) in try encoder.encode(samples, into: &packets) }
  }

  /// Makes the last packets.
  package mutating func finish() throws(CodecError) {
    isFinished = true
    let frames = frameCount - skippedFrames
    guard frameCount > 0 else { return }
    try counting { (encoder, packets) throws(CodecError) in
      try encoder.finish(after: frames, into: &packets)
    }
  }

  /// Has another encoder go on with the stream, with no frame lost or doubled.
  ///
  /// It is given what the one before was given last, and the packets that it makes of that are dropped: those that the one before
  /// has made. Packets that are done stay; where the last one has been taken, the new one is for the stream after a reset. Frames of FLAC have numbers, and the predictions of Opus go on from what was decoded before,
  /// so that another encoder cannot take over.
  ///
  /// - Throws: ``CodecError``: `alreadyBegun` where packets of the one do not follow those of the other; all is then as before.
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
    // A call is a packet, the first of which come late; what is made of the latest calls begins where those do.
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

  /// Whether the packets of a codec lean on those before them in ways that another encoder does not know.
  private static func isBound(_ formatID: FourCC) -> Bool { formatID == .flac || formatID == .opus }

  /// Calls that are kept beside those whose packets are still to come: what an encoder looks back to, and learns the sound by.
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

  /// Takes packets of the encoder but for those that are to be dropped.
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
