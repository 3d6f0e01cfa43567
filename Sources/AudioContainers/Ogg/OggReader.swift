package import AudioModel

/// Reads the first audio stream of an Ogg file: Opus, Vorbis or FLAC.
///
/// Other streams beside it (video, skeletons, more audio) are passed over. A stream that begins where one ends goes on
/// with it, if a decoder can; else the audio ends there. Packets are given gathered, since one may go on in the
/// next page.
///
/// Sources: RFC 3533; RFC 7845; *Vorbis I specification* (Xiph.Org), A; RFC 9639, 10.1.
package struct OggReader: ContainerReader {
  enum State {
    /// Before or in the headers of a stream.
    case headers
    case audio
    case end
  }

  package internal(set) var position: UInt64
  var state = State.headers
  var finder = OggPageFinder()
  var assembler = Self.headerAssembler
  /// The streams that began together.
  var group = Group()
  /// The stream that is read, once its headers have come.
  var stream: OggStream?
  var lengths: OggPacketLengths?
  var clock = OggClock()
  /// Position of the page on which the audio begins.
  var audioOffset: UInt64 = 0
  var info: ContainerInfo?
  /// Packets that came with the info, or before it.
  var waiting = Audio()
  /// What the pages read so far say of the recording, to be given before the packets.
  var waitingTrim: FrameTrim?
  /// Whether the packets wait for what follows their page, whose granule leaves frames out without a mark of the last page.
  var isHolding = false
  var givenTrim: FrameTrim?
  /// Whether the next page of a stream that is not known may be taken for one of ours.
  var isLost = false
  let start: UInt64

  /// Streams that begin at the same time.
  ///
  /// Source: RFC 3533, 4: their first pages come before all others.
  struct Group: Sendable {
    /// Whether more may begin.
    var isOpen = true
    /// The stream that is read.
    var serial: UInt32?
    var stream: OggStream?
    /// The streams that are not.
    var others: Set<UInt32> = []
    /// Whether a library reads one of them.
    var hasSpeex = false
  }

  /// Packets and their bytes.
  struct Audio: Sendable {
    var packets: [Packet] = []
    var bytes: [UInt8] = []
  }

  static let headerAssembler = OggPacketAssembler(
    limit: OggStream.mostHeaderBytes, keepsLongPackets: true)

  /// Starts at the first page.
  package init(at start: UInt64 = 0) {
    position = start
    self.start = start
  }

  package mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    if info != nil, let step = takeWaiting(into: &packets) { return step }
    if case .end = state { return .end }
    var view = WindowView(window, at: position, isEnd: isEnd)
    defer { position = view.position }
    while true {
      switch finder.next(&view) {
      case .needs(let count): return .needs(count)
      case .end:
        if isHolding { release() }
        if info != nil, let step = takeWaiting(into: &packets) { return step }
        return try finish(view)
      case .page(let page):
        try take(page, view.bytes)
        view.advance(to: page.position(of: page.body.upperBound))
        if info == nil, !waiting.packets.isEmpty { return .info(makeInfo()) }
        if info != nil, let step = takeWaiting(into: &packets) { return step }
        if case .end = state { return finish() }
      }
    }
  }

  /// Goes on with the first packet that begins on a page behind `offset`.
  package mutating func resynchronise(at offset: UInt64) {
    guard let info, let stream else { return }
    position = max(offset, info.dataOffset)
    finder = OggPageFinder()
    assembler = OggPacketAssembler(limit: info.packetSizeUpperBound, keepsLongPackets: false)
    lengths = OggPacketLengths(stream.codec)
    clock = clock.lost
    waiting = Audio()
    waitingTrim = nil
    isHolding = false
    isLost = true
    state = .audio
  }
}

// MARK: - Pages

extension OggReader {
  private mutating func take(_ page: OggPage, _ bytes: Span<UInt8>) throws(ContainerError) {
    if page.isFirst {
      begin(page, bytes)
      return
    }
    if isLost, group.serial != page.serial, !group.others.contains(page.serial) {
      group.serial = page.serial
      clock.forgetStart()
    }
    if group.isOpen, group.stream == nil, info == nil {
      // All streams have begun by now; or this is the middle of a file.
      throw group.others.isEmpty
        ? ContainerError(.malformed, at: page.position)
        : unreadStreams(at: page.position)
    }
    group.isOpen = false
    guard page.serial == group.serial else { return }
    isLost = false
    let packets = assembler.take(page, bytes)
    var place = 0
    // Packets of audio side by side, which are copied together.
    var run = 0..<0
    var hasAudio = false
    for found in packets.places {
      let packet = packets.bytes.span.extracting(place..<place + found.byteCount)
      place += found.byteCount
      if case .headers = state {
        do {
          guard try takeHeader(packet, at: found, on: page) else { continue }
        } catch {
          // Behind audio that is whole there is no reason to throw it away.
          guard info != nil else { throw error }
          state = .end
        }
      }
      guard case .audio = state else { return }
      if found.offset < audioOffset { audioOffset = page.position }
      hasAudio = true
      guard takeAudio(packet, at: found.offset) else { continue }
      let start = place - found.byteCount
      if run.upperBound != start {
        waiting.bytes.append(packets.bytes.span, run)
        run = start..<start
      }
      run = run.lowerBound..<place
    }
    guard hasAudio else { return }
    if waiting.bytes.isEmpty, run.count == packets.bytes.count {
      waiting.bytes = packets.bytes
    } else {
      waiting.bytes.append(packets.bytes.span, run)
    }
    clock.endPage(
      granule: page.granule, isLast: page.isLast, maySkipAtStart: lengths?.maySkipAtStart ?? false)
    noteTrim(isLastPage: page.isLast)
    isHolding =
      !page.isLast && clock.leavesFramesOut && stream?.statedFrameCount == nil
      && waiting.bytes.count <= OggPage.mostBytes
  }

  /// Notes which frames are the recording, as far as the pages tell: its end is known with the last
  /// one.
  private mutating func noteTrim(isLastPage: Bool) {
    guard let stream, stream.statedFrameCount == nil else { return }
    if isLastPage {
      waitingTrim = clock.trim()
    } else if givenTrim != nil, let trim = info?.trim {
      // Another stream goes on behind the end.
      waitingTrim = trim
    }
  }

  /// Takes the first page of a stream.
  private mutating func begin(_ page: OggPage, _ bytes: Span<UInt8>) {
    isHolding = false
    if !group.isOpen {
      group = Group()
      assembler = Self.headerAssembler
      state = .headers
      isLost = false
    }
    guard group.stream == nil else {
      if page.serial != group.serial { group.others.insert(page.serial) }
      return
    }
    var first = Self.headerAssembler
    let packets = first.take(page, bytes)
    guard let byteCount = packets.places.first?.byteCount,
      let stream = OggStream(packets.bytes.span.extracting(0..<byteCount))
    else {
      group.others.insert(page.serial)
      if packets.bytes.span.has("Speex   ", at: 0) { group.hasSpeex = true }
      return
    }
    group.serial = page.serial
    group.stream = stream
    assembler = first
    if stream.isComplete { accept(stream, page) }
  }

  /// Takes a packet that may be a header.
  ///
  /// - Returns: Whether it is audio already.
  private mutating func takeHeader(
    _ packet: Span<UInt8>, at place: OggPacketAssembler.Place, on page: OggPage
  ) throws(ContainerError) -> Bool {
    guard var stream = group.stream else { return false }
    let isHeader = try stream.take(packet, at: place, upTo: page)
    group.stream = stream
    if stream.isComplete { accept(stream, page) }
    return !isHeader
  }

  /// Begins with the audio of a stream, if it is the first or goes on with the one before.
  private mutating func accept(_ next: OggStream, _ page: OggPage) {
    if info != nil, let stream, !next.continues(stream) {
      state = .end
      return
    }
    if info == nil {
      waiting = Audio()
      clock = OggClock(preSkip: next.preSkip)
      lengths = OggPacketLengths(next.codec)
      stream = next
      audioOffset = page.position(of: page.body.upperBound)
    } else {
      clock.beginLink()
    }
    assembler.limit = next.packetSizeUpperBound
    assembler.keepsLongPackets = false
    state = .audio
  }

  /// Takes a packet of audio, but for its bytes.
  ///
  /// - Returns: Whether it is one.
  private mutating func takeAudio(_ packet: Span<UInt8>, at offset: UInt64) -> Bool {
    guard let frames = lengths?.next(packet) else { return false }
    clock.add(frames)
    waiting.packets.append(
      Packet(offset: offset, byteCount: UInt32(packet.count), frameCount: UInt32(frames)))
    return true
  }
}

extension FourCC {
  /// No name of Apple's headers, but the one that its systems give such files.
  static let ogg = FourCC("O", "g", "g", "f")
}
