package import AudioModel

/// Reads MPEG-4 audio in LATM frames of an audio synchronisation stream, from its first frame on.
///
/// Payloads do not start on whole bytes, so the reader puts the packets together. Frames in front of the first
/// one with a configuration cannot be decoded and are left out; so are those of another configuration later.
///
/// Source: ISO/IEC 14496-3:2009, 1.7.2 (LOAS), 1.7.3 (LATM).
package struct LOASReader: ContainerReader {
  private enum State {
    case frames
    /// What is here is no frame.
    case searching
    case end
  }

  /// Bytes in front that are looked through for a configuration.
  private static let longestLead = 1 << 20

  package private(set) var position: UInt64
  private let start: UInt64
  private var state = State.frames
  /// The configuration that the stream was first known by.
  private var config: LATMConfig?
  /// The layout of the frames that refer to a configuration in front; `nil` where it is another stream's.
  private var current: LATMConfig?
  /// Tags that stood in front.
  private let tags: Tags

  /// Starts at a frame that has been found to start a stream.
  init(at start: UInt64, tags: Tags = Tags()) {
    position = start
    self.start = start
    self.tags = tags
  }

  package mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    var view = WindowView(window, at: position, isEnd: isEnd)
    while true {
      let step: ReaderStep?
      switch state {
      case .frames: step = try readFrames(&view, into: &packets)
      case .searching: step = search(&view)
      case .end:
        guard config != nil else { throw ContainerError(.malformed, at: start) }
        step = .end
      }
      position = view.position
      if let step { return step }
    }
  }

  package mutating func resynchronise(at offset: UInt64) {
    position = max(offset, start)
    current = config
    state = .searching
  }

  /// Reads the frames that lie whole in the view.
  private mutating func readFrames(
    _ view: inout WindowView, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep? {
    var gathered: [UInt8] = []
    var missing: Int?
    while missing == nil {
      guard view.holds(LOASFraming.headerByteCount) else {
        missing = LOASFraming.headerByteCount
        break
      }
      let byteCount = LOASFraming.frameByteCount(view.bytes, at: view.index)
      guard byteCount > 0 else {
        state = .searching
        break
      }
      guard view.holds(byteCount) else {
        missing = byteCount
        break
      }
      let bodyStart = view.index + LOASFraming.headerByteCount
      let body = view.bytes.extracting(bodyStart..<view.index + byteCount)
      if config == nil {
        if let info = try readFirst(body, at: view.position) { return .info(info) }
        guard view.position - min(start, view.position) < Self.longestLead else {
          throw ContainerError(.malformed, at: start)
        }
      } else {
        read(body, at: view.position, into: &packets, &gathered)
      }
      view.skip(byteCount)
    }
    if !gathered.isEmpty { return .gathered(gathered) }
    guard let missing else { return nil }
    return needs(missing, &view)
  }

  /// Looks for the configuration in a frame before which there was none.
  private mutating func readFirst(
    _ body: Span<UInt8>, at offset: UInt64
  ) throws(ContainerError) -> ContainerInfo? {
    var bits = BitCursor(body)
    guard bits.flag() == false else { return nil }
    let config: LATMConfig
    do {
      config = try LATMConfig(body, &bits)
    } catch {
      throw ContainerError(error == .unsupported ? .unsupportedFormat : .malformed, at: offset)
    }
    guard let sound = SoundDescription(config.specific) else {
      throw ContainerError(.unsupportedFormat, at: offset)
    }
    self.config = config
    current = config
    var info = ContainerInfo(
      fileType: FourCC("l", "o", "a", "s"), format: sound.format, dataOffset: offset,
      packetSizeUpperBound: LOASFraming.longestFrame)
    info.layeredFormats = sound.layeredFormats
    info.channelLayout = sound.channelLayout
    info.magicCookie = AACCookie.make(config.specificConfig)
    info.tags = tags
    return info
  }

  /// Appends the payloads of one frame; none where its contents contradict each other.
  ///
  /// Source: `AudioMuxElement`, `PayloadLengthInfo`, `PayloadMux`: 1.7.3.1, tables 1.41, 1.44 and 1.45.
  private mutating func read(
    _ body: Span<UInt8>, at offset: UInt64, into packets: inout [Packet], _ gathered: inout [UInt8]
  ) {
    var bits = BitCursor(body)
    guard let isSame = bits.flag() else { return }
    if !isSame {
      let stated = try? LATMConfig(body, &bits)
      current = stated?.specificConfig == config?.specificConfig ? stated : nil
    }
    guard let current else { return }
    let packetCount = packets.count
    let byteCount = gathered.count
    for _ in 0..<current.payloadCount {
      guard let bitCount = Self.payloadBitCount(current, &bits), bitCount > 0,
        bits.remaining >= bitCount
      else {
        packets.removeSubrange(packetCount...)
        gathered.removeSubrange(byteCount...)
        return
      }
      let place = UInt64(LOASFraming.headerByteCount + bits.position / 8)
      packets.append(
        Packet(
          offset: offset.clampedAdding(place), byteCount: UInt32((bitCount + 7) / 8),
          frameCount: UInt32(current.specific.framesPerPacket)))
      body.append(fromBit: bits.position, count: bitCount, to: &gathered)
      guard bits.skip(bitCount) else { return }
    }
  }

  private static func payloadBitCount(_ config: LATMConfig, _ bits: inout BitCursor) -> Int? {
    switch config.payloadLength {
    case .constant(let count): return count
    case .stated:
      var count = 0
      while true {
        guard let byte = bits.read(8) else { return nil }
        count += Int(byte)
        if byte < 255 { return count * 8 }
      }
    }
  }

  /// Moves to the first frame that is confirmed by the next one.
  private mutating func search(_ view: inout WindowView) -> ReaderStep? {
    var place = view.index
    while place < view.bytes.count {
      if view.bytes[place] == LOASFraming.syncByte {
        switch LOASFraming.chain(view.bytes, at: place, isEnd: view.isEnd, wanted: 2) {
        case .confirmed:
          view.skip(place - view.index)
          state = .frames
          return nil
        case .needs(let count):
          view.skip(place - view.index)
          return .needs(count)
        case .refuted: break
        }
      }
      place += 1
    }
    view.skip(place - view.index)
    return needs(1, &view)
  }

  /// Asks for bytes; where there are none, the rest of the file holds no packet.
  private mutating func needs(_ count: Int, _ view: inout WindowView) -> ReaderStep? {
    guard view.isEnd else { return .needs(count) }
    view.skip(view.remaining)
    state = .end
    return nil
  }
}
