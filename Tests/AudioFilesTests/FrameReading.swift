import AudioModel
import TestSupport

@testable import AudioFiles

extension FrameFileReader {
  /// Reads interleaved Float32, to the end or up to a number of frames.
  func floats(_ count: Int = .max) throws -> [Float] {
    let channelCount = clientFormat.channelCount
    var samples: [Float] = []
    while samples.count / channelCount < count {
      let wanted = min(count - samples.count / channelCount, 4096)
      let output = ScratchOutput(clientFormat, frameCount: wanted)
      let read = try self.read(wanted, into: output)
      guard read > 0 else { break }
      samples += LittleEndian.float(Array(output.buffers[0].prefix(read * channelCount * 4)))
    }
    return samples
  }
}
