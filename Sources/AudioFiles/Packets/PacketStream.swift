package import AudioContainers
internal import AudioModel

/// Parses packets from bytes that are pushed as they arrive.
///
/// Pass bytes to ``append(_:)`` in pieces of any length, and take events from ``next()`` until it
/// returns `nil`. Call ``finish()`` at the end. The events do not depend on the division into
/// pieces, except for the grouping of packets. Keeps the bytes of one piece and the unused rest of
/// earlier pieces, which is smaller than the reader's request.
package struct PacketStream: Sendable {
  package enum Event: Equatable, Sendable {
    /// All information before the audio data. Comes once, before any packet.
    case info(ContainerInfo)
    case packets(PacketBatch)
    /// Tags after the audio, if their text is new.
    case tags(Tags)
    /// The recorded frames in ``info`` have changed. Comes before the affected packets.
    case trim
    /// Another stream follows, as in a chained Ogg file. ``info`` now describes its packets.
    ///
    /// Reset the decoder. Use a new decoder unless the packets are alike and have the same format.
    case link(isAlike: Bool)
  }

  /// The header information so far.
  package private(set) var info: ContainerInfo?
  /// The header information, while it waits for the first packets.
  private var unreportedInfo: ContainerInfo?
  /// The range of the constant packets.
  ///
  /// The end is `nil` if it is not stated.
  package private(set) var constantData: (start: UInt64, end: UInt64?)?
  /// Totals over the packets returned so far.
  package internal(set) var totals = StreamTotals()

  var reader: any ContainerReader
  /// The bytes of the file that are in memory.
  var held = HeldBytes()
  /// Bytes that must be in memory from the position of the next event.
  private var needed = 1
  private var state = State.open
  var nextConstant: UInt64 = 0
  var coveredEnd: UInt64?
  /// The position of the last packet returned after the end was marked.
  ///
  /// If more bytes follow, this packet and earlier ones are not repeated.
  var given: (start: UInt64, end: UInt64)?
  var found: [Packet] = []
  /// The file's own table, if it has one.
  var fileTable: FileTable?

  /// The state to restore after a false end.
  private struct Resumption {
    var reader: any ContainerReader
    var needed: Int
    var constantData: (start: UInt64, end: UInt64?)?
    var fileTable: FileTable?
  }

  private enum State {
    case open
    /// All bytes have arrived. Keeps the state before the reader learned of the end.
    case finishing(before: Resumption)
    case finished(before: Resumption)
  }

  /// Creates a stream with a new reader.
  package init(reader: any ContainerReader) {
    self.reader = reader
  }

  /// Bytes kept until more bytes follow.
  var heldByteCount: Int { held.bytes.count }

  /// Bytes from the start of the file to the expected start of the next piece.
  package var offset: UInt64 { held.end }

  /// Estimates for positions that the stream has not reached.
  package var estimates: PacketEstimates {
    PacketEstimates(info: info, totals: totals, fileTable: fileTable)
  }

  /// Appends the next bytes of the file.
  package mutating func append(_ bytes: Span<UInt8>) {
    // The end was false. The stream kept all bytes since, so a split packet is complete.
    if case .finished(let before) = state { resume(before) }
    held.append(bytes, neededFrom: position)
  }

  /// Marks the end of the bytes, which releases packets that wait for more bytes.
  ///
  /// If more bytes follow anyway, the stream continues as if the end had not been marked. It does
  /// not repeat packets that it has already returned.
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

  /// Continues with the bytes at `place`, which need not be the start of a packet.
  ///
  /// - Parameter place: Bytes from the start of the file, or `nil` if some bytes were lost. In that
  ///   case, constant packets continue with a whole packet.
  package mutating func continueElsewhere(at place: UInt64?) {
    let isInData = isInConstantData
    let start = place ?? (isInData ? nextConstant : offset)
    held.move(to: start)
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

  /// Returns the next event, or `nil` if it needs more bytes.
  ///
  /// - Throws: ``PacketError``. The stream is unusable afterwards, unless the error concerns the
  ///   end and more bytes follow.
  package mutating func next() throws(PacketError) -> Event? {
    do throws(PacketError) {
      return try nextEvent()
    } catch {
      if case .finishing(let before) = state { resume(before) }
      throw error
    }
  }

  private mutating func nextEvent() throws(PacketError) -> Event? {
    while true {
      if let info = unreportedInfo { return tell(info) }
      if let batch = takeConstant() { return .packets(batch) }
      if let batch = try takeFromTable() { return .packets(batch) }
      guard let step = try nextStep() else { return nil }
      if let event = event(of: step) { return event }
    }
  }

  /// Returns the header information, once the first packets have been examined.
  private mutating func tell(_ info: ContainerInfo) -> Event? {
    var info = info
    var isAtEnd = false
    if case .open = state {} else { isAtEnd = true }
    var ahead = self
    ahead.unreportedInfo = nil
    guard HiddenLayers.find(in: ahead, &info, isAtEnd: isAtEnd) else { return nil }
    unreportedInfo = nil
    self.info = info
    return .info(info)
  }

  /// Takes a reader's step, and returns the event that it causes, if any.
  private mutating func event(of step: ReaderStep) -> Event? {
    switch step {
    case .info(let info): return takeHeader(info)
    case .constantPackets(let offset, let byteCount):
      guard constantData == nil else { return nil }
      let end = byteCount.map { offset.addingReportingOverflow($0) }
      constantData = (offset, end.map { $0.overflow ? .max : $0.partialValue })
      nextConstant = max(offset, given?.end ?? 0)
    case .table(let table):
      fileTable = FileTable(table, behind: fileTable)
      if let given { fileTable?.move(toPacketAt: given.start &+ 1) }
    case .packets: return takeFound().map { .packets($0) }
    case .gathered(let bytes): return takeGathered(bytes).map { .packets($0) }
    case .tags(let tags):
      let before = info?.tags.values
      info?.tags.fill(from: tags)
      if info?.tags.values != before { return .tags(tags) }
    case .completed(let info): return takeCompleted(info)
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
    return nil
  }

  private mutating func takeHeader(_ info: ContainerInfo) -> Event? {
    // The event may already have been returned at a false end.
    let isFirst = self.info == nil
    self.info = info
    guard isFirst else { return nil }
    coveredEnd = info.dataOffset
    guard HiddenLayers.mayExist(in: info) else { return .info(info) }
    unreportedInfo = info
    return nil
  }

  private mutating func takeCompleted(_ info: ContainerInfo) -> Event? {
    let before = self.info?.tags.values
    let layers = self.info?.layeredFormats ?? []
    self.info = info
    if info.layeredFormats.isEmpty { self.info?.layeredFormats = layers }
    return info.tags.values == before ? nil : .tags(info.tags)
  }
}

// MARK: - Steps

extension PacketStream {
  /// The position of the next event's bytes.
  private var position: UInt64 {
    isInConstantData ? nextConstant : fileTable?.next?.offset ?? reader.position
  }

  var isInConstantData: Bool {
    constantData.map { nextConstant < $0.end ?? .max } ?? false
  }

  var heldFromPosition: Int { held.count(from: position) }

  /// Calls the reader if the bytes that it needs, or all bytes, are available.
  private mutating func nextStep() throws(PacketError) -> ReaderStep? {
    if isInConstantData || fileTable?.next != nil {
      if case .finishing(let before) = state { state = .finished(before: before) }
      return nil
    }
    // The stream no longer has packets that a table placed in earlier bytes. The reader may still
    // report other data about them.
    let hasGoneBy = reader.position < held.start
    guard !hasGoneBy || fileTable != nil else { throw .notOptimized }
    let count = heldFromPosition
    guard count >= needed || isFinishing else { return nil }
    if case .finished = state { return nil }
    let before = reader.position
    found.removeAll(keepingCapacity: true)
    let step: ReaderStep
    do {
      // A second reference to the bytes, because the reader changes while it reads.
      let bytes = held.bytes
      let window = bytes.span.extracting(bytes.count - count..<bytes.count)
      step = try reader.next(window, isEnd: isFinishing, into: &found)
    } catch {
      throw .container(error)
    }
    if hasGoneBy, case .needs = step { throw .notOptimized }
    return settle(step, hasMoved: reader.position != before, having: count)
  }

  /// Records the needs of a reader, and the end of its packets.
  ///
  /// - Returns: The step, or `nil` if the reader returns no more until more bytes follow.
  private mutating func settle(
    _ step: ReaderStep, hasMoved: Bool, having count: Int
  ) -> ReaderStep? {
    switch step {
    case .needs(let needs):
      if !hasMoved, case .finishing(let resumption) = state {
        state = .finished(before: resumption)
        return nil
      }
      // A reader that requests no more than it had would loop forever.
      return .needs(hasMoved ? needs : max(needs, count + 1))
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
