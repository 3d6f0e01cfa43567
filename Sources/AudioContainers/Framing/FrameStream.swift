import AudioModel
import AudioSyntax

/// Walks the frames of a stream of known syntax, with tags and junk between them.
///
/// A frame that starts directly after another frame is a packet. The stream does not wait for the
/// next frame. The exception is a last frame that the end of the file or an ID3v1 tag cuts off. A
/// frame that contains the start of such a tag therefore waits for the tag's end. After junk, the
/// next frame or the end of the file must confirm a frame.
struct FrameStream<Syntax: FrameSyntax>: Sendable {
  private enum State {
    case frames
    /// The bytes here are not a frame.
    case between(isAfterFrame: Bool)
    case tag(TrailingTag)
    case searching
    case end
  }

  var syntax: Syntax
  private(set) var position: UInt64
  private var state: State
  /// The requested position, at which a frame without a successor may start.
  private var wanted: UInt64?
  /// End of the last frame, if the stream states it.
  ///
  /// A whole frame that ends there needs no further bytes.
  var statedEnd: UInt64?

  /// Starts at a frame.
  init(_ syntax: Syntax, at position: UInt64) {
    self.syntax = syntax
    self.position = position
    state = .frames
  }

  mutating func resynchronise(at offset: UInt64) {
    position = offset
    wanted = offset
    state = .searching
  }

  mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) -> ReaderStep {
    var view = WindowView(window, at: position, isEnd: isEnd)
    while true {
      let step: ReaderStep?
      switch state {
      case .frames: step = readFrames(&view, into: &packets)
      case .between(let isAfterFrame): step = readBetween(&view, isAfterFrame: isAfterFrame)
      case .tag(let tag): step = readTag(tag, &view)
      case .searching: step = search(&view)
      case .end: step = .end
      }
      position = view.position
      if let step { return step }
    }
  }

  private mutating func readFrames(
    _ view: inout WindowView, into packets: inout [Packet]
  ) -> ReaderStep? {
    let count = packets.count
    let place = syntax.walk(view.bytes, from: view.index, at: view.position, into: &packets)
    view.skip(place - view.index)
    guard packets.count == count else { return .packets }
    guard view.holds(Syntax.headerByteCount) else {
      return missing(Syntax.headerByteCount, &view)
    }
    switch syntax.unitByteCount(view.bytes, at: view.index, isEnd: view.isEnd) {
    case .confirmed(let byteCount): return readLastFrame(byteCount, &view, into: &packets)
    case .needs(let byteCount): return .needs(byteCount)
    case .refuted:
      state = .between(isAfterFrame: true)
      return nil
    }
  }

  /// Reads a frame with an unknown successor or without a successor.
  private mutating func readLastFrame(
    _ byteCount: Int, _ view: inout WindowView, into packets: inout [Packet]
  ) -> ReaderStep? {
    let isStatedEnd = view.position.clampedAdding(UInt64(byteCount)) == statedEnd
    if view.isEnd {
      let tag = view.bytes.count - ID3v1Tag.byteCount
      let isWhole = isStatedEnd && view.holds(byteCount)
      let isInside = tag > view.index && tag + 2 < view.index + byteCount
      if isInside, !isWhole, view.bytes.has("TAG", at: tag) {
        view.skip(tag - view.index)
        state = .between(isAfterFrame: true)
        return nil
      }
    } else if view.holds(byteCount), !isStatedEnd, let tag = tagName(in: byteCount, view) {
      let needed = tag - view.index + ID3v1Tag.byteCount + 1
      guard view.holds(needed) else { return .needs(needed) }
    }
    guard view.holds(byteCount) else { return missing(byteCount, &view) }
    syntax.append(
      view.bytes, at: view.index, byteCount: byteCount, position: view.position, to: &packets)
    view.skip(byteCount)
    return .packets
  }

  /// The index of the last ID3v1 tag name in a frame, if the tag would end after the frame.
  ///
  /// Otherwise `nil`. Only the frame's own bytes are searched, so that no other frame waits for
  /// later bytes.
  private func tagName(in byteCount: Int, _ view: borrowing WindowView) -> Int? {
    let end = view.index + byteCount
    let first = max(view.index + 1, end - ID3v1Tag.byteCount + 1)
    return (first..<max(first, end - 2)).last { view.bytes.has("TAG", at: $0) }
  }

  private mutating func readBetween(
    _ view: inout WindowView, isAfterFrame: Bool
  ) -> ReaderStep? {
    switch TrailingTag.detect(
      view.bytes, at: view.index, isEnd: view.isEnd, isAfterFrame: isAfterFrame)
    {
    case .confirmed(let tag): state = .tag(tag)
    case .refuted: state = .searching
    case .needs(let count): return .needs(count)
    }
    return nil
  }

  private mutating func readTag(_ tag: TrailingTag, _ view: inout WindowView) -> ReaderStep? {
    var tag = tag
    var tags = Tags()
    if let needed = tag.read(&view, into: &tags) {
      state = .tag(tag)
      return .needs(needed)
    }
    state = .between(isAfterFrame: true)
    return tags.isEmpty ? nil : .tags(tags)
  }

  /// Searches for a tag, or for a frame that its successor confirms.
  private mutating func search(_ view: inout WindowView) -> ReaderStep? {
    var place = view.index
    while place < view.bytes.count {
      switch view.bytes[place] {
      case Syntax.syncByte:
        let isFirst = wanted == view.position.clampedAdding(UInt64(place - view.index))
        switch syntax.chain(
          view.bytes, at: place, isEnd: view.isEnd, wanted: 2, isFirst: isFirst)
        {
        case .confirmed where syntax.startsUnit(view.bytes, at: place):
          view.skip(place - view.index)
          state = .frames
          return nil
        case .needs(let count):
          view.skip(place - view.index)
          return .needs(count)
        case .confirmed, .refuted: break
        }
      case 0x41, 0x49, 0x54:
        switch TrailingTag.detect(
          view.bytes, at: place, isEnd: view.isEnd, isAfterFrame: false)
        {
        case .confirmed(let tag):
          view.skip(place - view.index)
          state = .tag(tag)
          return nil
        case .needs(let count):
          view.skip(place - view.index)
          return .needs(count)
        case .refuted: break
        }
      default: break
      }
      place += 1
    }
    view.skip(place - view.index)
    return missing(1, &view)
  }

  /// Requests bytes, or ends the stream at the end of the file.
  private mutating func missing(_ count: Int, _ view: inout WindowView) -> ReaderStep {
    guard view.isEnd else { return .needs(count) }
    view.skip(view.remaining)
    state = .end
    return .end
  }
}
