internal import AudioFiles
internal import AudioProcessing

/// Memory for packets that a client provides until it sets another buffer.
@safe
final class ExtAudioFileMemory: PacketMemory {
  private let memory: UnsafeMutableRawBufferPointer

  /// Creates an object for memory that the client keeps valid while the object is in use.
  init(_ memory: UnsafeMutableRawBufferPointer) {
    unsafe self.memory = memory
  }

  var byteCount: Int { unsafe memory.count }
  var isLent: Bool { true }

  func write(
    _ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (inout MutableSpan<UInt8>) -> Void
  ) {
    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[bytes])
    // Safe: the subscript checked the range, and the client keeps the memory valid.
    var room = unsafe MutableSpan<UInt8>(_unsafeBytes: part)
    body(&room)
  }

  func read(_ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void) {
    let part = unsafe UnsafeRawBufferPointer(rebasing: memory[bytes])
    // Safe: the subscript checked the range, and the client keeps the memory valid.
    unsafe body(Span<UInt8>(_unsafeBytes: part))
  }
}
