import AudioModel

/// Finds adjacent packets that state their own length.
struct CAFScanner: Sendable {
  let framing: CAFFraming
  /// End of the audio, or `nil` if it continues to the end of the file.
  let end: UInt64?
  /// Whether a packet starts at the reader's position, as at the start of the audio.
  var isSynchronised = true

  /// The result of a scan of the window.
  enum Outcome {
    case packets
    case needs(Int)
    case end
  }

  /// Appends the packets that lie whole in the view, and moves the view after them.
  ///
  /// Bytes that are not a packet end the scan, because later matches would be uncertain.
  mutating func scan(_ view: inout WindowView, into packets: inout [Packet]) -> Outcome {
    if !isSynchronised, let missing = synchronise(&view) { return missing }
    let limit = limit(of: view)
    let isLast = view.isEnd || limit < view.bytes.count
    var count = 0
    while true {
      let needed: Int
      if view.index + framing.headerByteCount <= limit {
        guard let packet = framing.packet(view.bytes, at: view.index) else {
          return count > 0 ? .packets : .end
        }
        needed = packet.byteCount
        if view.index + needed <= limit {
          packets.append(
            Packet(
              offset: view.position, byteCount: UInt32(needed), frameCount: packet.frameCount))
          view.advance(to: view.position.clampedAdding(UInt64(needed)))
          count += 1
          continue
        }
      } else {
        needed = framing.headerByteCount
      }
      if count > 0 { return .packets }
      return isLast ? .end : .needs(needed)
    }
  }

  /// Moves to the first position from which packets follow each other.
  ///
  /// - Returns: The missing bytes or the end, or `nil` at such a position.
  private mutating func synchronise(_ view: inout WindowView) -> Outcome? {
    let limit = limit(of: view)
    let isLast = view.isEnd || limit < view.bytes.count
    while view.index < limit {
      switch chain(view.bytes, at: view.index, limit: limit, isLast: isLast) {
      case .packets:
        isSynchronised = true
        return nil
      case .needs(let count): return .needs(count)
      case .end: view.advance(to: view.position.clampedAdding(1))
      }
    }
    return isLast ? .end : .needs(framing.headerByteCount)
  }

  /// Whether packets follow each other from `index`, or to the end of the audio.
  private func chain(_ bytes: Span<UInt8>, at index: Int, limit: Int, isLast: Bool) -> Outcome {
    var place = index
    for _ in 0..<framing.chainLength {
      guard place + framing.headerByteCount <= limit else {
        guard isLast else { return .needs(place + framing.headerByteCount - index) }
        return place == limit && place > index ? .packets : .end
      }
      guard let packet = framing.packet(bytes, at: place) else { return .end }
      place += packet.byteCount
    }
    return .packets
  }

  /// The index of the audio's end, or of the window's end if that comes first.
  private func limit(of view: borrowing WindowView) -> Int {
    guard let end, end < view.end else { return view.bytes.count }
    let behind = view.end - end
    return view.bytes.count - Int(min(behind, UInt64(view.bytes.count)))
  }
}
