import AudioModel
import AudioSyntax

/// Finds the start and end of FLAC frames, which do not state their length.
///
/// A frame ends at its successor's header, which has the next number and otherwise the same fields.
/// These are more bits than a checksum has, so no checksum is computed. A frame that is damaged
/// between its own header and the next keeps its place in time.
///
/// Editing or damage may leave a gap in the numbers. At a gap, a frame ends at a header if the
/// frame's checksum up to that header is correct. The last frame ends in the same way at the end of
/// the file, or at its ID3v1 tag.
///
/// The frame with the stream's last stated sample has no successor to wait for. The finder reads it
/// to find its end (``FLACFrameMeasure``).
///
/// Until a frame's end has been found, the finder also keeps the last few other headers. If damage
/// hides that end, sound continues at one of these headers. The limited number of headers bounds
/// how often each byte is examined.
struct FLACFrameFinder: Sendable {
  /// A possible frame, measured so far.
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

    /// Whether the frame ends at `end` according to its checksum.
    mutating func hasChecksum(upTo end: UInt64, _ view: borrowing WindowView) -> Bool {
      let range = view.place(of: checked)..<view.place(of: end)
      checksum = FLACChecksum.frame(checksum, view.bytes, range)
      checked = end
      return checksum == 0
    }

    /// A packet for the frame that ends at `end`.
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

  /// Maximum number of frames that are measured at the same time.
  private static let mostCandidates = 8

  let format: FLACFormat
  /// The possible frames, in file order.
  ///
  /// The finder searches for the end of the first one.
  private var candidates: [Candidate] = []
  /// Start of the bytes not yet searched for a header.
  private var searched: UInt64
  /// The first candidate, if it contains the last sample of the stream.
  private var last: Last?

  /// A frame whose end is found by reading it.
  private struct Last: Sendable {
    var start: UInt64
    /// `nil` once it has turned out not to be a whole frame.
    var measure: FLACFrameMeasure?
  }

  /// Starts at a frame, or at any position.
  init(_ format: FLACFormat, at position: UInt64) {
    self.format = format
    searched = position
  }

  /// Appends the frames that are whole in the view, and moves the view to the next.
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
    // These bytes are not searched again.
    return .needs(view.bytes.count - view.place(of: candidates.first?.start ?? searched) + 1)
  }

  /// Takes the frame with the stream's last sample when it is whole and its checksum is correct.
  ///
  /// - Returns: Whether its remaining bytes must arrive before the search continues.
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

  /// Finds the next header, and moves ``searched`` past its first byte.
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
      let header = FLACFrameHeader(
        view.bytes, at: place, streamBits: format.bitsPerSample)
      place += 1
      if let header { return (header, position) }
    }
    return nil
  }

  /// Bytes to examine together.
  private static let stretch = 256

  /// The next position before `end` at which a header may begin, or `end`.
  ///
  /// Most stretches contain no such position and are skipped as a whole.
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

  /// Whether the first bytes of a header occur in these bytes.
  ///
  /// A single loop without an early exit, so that the processor handles many bytes at a time.
  @inline(never)
  private static func hasSynchronisation(_ bytes: Span<UInt8>) -> Bool {
    let second = bytes.extracting(1...)
    precondition(second.count < bytes.count, "the bytes to search are empty")
    var found: UInt8 = 0
    for index in second.indices {
      found |= (bytes[index] == 0xFF ? 1 : 0) & (second[index] & 0xFE == 0xF8 ? 1 : 0)
    }
    return found != 0
  }

  /// Finds the frame that ends at a header.
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

  /// Drops candidates that would exceed the maximum frame size.
  private mutating func dropTooLong(at position: UInt64) {
    while let first = candidates.first, position - first.start > UInt64(first.header.largestFrame) {
      candidates.removeFirst()
    }
  }

  /// Finds a frame that ends at the end of the file.
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
