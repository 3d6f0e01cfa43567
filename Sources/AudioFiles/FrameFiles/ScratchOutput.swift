package import AudioModel
internal import AudioProcessing

/// Internally owned memory for samples.
package final class ScratchOutput: SampleOutput {
  package private(set) var buffers: [[UInt8]]

  /// Allocates memory for frames of a format.
  package init(_ format: StreamFormat, frameCount: Int) {
    let isSeparate = format.pcmFlags.contains(.nonInterleaved)
    let room = [UInt8](repeating: 0, count: frameCount * format.bytesPerFrame)
    buffers = Array(repeating: room, count: isSeparate ? format.channelCount : 1)
  }

  package func write(
    _ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (inout MutableSpan<UInt8>) -> Void
  ) {
    // Taken out to avoid a copy.
    var memory = buffers[buffer]
    buffers[buffer] = []
    defer { buffers[buffer] = memory }
    var all = memory.mutableSpan
    var room = all._mutatingExtracting(bytes)
    body(&room)
  }
}
