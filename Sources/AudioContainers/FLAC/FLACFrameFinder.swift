import AudioModel

/// Finds where FLAC frames begin and end: nothing in a frame tells its length.
///
/// A frame ends where the header of its successor stands: one with the next number, and all else as
/// before. That is more bits than a checksum has, so that none is computed; a frame damaged between
/// its own header and the next keeps its place in time. Behind a gap in the numbers, as editing and
/// damage leave, it ends at a header up to which its checksum is right; the last one so at the end
/// of the file, or at its ID3v1 tag. The frame with the last sample that the stream states has no
/// successor to wait for: it is read to find its end (``FLACFrameMeasure``). Until the end of one
/// has been found, the last few other headers are kept, too: where damage swallowed the end of the
/// former, sound goes on at one of the latter. So every byte is looked at a limited number of
/// times.
struct FLACFrameFinder: Sendable {
  /// What may be a frame, measured so far.
  private struct Candidate: Sendable {
    var start: UInt64
    var header: FLACFrameHeader
    /// The checksum of the bytes up to `checked`.
    var checksum: UInt16 = 0
    var checked: UInt64

    init(_ header: FLACFrameHeader, at start: UInt64) {
      self.start = start
      self.header = header
      checked = start
    }

    /// Whether the frame ends at `end`, by its checksum.
    mutating func hasChecksum(upTo end: UInt64, _ view: borrowing WindowView) -> Bool {
      let range = view.place(of: checked)..<view.place(of: end)
      checksum = FLACChecksum.frame(checksum, view.bytes, range)
      checked = end
      return checksum == 0
    }

    /// The frame as a packet that ends at `end`.
    func packet(upTo end: UInt64) -> Packet {
      Packet(
        offset: start, byteCount: UInt32(clamping: end - start),
        frameCount: UInt32(header.blockLength))
    }
  }

  enum Outcome {
    case packets
    case needs(Int)
    case end
  }

  /// Frames that are measured at the same time.
  private static let mostCandidates = 8

  let format: FLACFormat
  /// What may be frames, in the order of the file; the first is the one whose end is looked for.
  private var candidates: [Candidate] = []
  /// Where no header has been looked for yet.
  private var searched: UInt64
  /// The first candidate, where that has the last sample of the stream.
  private var last: Last?

  /// A frame whose end is found by reading it.
  private struct Last: Sendable {
    var start: UInt64
    /// `nil` once it has turned out to be no whole frame.
    var measure: FLACFrameMeasure?
  }

  /// Starts at a frame, or anywhere.
  init(_ format: FLACFormat, at position: UInt64) {
    self.format = format
    searched = position
  }

  /// Appends the frames that are whole in the view, and moves it to the next.
  mutating func next(_ view: inout WindowView, into packets: inout [Packet]) -> Outcome {
    let count = packets.count
    var isMissingLast = takeStatedLast(view, &packets)
    while !isMissingLast, let (header, position) = nextHeader(view) {
      take(header, at: position, view, &packets)
      isMissingLast = takeStatedLast(view, &packets)
    }
    dropTooLong(at: searched)
    defer { view.advance(to: candidates.first?.start ?? searched) }
    if packets.count > count { return .packets }
    guard !view.isEnd else {
      takeLast(view, &packets)
      return packets.count > count ? .packets : .end
    }
    // These bytes have been searched, and are not searched again.
    return .needs(view.bytes.count - view.place(of: candidates.first?.start ?? searched) + 1)
  }

  /// Takes the frame with the stream's last sample as soon as it is whole, with the right checksum.
  ///
  /// - Returns: Whether its bytes have to come before anything else is looked for.
  private mutating func takeStatedLast(
    _ view: borrowing WindowView, _ packets: inout [Packet]
  ) -> Bool {
    guard let first = candidates.first, first.header.isLast(in: format) else { return false }
    if last?.start != first.start {
      last = Last(start: first.start, measure: FLACFrameMeasure(first.header))
    }
    let index = view.place(of: first.start)
    switch last?.measure?.read(view.bytes.extracting(index...)) {
    case .missing where !view.isEnd: return true
    case .end(let byteCount):
      let end = first.start.clampedAdding(UInt64(byteCount))
      var whole = Candidate(first.header, at: first.start)
      last?.measure = nil
      guard whole.hasChecksum(upTo: end, view) else { return false }
      packets.append(whole.packet(upTo: end))
      candidates.removeAll(keepingCapacity: true)
      searched = end
      return false
    default:
      last?.measure = nil
      return false
    }
  }

  /// The next place that looks like a header, which moves ``searched`` behind its first byte.
  private mutating func nextHeader(
    _ view: borrowing WindowView
  ) -> (FLACFrameHeader, UInt64)? {
    var place = view.place(of: searched)
    let first = place
    defer { searched = searched.clampedAdding(UInt64(place - first)) }
    let last = view.bytes.count - 1
    while place < last {
      place = Self.synchronisation(in: view.bytes, from: place, to: last)
      guard place < last else { break }
      guard view.isEnd || view.bytes.count - place >= FLACFrameHeader.mostBytes else { return nil }
      let position = searched.clampedAdding(UInt64(place - first))
      let header = FLACFrameHeader(view.bytes, at: place, in: format)
      place += 1
      if let header { return (header, position) }
    }
    return nil
  }

  /// Bytes that are looked at together.
  private static let stretch = 256

  /// The next place before `end` at which a header may begin, or `end`: stretches where none does, as in hardly any, are passed
  /// over.
  private static func synchronisation(
    in bytes: Span<UInt8>, from place: Int, to end: Int
  ) -> Int {
    var place = place
    while place + stretch <= end,
      !hasSynchronisation(bytes.extracting(place..<place + stretch + 1))
    {
      place += stretch
    }
    while place < end, bytes[place] != 0xFF || bytes[place + 1] & 0xFE != 0xF8 { place += 1 }
    return place
  }

  /// Whether the first bytes of a header stand somewhere among these; one loop without a way out, which the processor
  /// does many bytes at a time.
  @inline(never)
  private static func hasSynchronisation(_ bytes: Span<UInt8>) -> Bool {
    let second = bytes.extracting(1...)
    precondition(second.count < bytes.count, "no bytes")
    var found: UInt8 = 0
    for index in second.indices {
      found |= (bytes[index] == 0xFF ? 1 : 0) & (second[index] & 0xFE == 0xF8 ? 1 : 0)
    }
    return found != 0
  }

  /// Finds out which frame ends where a header is.
  private mutating func take(
    _ header: FLACFrameHeader, at position: UInt64, _ view: borrowing WindowView,
    _ packets: inout [Packet]
  ) {
    dropTooLong(at: position)
    var ended = candidates.lastIndex { $0.header.isFollowed(by: header) }
    if ended == nil {
      for index in candidates.indices where candidates[index].hasChecksum(upTo: position, view) {
        ended = index
        break
      }
    }
    if let ended {
      packets.append(candidates[ended].packet(upTo: position))
      candidates.removeAll(keepingCapacity: true)
    }
    if candidates.count == Self.mostCandidates { candidates.remove(at: 1) }
    candidates.append(Candidate(header, at: position))
  }

  /// Gives up frames that cannot be as long as they would be.
  private mutating func dropTooLong(at position: UInt64) {
    while let first = candidates.first, position - first.start > UInt64(first.header.largestFrame) {
      candidates.removeFirst()
    }
  }

  /// Finds out whether a frame ends where the file does.
  private mutating func takeLast(_ view: borrowing WindowView, _ packets: inout [Packet]) {
    defer {
      candidates.removeAll()
      searched = view.end
    }
    for index in candidates.indices {
      for behind in [0, UInt64(ID3v1Tag.byteCount)] {
        guard behind <= view.end - candidates[index].checked else { continue }
        let end = view.end - behind
        guard behind == 0 || view.bytes.has("TAG", at: view.place(of: end)) else { continue }
        var attempt = candidates[index]
        if attempt.hasChecksum(upTo: end, view) {
          packets.append(attempt.packet(upTo: end))
          return
        }
      }
    }
  }
}
