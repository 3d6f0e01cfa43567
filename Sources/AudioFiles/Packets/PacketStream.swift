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
  private var untoldInfo: ContainerInfo?
  /// The range of the constant packets.
  ///
  /// The end is `nil` if it is not stated.
  package private(set) var constantData: (start: UInt64, end: UInt64?)?
  /// Packets returned so far.
  package internal(set) var packetCount: UInt64 = 0
  /// Frames in the packets returned so far.
  package internal(set) var frameCount: UInt64 = 0
  /// Bytes of the packets returned so far.
  package internal(set) var packetByteCount: UInt64 = 0
  /// Bytes in the file that the packets so far occupy, including their headers.
  package internal(set) var coveredByteCount: UInt64 = 0

  var reader: any ContainerReader
  /// The bytes of the file from `start` on.
  var held: [UInt8] = []
  var start: UInt64 = 0
  /// Bytes that must be in memory from the position of the next event.
  private var needed = 1
  private var state = State.open
  var nextConstant: UInt64 = 0
  var coveredEnd: UInt64?
  /// The position of the last packet returned at a false end.
  ///
  /// It and earlier packets are not repeated.
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
  var heldByteCount: Int { held.count }

  /// Bytes from the start of the file to the expected start of the next piece.
  package var offset: UInt64 { start &+ UInt64(held.count) }

  /// Appends the next bytes of the file.
  package mutating func append(_ bytes: Span<UInt8>) {
    // The end was false. The stream kept all bytes since, so a split packet is complete.
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

  /// Returns the next event, or `nil` if it needs more bytes.
  ///
  /// - Returns: The event.
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
        // The event may already have been returned at a false end.
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
  /// The position of the next event's bytes.
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

  /// Calls the reader if the bytes that it needs, or all bytes, are available.
  private mutating func nextStep() throws(PacketError) -> ReaderStep? {
    if isInConstantData || fileTable?.next != nil {
      if case .finishing(let before) = state { state = .finished(before: before) }
      return nil
    }
    // The stream no longer has packets that a table placed in earlier bytes. The reader may still
    // report other data about them.
    let hasGoneBy = reader.position < start
    guard !hasGoneBy || fileTable != nil else { throw .notOptimized }
    let count = heldFromPosition
    guard count >= needed || isFinishing else { return nil }
    if case .finished = state { return nil }
    let before = reader.position
    found.removeAll(keepingCapacity: true)
    let step: ReaderStep
    do {
      // A second reference to the bytes, because the reader changes while it reads.
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
      // A reader that requests no more than it had would loop forever.
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
