package import AudioContainers
internal import AudioModel

/// The packets of bytes that are pushed as they arrive.
///
/// Give bytes to ``append(_:)`` in pieces cut anywhere and take events from ``next()`` until it gives `nil`;
/// tell the end by ``finish()``. The events, but for how packets are grouped, do not depend on the cuts.
/// Holds the bytes of a piece and what is left of those before it, which is less than a reader asks for.
package struct PacketStream: Sendable {
  package enum Event: Equatable, Sendable {
    /// All that is known before the audio data. Comes once, before any packet.
    case info(ContainerInfo)
    case packets(PacketBatch)
    /// Tags that stood behind the audio, where their texts are new.
    case tags(Tags)
    /// The recording's frames in ``info`` have changed; comes before the packets that this is
    /// about.
    case trim
    /// Another stream follows, as in a chained Ogg file: ``info`` describes the packets that come now.
    ///
    /// A decoder starts afresh with them; it has to be another one unless they are alike, in the same format.
    case link(isAlike: Bool)
  }

  /// What has been said of the header.
  package private(set) var info: ContainerInfo?
  /// The header, where the first packets have to be seen before it is told.
  private var untoldInfo: ContainerInfo?
  /// The bytes of constant packets: where they begin and, where that is stated, end.
  package private(set) var constantData: (start: UInt64, end: UInt64?)?
  /// Packets given so far.
  package internal(set) var packetCount: UInt64 = 0
  /// Frames in the packets given so far.
  package internal(set) var frameCount: UInt64 = 0
  /// Bytes of the packets given so far.
  package internal(set) var packetByteCount: UInt64 = 0
  /// Bytes that the packets given so far took up in the file, with their headers there.
  package internal(set) var coveredByteCount: UInt64 = 0

  var reader: any ContainerReader
  /// The bytes of the file from `start` on.
  var held: [UInt8] = []
  var start: UInt64 = 0
  /// Bytes that must be held from the place of the next event on.
  private var needed = 1
  private var state = State.open
  var nextConstant: UInt64 = 0
  var coveredEnd: UInt64?
  /// Where the last packet lies that was given at an end which was none: it and those before are not given again.
  var given: (start: UInt64, end: UInt64)?
  var found: [Packet] = []
  /// The file's own table, where it has one.
  var fileTable: FileTable?

  /// What to go back to where an end turns out to be none.
  private struct Resumption {
    var reader: any ContainerReader
    var needed: Int
    var constantData: (start: UInt64, end: UInt64?)?
    var fileTable: FileTable?
  }

  private enum State {
    case open
    /// All bytes have come; all is kept as it was before the reader was told so.
    case finishing(before: Resumption)
    case finished(before: Resumption)
  }

  /// Reads with a fresh reader.
  package init(reader: any ContainerReader) {
    self.reader = reader
  }

  /// Bytes kept for what follows them.
  var heldByteCount: Int { held.count }

  /// Bytes from the start of the file to where the next piece is taken to start.
  package var offset: UInt64 { start &+ UInt64(held.count) }

  /// Takes the next bytes of the file.
  package mutating func append(_ bytes: Span<UInt8>) {
    // The end was none. Nothing was dropped since, so that a packet in two halves comes whole.
    if case .finished(let before) = state { resume(before) }
    dropConsumed()
    let skipped = Int(min(UInt64(bytes.count), position > offset ? position &- offset : 0))
    if skipped > 0 {
      start = offset &+ UInt64(skipped)
      held.removeAll(keepingCapacity: true)
    }
    let filled = held.count
    held.append(zeros: bytes.count - skipped)
    var space = held.mutableSpan
    space.copy(bytes.extracting(skipped...), to: filled)
  }

  /// Takes note that no more bytes come, which lets packets out that waited for what follows them.
  ///
  /// Should more bytes come after all, the stream goes on as if it had not been told, but for the packets
  /// that are out.
  package mutating func finish() {
    if case .open = state {
      state = .finishing(
        before: Resumption(
          reader: reader, needed: needed, constantData: constantData, fileTable: fileTable))
    }
  }

  private mutating func resume(_ before: Resumption) {
    reader = before.reader
    needed = before.needed
    constantData = before.constantData
    fileTable = before.fileTable
    state = .open
  }

  /// Takes the next bytes to be those at `place`, which need not be the start of a packet.
  ///
  /// - Parameter place: Bytes from the start of the file, or `nil` where some bytes are lost. Constant packets
  ///   are then taken to go on with a whole one.
  package mutating func continueElsewhere(at place: UInt64?) {
    let isInData = isInConstantData
    start = place ?? (isInData ? nextConstant : offset)
    held.removeAll(keepingCapacity: true)
    coveredEnd = nil
    given = nil
    state = .open
    needed = 1
    guard let info else { return }
    if fileTable != nil {
      fileTable?.move(toPacketAt: start)
      return
    }
    if let data = constantData, start < data.end ?? .max {
      let size = UInt64(max(info.format.bytesPerPacket, 1))
      let past = start > data.start ? (start &- data.start) % size : 0
      nextConstant = max(data.start, past == 0 ? start : start &+ (size &- past))
    } else {
      reader.resynchronise(at: start)
    }
  }

  /// Gives the next event, or `nil` where more bytes are needed.
  ///
  /// - Returns: The event.
  /// - Throws: ``PacketError``, after which the stream is of no more use; but for one of the end, behind
  ///   which more bytes may come.
  package mutating func next() throws(PacketError) -> Event? {
    do throws(PacketError) {
      return try nextEvent()
    } catch {
      if case .finishing(let before) = state { resume(before) }
      throw error
    }
  }

  private mutating func nextEvent() throws(PacketError) -> Event? {
    if var info = untoldInfo {
      var isAtEnd = false
      if case .open = state {} else { isAtEnd = true }
      var ahead = self
      ahead.untoldInfo = nil
      guard ahead.lookForLayers(&info, isAtEnd: isAtEnd) else { return nil }
      untoldInfo = nil
      self.info = info
      return .info(info)
    }
    while true {
      if let batch = takeConstant() { return .packets(batch) }
      if let batch = try takeFromTable() { return .packets(batch) }
      guard let step = try nextStep() else { return nil }
      switch step {
      case .info(let info):
        // At an end that was none it may have been given before.
        let isFirst = self.info == nil
        self.info = info
        guard isFirst else { continue }
        coveredEnd = info.dataOffset
        guard Self.mayHideLayers(info) else { return .info(info) }
        untoldInfo = info
        return try nextEvent()
      case .constantPackets(let offset, let byteCount):
        guard constantData == nil else { continue }
        let end = byteCount.map { offset.addingReportingOverflow($0) }
        constantData = (offset, end.map { $0.overflow ? .max : $0.partialValue })
        nextConstant = max(offset, given?.end ?? 0)
      case .table(let table):
        fileTable = FileTable(table, behind: fileTable)
        if let given { fileTable?.move(toPacketAt: given.start &+ 1) }
      case .packets: if let batch = takeFound() { return .packets(batch) }
      case .gathered(let bytes): if let batch = takeGathered(bytes) { return .packets(batch) }
      case .tags(let tags):
        let before = info?.tags.values
        info?.tags.fill(from: tags)
        if info?.tags.values != before { return .tags(tags) }
      case .completed(let info):
        let before = self.info?.tags.values
        let layers = self.info?.layeredFormats ?? []
        self.info = info
        if info.layeredFormats.isEmpty { self.info?.layeredFormats = layers }
        if info.tags.values != before { return .tags(info.tags) }
      case .trim(let trim):
        let before = info?.trim
        info?.trim = trim
        if before != trim { return .trim }
      case .link(let link):
        let isAlike = link.isAlike && link.info.format == info?.format
        info = link.info
        return .link(isAlike: isAlike)
      case .needs(let count): needed = max(count, 1)
      case .end: needed = .max
      }
    }
  }
}

// MARK: - Steps

extension PacketStream {
  /// Where the next event's bytes begin.
  private var position: UInt64 {
    isInConstantData ? nextConstant : fileTable?.next?.offset ?? reader.position
  }

  var isInConstantData: Bool {
    constantData.map { nextConstant < $0.end ?? .max } ?? false
  }

  var heldFromPosition: Int {
    position >= start && position < offset ? Int(offset &- position) : 0
  }

  private mutating func dropConsumed() {
    let kept = heldFromPosition
    guard kept < held.count else { return }
    start = offset &- UInt64(kept)
    held.removeFirst(held.count - kept)
  }

  /// Asks the reader, where it has what it needs or all there is.
  private mutating func nextStep() throws(PacketError) -> ReaderStep? {
    if isInConstantData || fileTable?.next != nil {
      if case .finishing(let before) = state { state = .finished(before: before) }
      return nil
    }
    // What a table told has gone by is gone with its packets; the reader may still have something to say of it.
    let hasGoneBy = reader.position < start
    guard !hasGoneBy || fileTable != nil else { throw .notOptimized }
    let count = heldFromPosition
    guard count >= needed || isFinishing else { return nil }
    if case .finished = state { return nil }
    let before = reader.position
    found.removeAll(keepingCapacity: true)
    let step: ReaderStep
    do {
      // A second reference, since the reader changes while it reads.
      let bytes = held
      let window = bytes.span.extracting(bytes.count - count..<bytes.count)
      step = try reader.next(window, isEnd: isFinishing, into: &found)
    } catch {
      throw .container(error)
    }
    switch step {
    case .needs(let needs):
      if hasGoneBy { throw .notOptimized }
      if case .finishing(let resumption) = state, reader.position == before {
        state = .finished(before: resumption)
        return nil
      }
      // A reader that asks for what it had would go round for ever.
      return .needs(reader.position == before ? max(needs, count + 1) : needs)
    case .end:
      if case .finishing(let before) = state { state = .finished(before: before) }
      needed = .max
      return nil
    default:
      needed = 0
      return step
    }
  }

  var isFinishing: Bool {
    if case .finishing = state { true } else { false }
  }
}
