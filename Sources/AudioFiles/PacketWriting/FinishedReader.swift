internal import AudioContainers
internal import AudioModel

/// The reader of a file that is completely known.
struct FinishedReader: ContainerReader {
  var position: UInt64 { 0 }

  mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    .end
  }

  mutating func resynchronise(at offset: UInt64) {}
}
