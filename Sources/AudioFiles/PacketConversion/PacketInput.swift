package import AudioProcessing

/// A source of packets in the owner's memory, requested as needed.
///
/// The packets of the last ``pull(_:)`` stay readable until the next one.
package protocol PacketInput: SampleInput {
  /// Requests packets.
  ///
  /// - Parameter minimum: The minimum useful number of packets.
  /// - Returns: The number of packets, or 0 at the end of the stream.
  /// - Throws: ``PullStop`` if no packets are available now.
  func pull(_ minimum: Int) throws(PullStop) -> Int

  /// Returns the position of a packet of the last pull in buffer 0, and its stated frames, if any.
  ///
  /// Called only for packets of variable size.
  func packet(_ index: Int) -> (bytes: Range<Int>, frameCount: Int)

  /// Called when a packet of the last pull cannot be decoded, and silence replaces it.
  func packetWasRefused(_ index: Int)
}

extension PacketInput {
  package func packetWasRefused(_ index: Int) {}
}

/// Why no packets are available: an opaque status that is passed on to the caller.
package struct PullStop: Error, Equatable, Sendable {
  package var status: Int32

  package init(status: Int32) {
    self.status = status
  }
}
