package import AudioModel

/// Reads a file of the MP4 family: MP4, M4A, M4B, 3GP, 3G2, and QuickTime movies, whole or in
/// fragments.
///
/// The reader reads the boxes that describe one sound track, skips all others, and reports the
/// packet locations. Of the audio, it examines only the start of the first packet, for the codecs
/// that require it. It holds the tables in compact form (``MP4PacketTable``), and texts of limited
/// size. If the audio precedes the tables, the reader jumps back to the audio after the
/// tables.
///
/// Sources: ISO/IEC 14496-12 (ISO base media file format), ISO/IEC 14496-14 (MP4), *QuickTime File
/// Format* (Apple, 2012), 3GPP TS 26.244.
package struct MP4Reader: ContainerReader {
  enum State: Sendable {
    case start
    case header
    case leaf(MP4Leaf, MP4Box, byteCount: Int)
    case listHeader(MP4List, MP4Box)
    case entries(MP4List, MP4Box, MP4Entries)
    /// The movie has ended.
    ///
    /// The reader examines its first packet next.
    case jump(MP4Box)
    case firstPacket(MP4Box)
    /// The findings come next.
    case found(MP4Findings.Found)
    case end
  }

  package internal(set) var position: UInt64
  var state = State.start
  /// The contents of the boxes so far.
  var presentation: MP4Presentation
  var findings = MP4Findings()
  /// The boxes that enclose the position, outermost first.
  var open: [(container: MP4Container, box: MP4Box)] = []
  var hasMovie = false
  /// Whether the reader has moved to the first packet to examine it.
  private var hasLooked = false
  /// The starts of the fragments, and the first possible start.
  private var landings: [UInt64] = []

  /// Starts at the file's first byte.
  ///
  /// - Parameters:
  ///   - start: Bytes from the start of the file to the first box.
  ///   - track: The sound track to read, counted from 0; `nil` for the first that can be read.
  package init(at start: UInt64 = 0, track: Int? = nil) {
    position = start
    presentation = MP4Presentation(track: track)
  }

  package mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    let start = position
    var view = WindowView(window, at: start, isEnd: isEnd)
    while true {
      try closeBoxes()
      let needed: Int?
      switch state {
      case .start: needed = try readStart(view)
      case .header: needed = try readHeader(&view)
      case .leaf(let leaf, let box, let count): needed = readLeaf(leaf, box, count, &view)
      case .listHeader(let list, let box): needed = readListHeader(list, box, &view)
      case .entries(let list, let box, let entries):
        needed = readEntries(list, box, entries, &view)
      case .jump(let box):
        if let step = jump(box, from: start, &view) { return step }
        needed = nil
      case .firstPacket(let box):
        if let count = try readFirstPacket(box, view) { return .needs(count) }
        needed = nil
      case .found(let found):
        if let step = give(found, &view) { return step }
        needed = nil
      case .end: return .end
      }
      guard let needed else { continue }
      guard isEnd else { return .needs(needed) }
      try finish(view)
    }
  }

  /// Moves to the first packet to examine it.
  ///
  /// - Parameters:
  ///   - box: The movie's box.
  ///   - start: The start of the window.
  ///   - view: The reader's position.
  /// - Returns: `nil` to continue within the window.
  private mutating func jump(
    _ box: MP4Box, from start: UInt64, _ view: inout WindowView
  ) -> ReaderStep? {
    state = .firstPacket(box)
    hasLooked = true
    if let offset = presentation.movie.chosen?.track.samples.firstOffset { position = offset }
    // A driver notices a jump only if the position changes, which a jump to the window's start
    // does not do.
    guard position == start else { return .needs(presentation.movie.firstPacketByteCount) }
    view.advance(to: position)
    return nil
  }

  /// Examines the first packet, and ends the movie.
  ///
  /// - Returns: Bytes needed, or `nil` to continue.
  private mutating func readFirstPacket(
    _ box: MP4Box, _ view: borrowing WindowView
  ) throws(ContainerError) -> Int? {
    let count = presentation.movie.firstPacketByteCount
    guard view.holds(count) || view.isEnd else { return count }
    let packet = min(count, view.remaining)
    if packet > 0 {
      presentation.movie.readFirstPacket(view.bytes.extracting(view.index..<view.index + packet))
    }
    try endMovie(box)
    return nil
  }

  /// Continues with the fragment that begins at `offset`, or with the last one before it.
  ///
  /// Tables that were already returned stay unchanged.
  package mutating func resynchronise(at offset: UInt64) {
    guard hasMovie, presentation.movie.isFragmented, findings.forgetTables() else { return }
    let before = partition(landings.count) { landings[$0] <= offset }
    position = landings[max(before, 1) - 1]
    open = []
    presentation.forgetFragment()
    state = .header
  }

  /// Moves to a position, which may be after the window.
  mutating func go(to offset: UInt64, _ view: inout WindowView) {
    view.advance(to: offset)
    position = offset
  }

  /// Records a position to which ``resynchronise(at:)`` can return.
  mutating func land(at offset: UInt64) {
    if landings.last.map({ offset > $0 }) ?? true { landings.append(offset) }
  }

  /// Returns the info or the next table.
  ///
  /// After the last table, moves to the next reading position.
  private mutating func give(_ found: MP4Findings.Found, _ view: inout WindowView) -> ReaderStep? {
    var rest = found
    let table = rest.info == nil ? rest.tables.first : nil
    guard let step = rest.pop() else {
      state = found.next == nil ? .end : .header
      return nil
    }
    state = .found(rest)
    guard let table, rest.tables.isEmpty else { return step }
    if let next = found.next {
      go(to: next, &view)
    } else if !hasLooked, let first = table.firstOffset {
      // A driver that no longer has these bytes finds out here.
      go(to: first, &view)
    }
    return step
  }

  /// Handles the end of the file.
  private mutating func finish(_ view: borrowing WindowView) throws(ContainerError) {
    if case .header = state, let last = open.last, last.box.end == .max, !view.holds(8) {
      // The last boxes end at the end of the file.
      for index in open.indices { open[index].box.end = position }
      return
    }
    guard hasMovie else {
      if case .start = state, view.remaining == 0 { throw ContainerError(.empty, at: position) }
      // After a jump past the end, the end is unknown.
      throw ContainerError(.truncated, at: max(position, view.end))
    }
    open = []
    endFile()
  }
}
