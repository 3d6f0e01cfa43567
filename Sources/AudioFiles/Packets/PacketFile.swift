package import AudioContainers
internal import AudioModel
package import AudioTransport

/// The packets of a source that can be read at any offset, by number.
///
/// Reads no further than it must: the header when it is made, packets as they are asked for, and all of
/// the source only for what cannot be known without (the number of packets that are not constant, say).
/// What has been found is kept in a ``PacketIndex``.
///
/// A source that ends before the size it states (a download under way, a callback with few bytes for now)
/// ends there for now; a later call looks whether more has come.
///
/// Used by one thread at a time.
package final class PacketFile {
  /// What the header says, with the tags behind the audio once those have been read.
  package internal(set) var info: ContainerInfo {
    didSet { infoRevision &+= 1 }
  }
  /// Changes with ``info``.
  package private(set) var infoRevision = 0

  /// What has been set so far of a file that is being written.
  package internal(set) var recorded: ContainerContent?

  var source: any ByteSource
  private(set) var pull: ReaderPull
  var table = PacketIndex()
  /// The bytes of constant packets, as far as the file goes.
  var constantData: Range<UInt64>?
  /// The streams that follow each other, as far as they are known; empty where there is a single one.
  private(set) var links: [PacketLink] = [] {
    didSet { knownSpans = nil }
  }
  /// The first link whose packets need another decoder than those before.
  private(set) var firstOtherLink: PacketLink?
  /// What the links contribute, until more is known of them or their packets.
  var knownSpans: (packetCount: UInt64, spans: [LinkSpan])?
  /// Why no packet behind those in the table can be told, where that is not the end.
  private(set) var failure: PacketError?
  /// Whether the packets have been counted to the end.
  var hasCounted = false
  /// Whether the first packets have been looked at for what the header does not tell.
  var hasLookedForLayers = false
  /// Frames by which the last packet is shorter than a table says, once it has been decoded.
  var lastPacketShortfall: UInt64?
  /// Bytes of a file up to which its packets are counted for an answer that may be an estimate.
  package var walkLimit: UInt64 = 64 << 20
  /// Whether the file has a table of its packets.
  private(set) var hasTable = false
  /// Bytes around the packets read last.
  var readWindow: SourceWindow?

  /// The reader in front of the first packet.
  private let firstReader: any ContainerReader
  /// The packets that were gathered last.
  private(set) var gathered: GatheredPackets.Batch?
  /// Packets that are gathered once more.
  var regathered: GatheredPackets?

  /// The packets and links before a source's early end.
  private var beforeEnd: (table: PacketIndex, links: [PacketLink])?
  private var found: [Packet] = []
  /// The file's own table, while it has packets that are not yet in ``table``.
  private var fileTable: FileTable?
  /// The file's own table, where all packets are in it for all that is known.
  private(set) var wholeTable: (any PacketTable)?
  /// What the last bytes of the file tell, once they have been looked at.
  var ending = FileEnding.Look.notYet

  /// Reads the header.
  ///
  /// - Parameters:
  ///   - source: The bytes.
  ///   - reader: A fresh reader.
  /// - Throws: ``PacketError``, where there is no header that the reader knows.
  package init(_ source: any ByteSource, reader: any ContainerReader) throws(PacketError) {
    self.source = source
    pull = ReaderPull(source, reader: reader)
    guard case .info(let info) = try Self.firstStep(of: &pull, source, into: &found) else {
      throw .container(ContainerError(.unrecognised, at: pull.window.end))
    }
    self.info = info
    firstReader = pull.reader
  }

  /// Starts with a file that is being written, of which nothing has to be looked for.
  init(recording source: any ByteSource, _ info: ContainerInfo) {
    self.source = source
    pull = ReaderPull(source, reader: FinishedReader())
    self.info = info
    firstReader = FinishedReader()
  }

  /// Reads the header, by a library where the content says so.
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

  /// Packets known so far, of which there may be more.
  package var knownPacketCount: UInt64 { table.packetCount }

  /// Looks for packets until the one with this index is known.
  ///
  /// - Returns: Whether there is such a packet.
  /// - Throws: ``PacketError`` where it cannot be told.
  package func scan(to index: UInt64) throws(PacketError) -> Bool {
    guard table.packetCount <= index else { return true }
    try scan { $0.packetCount > index }
    if table.packetCount > index { return true }
    if let failure, constantData == nil { throw failure }
    return false
  }

  /// Looks for packets to the end of the source.
  ///
  /// Packets that can be told are found even where what follows them cannot.
  ///
  /// - Throws: ``PacketError`` of the source.
  package func scanAll() throws(PacketError) {
    try scan { _ in false }
  }

  func scan(until isEnough: (PacketIndex) -> Bool) throws(PacketError) {
    if pull.isProvisional, try pull.resume() {
      (table, links) = beforeEnd ?? (table, links)
      firstOtherLink = links.first { !$0.isAlike }
      wholeTable = nil
      beforeEnd = nil
      gathered = nil
      regathered = nil
      failure = nil
    }
    while failure == nil, !isEnough(table) {
      if fileTable != nil {
        absorbTable()
      } else if let step = try nextStep() {
        absorb(step)
      } else {
        return
      }
    }
  }

  /// Reads what stands behind the file's own table, as long as that is the only one.
  func scanBehindTable() throws(PacketError) {
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

  /// Takes some packets from the file's own table, as far as the file has their bytes.
  private func absorbTable() {
    found.removeAll(keepingCapacity: true)
    fileTable?.take(upTo: source.byteCount ?? .max, into: &found)
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
    let end = max(offset, min(overflow ? .max : stated, source.byteCount ?? .max))
    constantData = offset..<end
    table.append(
      run: (end &- offset) / UInt64(bytes), of: bytes, frames: frames, at: offset)
  }
}

extension ReaderStep {
  /// Whether it tells of packets.
  fileprivate var hasPackets: Bool {
    switch self {
    case .packets, .gathered, .constantPackets, .table: true
    case .info, .completed, .tags, .trim, .link, .needs, .end: false
    }
  }
}
