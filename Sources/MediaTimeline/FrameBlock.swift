package import AudioCodecs

/// Frames from a source: interleaved Float32, with their format and the events at their edges.
package struct FrameBlock: Sendable {
  package var samples: [Float] = []
  /// Frames a second, in hertz.
  package var sampleRate: Double
  /// Samples in each frame.
  package var channelCount: Int
  /// Parameters that change with the first frame.
  package var changes: [PlaybackChange] = []
  /// The error of packets that could not be decoded; silence replaces packets of known length.
  package var failure: CodecError?
  /// Whether a pause follows; then stages output all frames that they hold back.
  package var isFlush = false

  package init(sampleRate: Double, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  package var frameCount: Int { samples.count / max(1, channelCount) }

  /// Removes everything but the format and the memory.
  package mutating func clear() {
    samples.removeAll(keepingCapacity: true)
    changes = []
    failure = nil
    isFlush = false
  }
}
