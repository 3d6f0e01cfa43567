/// The last frames of a stream, addressed by their number.
///
/// Frames that were never written are silence. The history allocates memory only when it is made.
package struct FrameHistory: Sendable {
  package let channelCount: Int
  /// The frames of each channel; a power of two.
  private let capacity: Int
  private var samples: [Float]

  /// Makes a history of silence.
  ///
  /// - Parameters:
  ///   - channelCount: The number of channels.
  ///   - frameCount: The minimum number of frames that the history keeps.
  package init(channelCount: Int, frameCount: Int) {
    precondition(channelCount > 0 && frameCount > 0)
    self.channelCount = channelCount
    var capacity = 1
    while capacity < frameCount { capacity *= 2 }
    self.capacity = capacity
    samples = Array(repeating: 0, count: capacity * channelCount)
  }

  /// A sample of a channel.
  package subscript(channel: Int, frame: Int) -> Float {
    @inline(__always) get { samples[channel * capacity + (frame & (capacity - 1))] }
    @inline(__always) set { samples[channel * capacity + (frame & (capacity - 1))] = newValue }
  }

  /// Writes frames of a channel.
  package mutating func write(_ channel: Int, at frame: Int, _ source: borrowing Span<Float>) {
    for index in source.indices { self[channel, frame + index] = source[index] }
  }

  /// Replaces all frames by silence.
  package mutating func clear() {
    for index in samples.indices { samples[index] = 0 }
  }
}
