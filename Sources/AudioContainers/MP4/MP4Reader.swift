package import AudioModel

/// Reads a file of the MP4 family: MP4, M4A, M4B, 3GP, 3G2 and QuickTime movies, whole or in fragments.
///
/// Reads the boxes that tell of one sound track, jumps over all others, and hands over where the packets
/// lie; of audio it looks at one header at most, that of MPEG audio. Holds what the tables say in compact form (``MP4PacketTable``) and texts of
/// bounded size. Where the audio stands before the tables, the reader jumps back to it after them.
///
/// Sources: ISO/IEC 14496-12 (ISO base media file format), ISO/IEC 14496-14 (MP4), *QuickTime File Format*
/// (Apple, 2012), 3GPP TS 26.244.
package struct MP4Reader: ContainerReader {
  enum State: Sendable {
    case start
    case header
    case leaf(MP4Leaf, MP4Box, byteCount: Int)
    case listHeader(MP4List, MP4Box)
    case entries(MP4List, MP4Box, MP4Entries)
    /// The movie has ended; its first packet is looked at next.
    case jump(MP4Box)
    case firstPacket(MP4Box)
    /// What has been found is given next.
    case found(Found)
    case end
  }

  /// What the end of a movie or a fragment has brought.
  struct Found: Sendable {
    var info: ContainerInfo?
    var tables: ArraySlice<MP4PacketTable>
    /// Where the reading goes on; `nil` where all is told.
    var next: UInt64?
  }

  package internal(set) var position: UInt64
  var state = State.start
  var movie: MP4Movie
  var fragment: MP4Fragment?
  /// The duration of the last sample of the last fragment, in units of the track's clock; 0 before.
  var lastDuration: UInt32 = 0
  /// The boxes that the place is in, from the outside.
  var open: [(container: MP4Container, box: MP4Box)] = []
  /// What has been found, until the box that holds its first packet begins.
  ///
  /// A driver that is pushed bytes takes the packets as they come by, so that the reading must go
  /// on behind that box.
  var held: Found?
  /// The info of a file in fragments, until the first of them.
  var waitingInfo: ContainerInfo?
  var hasMovie = false
  /// Whether the reader has gone to the first packet to look at it.
  private var hasLooked = false
  /// Where fragments begin, and the first place where one could.
  private var landings: [UInt64] = []

  /// Starts at the file's first byte.
  ///
  /// - Parameters:
  ///   - start: Bytes from the start of the file to the first box.
  ///   - track: The sound track to read, counted from 0; `nil` for the first that can be read.
  package init(at start: UInt64 = 0, track: Int? = nil) {
    position = start
    movie = MP4Movie(track: track)
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
        state = .firstPacket(box)
        hasLooked = true
        if let offset = movie.chosen?.track.samples.firstOffset { position = offset }
        // A driver sees a jump by the position only: to where the window starts there is none.
        guard position == start else { return .needs(movie.firstPacketByteCount) }
        view.advance(to: position)
        needed = nil
      case .firstPacket(let box):
        let count = movie.firstPacketByteCount
        guard view.holds(count) || isEnd else { return .needs(count) }
        let packet = min(count, view.remaining)
        if packet > 0 {
          movie.readFirstPacket(view.bytes.extracting(view.index..<view.index + packet))
        }
        try endMovie(box)
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

  /// Goes on with the fragment that begins at `offset` or last before it; a table once given stays as it is.
  package mutating func resynchronise(at offset: UInt64) {
    guard hasMovie, movie.isFragmented, waitingInfo == nil, held?.info == nil else { return }
    held = nil
    let before = partition(landings.count) { landings[$0] <= offset }
    position = landings[max(before, 1) - 1]
    open = []
    fragment = nil
    state = .header
  }

  /// Moves to a place, which may lie behind the window.
  mutating func go(to offset: UInt64, _ view: inout WindowView) {
    view.advance(to: offset)
    position = offset
  }

  /// Notes a place that ``resynchronise(at:)`` can go back to.
  mutating func land(at offset: UInt64) {
    if landings.last.map({ offset > $0 }) ?? true { landings.append(offset) }
  }

  /// Gives the info or the next table, and with the last one moves to where the reading goes on.
  private mutating func give(_ found: Found, _ view: inout WindowView) -> ReaderStep? {
    var rest = found
    rest.info = nil
    if let info = found.info {
      state = .found(rest)
      return .info(info)
    }
    guard let table = rest.tables.popFirst() else {
      state = found.next == nil ? .end : .header
      return nil
    }
    state = .found(rest)
    if rest.tables.isEmpty {
      if let next = found.next {
        go(to: next, &view)
      } else if !hasLooked, let first = table.firstOffset {
        // A driver that has these bytes no more learns it here.
        go(to: first, &view)
      }
    }
    return .table(table)
  }

  /// Decides what it means that the file ends here.
  private mutating func finish(_ view: borrowing WindowView) throws(ContainerError) {
    if case .header = state, let last = open.last, last.box.end == .max, !view.holds(8) {
      // Boxes that end where the file ends.
      for index in open.indices { open[index].box.end = position }
      return
    }
    guard hasMovie else {
      if case .start = state, view.remaining == 0 { throw ContainerError(.empty, at: position) }
      // Behind a jump over the end, the end is not known.
      throw ContainerError(.truncated, at: max(position, view.end))
    }
    open = []
    guard !release(next: position) else { return }
    state = waitingInfo == nil ? .end : .found(Found(info: waitingInfo, tables: [], next: nil))
    waitingInfo = nil
  }
}
