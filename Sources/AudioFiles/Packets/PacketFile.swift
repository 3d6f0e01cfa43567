package import AudioContainers
package import AudioModel
package import AudioTransport

/// The packets of a source with random access, addressed by number.
///
/// Reads no further than necessary. The initializer reads the header, and calls read the packets
/// that they need. Only some results need the whole source, such as the number of packets of
/// variable size. A ``PacketScanner`` keeps the results.
///
/// A source may end before its stated size, such as a pending download or a callback with few
/// bytes. That end is temporary, and a later call checks for more bytes.
///
/// Use from one thread at a time.
package final class PacketFile {
  /// The properties set so far for a file that is being written.
  package internal(set) var recorded: ContainerContent?

  /// The packets found so far.
  let scanner: PacketScanner
  let counter: PacketCounter
  /// Whether the first packets have been examined for formats that the header does not mention.
  private var hasLookedForLayers = false
  /// Frames by which the last packet is shorter than a table states, after decoding it.
  private var knownShortfall: UInt64?

  /// Reads the header.
  ///
  /// - Parameters:
  ///   - source: The bytes.
  ///   - reader: A new reader.
  /// - Throws: ``PacketError`` if the reader finds no header that it supports.
  package init(_ source: any ByteSource, reader: any ContainerReader) throws(PacketError) {
    scanner = try PacketScanner(source, reader: reader)
    counter = PacketCounter(scanner)
  }

  /// Starts with a file that is being written, which needs no scanning.
  init(recording source: any ByteSource, _ info: ContainerInfo) {
    scanner = PacketScanner(recording: source, info)
    counter = PacketCounter(scanner)
  }

  /// The header information, including the tags after the audio once they have been read.
  package var info: ContainerInfo { scanner.info }
  /// The format in ``info``, which is large.
  package var format: StreamFormat { scanner.info.format }
  /// A number that changes with ``info``.
  package var infoRevision: Int { scanner.infoRevision }

  /// The number of packets known so far.
  ///
  /// More may follow.
  package var knownPacketCount: UInt64 { scanner.table.packetCount }

  /// Scans until the packet with this index is known.
  ///
  /// - Returns: Whether the file has such a packet.
  /// - Throws: ``PacketError`` if the answer cannot be determined.
  package func scan(to index: UInt64) throws(PacketError) -> Bool { try scanner.scan(to: index) }

  /// Scans to the end of the source.
  ///
  /// Finds all packets before invalid data.
  ///
  /// - Throws: ``PacketError`` of the source.
  package func scanAll() throws(PacketError) {
    try scanner.scan { _ in false }
  }

  /// Frames by which the last packet is shorter than the file's table states.
  ///
  /// - Returns: 0 for codecs that fill their last packet, and for packets that state their own
  ///   length.
  func lastPacketShortfall() throws(PacketError) -> UInt64 {
    guard LastPacket.mayBeShort(in: scanner) else { return 0 }
    if let knownShortfall { return knownShortfall }
    guard let shortfall = try LastPacket.shortfall(of: self) else { return 0 }
    knownShortfall = shortfall
    return shortfall
  }

  /// Examines the first packets once for formats that the header does not mention.
  ///
  /// The result is in ``ContainerInfo/layeredFormats``. If the packets cannot be read, a later call
  /// tries again; reading the packets reports the error.
  package func lookForLayers() {
    guard !hasLookedForLayers else { return }
    var info = info
    guard HiddenLayers.mayExist(in: info) else {
      hasLookedForLayers = true
      return
    }
    guard let packets = try? HiddenLayers.firstPackets(of: self) else { return }
    hasLookedForLayers = true
    if HiddenLayers.find(in: packets, &info) { scanner.info = info }
  }
}
