package import AudioModel

/// Reads MPEG-4 audio in LATM frames of an audio synchronization stream, from its first frame on.
///
/// Payloads do not start on whole bytes, so the reader assembles the packets. Frames before the
/// first configuration cannot be decoded and are left out. Later frames of another configuration
/// are left out, too.
///
/// Source: ISO/IEC 14496-3:2009, 1.7.2 (LOAS), 1.7.3 (LATM).
package struct LOASReader: ContainerReader {
  private enum State {
    case frames
    /// The bytes here are not a frame.
    case searching
    case end
  }

  /// Maximum number of bytes to search for the first configuration.
  private static let longestLead = 1 << 20

  package private(set) var position: UInt64
  private let start: UInt64
  private var state = State.frames
  private var frames = LATMFrames()
  /// Tags found before the audio.
  private let tags: Tags

  /// Starts at a frame that begins a recognized stream.
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
        guard frames.isKnown else { throw ContainerError(.malformed, at: start) }
        step = .end
      }
      position = view.position
      if let step { return step }
    }
  }

  package mutating func resynchronise(at offset: UInt64) {
    position = max(offset, start)
    frames.forget()
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
      if !frames.isKnown {
        if let info = try readFirst(body, at: view.position) { return .info(info) }
        guard view.position - min(start, view.position) < Self.longestLead else {
          throw ContainerError(.malformed, at: start)
        }
      } else {
        let place = view.position.clampedAdding(UInt64(LOASFraming.headerByteCount))
        frames.read(body, at: place, into: &packets, &gathered)
      }
      view.skip(byteCount)
    }
    if !gathered.isEmpty { return .gathered(gathered) }
    guard let missing else { return nil }
    return needs(missing, &view)
  }

  /// Looks for the first configuration in a frame.
  private mutating func readFirst(
    _ body: Span<UInt8>, at offset: UInt64
  ) throws(ContainerError) -> ContainerInfo? {
    guard let sound = try frames.sound(body, at: offset) else { return nil }
    var info = ContainerInfo(
      fileType: FourCC("l", "o", "a", "s"), format: sound.format, dataOffset: offset,
      packetSizeUpperBound: LOASFraming.longestFrame)
    info.layeredFormats = sound.layeredFormats
    info.channelLayout = sound.channelLayout
    info.magicCookie = sound.magicCookie
    info.tags = tags
    return info
  }

  /// Moves to the first frame that the next frame confirms.
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

  /// Requests bytes, or ends the stream at the end of the file.
  private mutating func needs(_ count: Int, _ view: inout WindowView) -> ReaderStep? {
    guard view.isEnd else { return .needs(count) }
    view.skip(view.remaining)
    state = .end
    return nil
  }
}
