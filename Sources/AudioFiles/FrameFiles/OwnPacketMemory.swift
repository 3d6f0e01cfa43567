/// Internally owned memory for packets.
package final class OwnPacketMemory: PacketMemory {
  private var bytes: [UInt8]

  package init(byteCount: Int) {
    bytes = [UInt8](repeating: 0, count: byteCount)
  }

  package var byteCount: Int { bytes.count }
  package var isLent: Bool { false }

  package func write(
    _ range: Range<Int>, ofBuffer buffer: Int, _ body: (inout MutableSpan<UInt8>) -> Void
  ) {
    // Taken out to avoid a copy.
    var memory = bytes
    bytes = []
    defer { bytes = memory }
    var all = memory.mutableSpan
    var room = all._mutatingExtracting(range)
    body(&room)
  }

  package func read(_ range: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void) {
    let all = bytes
    body(all.span.extracting(range))
  }
}
