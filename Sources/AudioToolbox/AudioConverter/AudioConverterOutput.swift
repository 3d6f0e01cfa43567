internal import AudioModel
internal import AudioProcessing
internal import CoreAudioTypes

/// A client's memory for samples.
@safe
final class AudioConverterOutput: SampleOutput {
  private var buffers: [UnsafeMutableRawBufferPointer]

  /// Creates an output without buffers.
  init() {
    unsafe buffers = []
  }

  /// Creates an output from memory that the client provides during a call.
  init(_ buffers: [UnsafeMutableRawBufferPointer]) {
    unsafe self.buffers = unsafe buffers
  }

  /// Adds a buffer that the client provides during a call.
  func take(_ buffer: UnsafeMutableRawBufferPointer) {
    unsafe buffers.append(buffer)
  }

  /// Removes all buffers.
  func forget() {
    unsafe buffers.removeAll(keepingCapacity: true)
  }

  /// The capacity in frames of a format.
  func frameCount(of format: StreamFormat) -> Int {
    unsafe (buffers.map(\.count).min() ?? 0) / max(format.bytesPerFrame, 1)
  }

  func write(
    _ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (inout MutableSpan<UInt8>) -> Void
  ) {
    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffers[buffer][bytes])
    // Safe: the subscript checked the range, and the object lives no longer than the call.
    var room = unsafe MutableSpan<UInt8>(_unsafeBytes: part)
    body(&room)
  }
}
