internal import AudioContainers
internal import AudioModel
internal import AudioTransport

/// Finds the packets of a source with its reader, and keeps the results in a ``PacketIndex``.
///
/// Reads no further than requested. A source's end before its stated size is temporary, so a later
/// call checks for more bytes.
final class PacketScanner {
  /// The header information, including the tags after the audio once they have been read.
  var info: ContainerInfo {
    didSet { infoRevision &+= 1 }
  }
  /// A number that changes with ``info``.
  private(set) var infoRevision = 0

  let bytes: WindowedSource
  private(set) var pull: ReaderPull
  var table = PacketIndex()
  /// The range of the constant packets within the file.
  var constantData: Range<UInt64>?
  /// The known links of a chain, in order.
  ///
  /// Empty for a single stream.
  private(set) var links: [PacketLink] = [] {
    didSet { knownSpans = nil }
  }
  /// The first link whose packets need a different decoder.
  private(set) var firstOtherLink: PacketLink?
  /// The contributions of the links, until more links or packets are known.
  var knownSpans: (packetCount: UInt64, spans: [LinkSpan])?
  /// Why scanning stopped before the end.
  private(set) var failure: PacketError?
  /// Whether the file has a table of its packets.
  private(set) var hasTable = false
  /// The file's own table, if it appears to list all packets.
  private(set) var wholeTable: (any PacketTable)?
  /// The packets that were gathered last.
  private(set) var gathered: GatheredPackets.Batch?
  /// Packets that are gathered again.
  var regathered: GatheredPackets?

  /// The reader before the first packet.
  private let firstReader: any ContainerReader
  /// The packets and links before a source's early end.
  private var beforeEnd: (table: PacketIndex, links: [PacketLink])?
  private var found: [Packet] = []
  /// The file's own table, while it has packets that are not yet in ``table``.
  private var fileTable: FileTable?

  /// Reads the header.
  ///
  /// - Throws: ``PacketError`` if the reader finds no header that it supports.
  init(_ source: any ByteSource, reader: any ContainerReader) throws(PacketError) {
    bytes = WindowedSource(source)
    pull = ReaderPull(source, reader: reader)
    guard case .info(let info) = try Self.firstStep(of: &pull, source, into: &found) else {
      throw .container(ContainerError(.unrecognised, at: pull.window.end))
    }
    self.info = info
    firstReader = pull.reader
  }

  /// Starts with a file that is being written, which needs no scanning.
  init(recording source: any ByteSource, _ info: ContainerInfo) {
    bytes = WindowedSource(source)
    pull = ReaderPull(source, reader: FinishedReader())
    self.info = info
    firstReader = FinishedReader()
  }

  /// Reads the header, with a library if the content needs it.
  private static func firstStep(
    of pull: inout ReaderPull, _ source: any ByteSource, into found: inout [Packet]
  ) throws(PacketError) -> ReaderStep? {
    #if LibAV
      let failure: ContainerError
      do {
        return try pull.next(into: &found)
      } catch {
        guard case .container(let reason) = error else { throw error }
        failure = reason
      }
      guard case .needsLibrary(let format) = failure.reason else { throw .container(failure) }
      let track = (pull.reader as? DetectingReader)?.track
      pull.restart(with: try LibraryReader(source, format, at: failure.offset, track: track))
    #endif
    return try pull.next(into: &found)
  }

  /// The size of the source in bytes, if it is known.
  var sourceByteCount: UInt64? { bytes.source.byteCount }

  /// Scans until the packet with this index is known.
  ///
  /// - Returns: Whether the file has such a packet.
  /// - Throws: ``PacketError`` if the answer cannot be determined.
  func scan(to index: UInt64) throws(PacketError) -> Bool {
    guard table.packetCount <= index else { return true }
    try scan { $0.table.packetCount > index }
    if table.packetCount > index { return true }
    if let failure, constantData == nil { throw failure }
    return false
  }

  /// Scans until a condition is met, or the source ends.
  func scan(until isEnough: (PacketScanner) -> Bool) throws(PacketError) {
    if pull.isProvisional, try pull.resume() {
      (table, links) = beforeEnd ?? (table, links)
      firstOtherLink = links.first { !$0.isAlike }
      wholeTable = nil
      beforeEnd = nil
      gathered = nil
      regathered = nil
      failure = nil
    }
    while failure == nil, !isEnough(self) {
      if fileTable != nil {
        absorbTable()
      } else if let step = try nextStep() {
        absorb(step)
      } else {
        return
      }
    }
  }

  /// Ends the file with the bytes in memory, after the source has failed.
  func endEarly() {
    pull.endEarly()
    // Ignore a further error, because the first failure is the reason.
    try? scan { _ in false }
  }

  /// Reads the data after the file's own table, as long as the file has only one table.
  func scanAfterTable() throws(PacketError) {
    while wholeTable != nil, failure == nil, let step = try nextStep() {
      if step.hasPackets {
        while fileTable != nil { absorbTable() }
      }
      absorb(step)
    }
  }

  private func nextStep() throws(PacketError) -> ReaderStep? {
    found.removeAll(keepingCapacity: true)
    let step: ReaderStep?
    do {
      step = try pull.next(into: &found)
    } catch {
      if case .container = error {
        failure = error
        return nil
      }
      throw error
    }
    if pull.isProvisional, beforeEnd == nil { beforeEnd = (table, links) }
    return step
  }

  private func absorb(_ step: ReaderStep) {
    if step.hasPackets { wholeTable = nil }
    switch step {
    case .info(let info): self.info = info
    case .completed(let info):
      if links.isEmpty { self.info = info } else { links[links.count - 1].info = info }
    case .link(let link): absorb(link)
    case .packets: table.append(found)
    case .gathered(let bytes):
      gathered = GatheredPackets.Batch(
        firstPacket: table.packetCount, firstFrame: table.frameCount, packets: found, bytes: bytes)
      table.append(found, gatheredBy: firstReader, after: pull.reader)
    case .tags(let tags): info.tags.fill(from: tags)
    case .constantPackets(let offset, let byteCount): absorbConstant(at: offset, byteCount)
    case .table(let new):
      if table.packetCount == 0 { wholeTable = new }
      fileTable = FileTable(new)
      hasTable = true
    case .trim, .needs, .end: break
    }
  }

  private func absorb(_ link: ContainerLink) {
    guard LinkConversion.canConvert(link.info.format, to: info.format) else {
      failure = .container(ContainerError(.unsupportedFormat, at: table.endOffset))
      return
    }
    if links.isEmpty {
      links.append(
        PacketLink(info: info, isAlike: true, firstPacket: 0, firstFrame: 0, offset: 0))
    }
    let new = PacketLink(
      info: link.info, isAlike: link.isAlike, firstPacket: table.packetCount,
      firstFrame: table.frameCount, offset: table.endOffset)
    links.append(new)
    if !link.isAlike, firstOtherLink == nil { firstOtherLink = new }
  }

  /// Takes some packets from the file's own table, as far as the file contains their bytes.
  private func absorbTable() {
    found.removeAll(keepingCapacity: true)
    fileTable?.take(upTo: sourceByteCount ?? .max, into: &found)
    if found.isEmpty {
      fileTable = nil
    } else {
      table.append(found)
    }
  }

  private func absorbConstant(at offset: UInt64, _ byteCount: UInt64?) {
    let format = info.format
    guard constantData == nil, let bytes = UInt32(exactly: format.bytesPerPacket), bytes > 0,
      let frames = UInt32(exactly: format.framesPerPacket)
    else { return }
    let (stated, overflow) = offset.addingReportingOverflow(byteCount ?? .max)
    let end = max(offset, min(overflow ? .max : stated, sourceByteCount ?? .max))
    constantData = offset..<end
    table.append(
      run: (end &- offset) / UInt64(bytes), of: bytes, frames: frames, at: offset)
  }
}

extension ReaderStep {
  /// Whether the step adds packets.
  fileprivate var hasPackets: Bool {
    switch self {
    case .packets, .gathered, .constantPackets, .table: true
    case .info, .completed, .tags, .trim, .link, .needs, .end: false
    }
  }
}
