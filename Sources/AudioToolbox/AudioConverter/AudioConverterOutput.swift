internal import AudioModel
internal import AudioProcessing
internal import CoreAudioTypes

/// A client's memory for samples.
@safe
final class AudioConverterOutput: SampleOutput {
  private let buffers: [UnsafeMutableRawBufferPointer]

  /// Makes an output of memory that the client lends for the length of a call.
  init(_ buffers: [UnsafeMutableRawBufferPointer]) {
    unsafe self.buffers = unsafe buffers
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
