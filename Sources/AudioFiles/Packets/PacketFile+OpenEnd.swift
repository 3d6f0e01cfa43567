internal import AudioContainers
internal import AudioModel

/// Packets and lengths of a file that arrives from a server.
extension PacketFile {
  /// The packets that have arrived.
  var arrival: PacketArrival { PacketArrival(scanner: scanner) }

  /// Ends the file with the bytes that arrived before its source failed.
  func endEarly() { scanner.endEarly() }

  /// The length of the recording, as far as the header and the first packets state it.
  ///
  /// - Returns: `nil` for a stream whose size is unknown.
  /// - Throws: ``PacketError`` of the source.
  package func earlyLength() throws(PacketError) -> EarlyLength? { try EarlyLength.find(in: self) }

  /// The packets of a file that has fewer than its header states.
  package struct Shortfall: Equatable, Sendable {
    package var packetCount: UInt64
    package var statedPacketCount: UInt64
  }

  /// The missing packets, once all packets have been found.
  package var shortfall: Shortfall? { arrival.shortfall }
}
