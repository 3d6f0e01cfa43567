/// The location of a movie box that stays valid while packets are added.
struct MP4MoviePlace: Sendable {
  /// Bytes from the start of the file to the box.
  var offset: UInt64
  /// Bytes of the box.
  var byteCount: Int
  /// Position in the file of the table's counts.
  ///
  /// The sizes follow them.
  var countsOffset: UInt64
  /// Number of packets that the size table can hold.
  var capacity: Int

  var end: UInt64 { offset &+ UInt64(byteCount) }

  /// Position of a packet's size.
  func sizeOffset(ofPacket index: Int) -> UInt64 {
    countsOffset &+ UInt64(MP4SampleTableWriter.countsByteCount + 4 * index)
  }
}
