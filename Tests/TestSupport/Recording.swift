internal import Foundation

/// A recording of a sink's output into a file.
package final class Recording: @unchecked Sendable {
  // Sendable: tests call it from one thread at a time.
  private let process: ChildProcess
  private let channelCount: Int

  init(process: ChildProcess, channelCount: Int) {
    self.process = process
    self.channelCount = channelCount
  }

  deinit { stop() }

  /// The number of bytes recorded so far.
  package var byteCount: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: process.outputFile.path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }

  /// The interleaved samples recorded so far.
  package var samples: [Float] {
    let data = (try? Data(contentsOf: process.outputFile)) ?? Data()
    let count = data.count / 4 / channelCount * channelCount
    var samples = [Float](repeating: 0, count: count)
    // Safe: the destination has room for the copied bytes, and any bytes are a valid sample.
    unsafe samples.withUnsafeMutableBytes { place in
      _ = unsafe data.prefix(count * 4).copyBytes(to: place)
    }
    return samples
  }

  /// The recorded samples from the first to the last non-silent one, in whole frames.
  package var sound: [Float] {
    let samples = samples
    guard let first = samples.firstIndex(where: { $0 != 0 }),
      let last = samples.lastIndex(where: { $0 != 0 })
    else { return [] }
    let start = first / channelCount * channelCount
    let end = min(samples.count, (last / channelCount + 1) * channelCount)
    return Array(samples[start..<end])
  }

  /// Waits until silence follows the sound in the recording, so that the sound is complete.
  package func waitForSilence(frames: Int = 4096) throws {
    try waitUntil("the recording is silent again") {
      let samples = samples
      guard let last = samples.lastIndex(where: { $0 != 0 }) else { return false }
      return samples.count - last > frames * channelCount
    }
  }

  /// Ends the recording.
  package func stop() {
    process.kill(SIGTERM)
    process.wait()
  }
}
