internal import AudioFiles
internal import AudioProcessing

/// Memory for packets that a client lends until it sets another.
@safe
final class ExtAudioFileMemory: PacketMemory {
  private let memory: UnsafeMutableRawBufferPointer

  /// Takes memory that the client keeps for as long as this object is in use.
  init(_ memory: UnsafeMutableRawBufferPointer) {
    unsafe self.memory = memory
  }

  var byteCount: Int { unsafe memory.count }
  var isLent: Bool { true }

  func write(
    _ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (inout MutableSpan<UInt8>) -> Void
  ) {
    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[bytes])
    // Safe: the range was checked by the subscript, and the client keeps the memory.
    var room = unsafe MutableSpan<UInt8>(_unsafeBytes: part)
    body(&room)
  }

  func read(_ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void) {
    let part = unsafe UnsafeRawBufferPointer(rebasing: memory[bytes])
    // Safe: the range was checked by the subscript, and the client keeps the memory.
    unsafe body(Span<UInt8>(_unsafeBytes: part))
  }
}
