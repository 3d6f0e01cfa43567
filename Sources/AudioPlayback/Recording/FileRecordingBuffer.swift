internal import AudioProcessing
internal import Synchronization

/// Memory for captured frames on their way to a file.
///
/// The recorder and the writing thread hand it back and forth.
final class FileRecordingBuffer: RecordingBuffer, SampleInput {
  let byteCapacity: Int
  let packetCapacity: Int? = nil
  private let memory: Mutex<[UInt8]>

  init(byteCount: Int) {
    byteCapacity = byteCount
    memory = Mutex([UInt8](repeating: 0, count: byteCount))
  }

  func write(
    _ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (inout MutableSpan<UInt8>) -> Void
  ) {
    memory.withLock { memory in
      var all = memory.mutableSpan
      var room = all._mutatingExtracting(bytes)
      body(&room)
    }
  }

  func read(_ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void) {
    memory.withLock { body($0.span.extracting(bytes)) }
  }
}
