/// Where a movie stands that is kept true while packets come.
struct MP4MoviePlace: Sendable {
  /// Bytes from the start of the file to the box.
  var offset: UInt64
  /// Bytes of the box.
  var byteCount: Int
  /// Where in the file the counts of its table stand; sizes follow them.
  var countsOffset: UInt64
  /// Packets for whose sizes there is room.
  var capacity: Int

  var end: UInt64 { offset &+ UInt64(byteCount) }

  /// Where the size of a packet stands.
  func sizeOffset(ofPacket index: Int) -> UInt64 {
    countsOffset &+ UInt64(MP4SampleTableWriter.countsByteCount + 4 * index)
  }
}
