internal import AudioModel
internal import AudioProcessing
internal import CoreAudioTypes

/// A client's memory for samples.
@safe
final class AudioConverterOutput: SampleOutput {
  private var buffers: [UnsafeMutableRawBufferPointer]

  /// Makes an output that has no buffers yet.
  init() {
    unsafe buffers = []
  }

  /// Makes an output of memory that the client lends for the length of a call.
  init(_ buffers: [UnsafeMutableRawBufferPointer]) {
    unsafe self.buffers = unsafe buffers
  }

  /// Takes one more buffer, which the client lends for the length of a call.
  func take(_ buffer: UnsafeMutableRawBufferPointer) {
    unsafe buffers.append(buffer)
  }

  /// Forgets all buffers.
  func forget() {
    unsafe buffers.removeAll(keepingCapacity: true)
  }

  /// Frames of a format for which there is room.
  func frameCount(of format: StreamFormat) -> Int {
    unsafe (buffers.map(\.count).min() ?? 0) / max(format.bytesPerFrame, 1)
  }

  func write(
    _ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (inout MutableSpan<UInt8>) -> Void
  ) {
    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffers[buffer][bytes])
    // Safe: the range was checked by the subscript, and the object lives no longer than the call.
    var room = unsafe MutableSpan<UInt8>(_unsafeBytes: part)
    body(&room)
  }
}
