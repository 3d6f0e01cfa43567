package import AudioProcessing

/// Packets that someone else owns, asked for as they are needed.
///
/// The packets that the last ``pull(_:)`` gave stay readable until the next one.
package protocol PacketInput: SampleInput {
  /// Asks for packets.
  ///
  /// - Parameter minimum: The least number of packets that helps.
  /// - Returns: The packets that came; 0 at the end of the stream.
  /// - Throws: ``PullStop`` where there are none now.
  func pull(_ minimum: Int) throws(PullStop) -> Int

  /// Where a packet of the last pull is in buffer 0, and the frames that it says it has, if any.
  ///
  /// Asked for only where packets differ in size.
  func packet(_ index: Int) -> (bytes: Range<Int>, frameCount: Int)

  /// Is told that a packet of the last pull could not be decoded, and that there is silence in its place.
  func packetWasRefused(_ index: Int)
}

extension PacketInput {
  package func packetWasRefused(_ index: Int) {}
}

/// Why there are no packets: a status that is none of our business, but for whoever asked us.
package struct PullStop: Error, Equatable, Sendable {
  package var status: Int32

  package init(status: Int32) {
    self.status = status
  }
}
