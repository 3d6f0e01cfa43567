internal import AudioProcessing
internal import Synchronization

/// The frames that a loudspeaker plays, on their way to the voice processing of a microphone.
///
/// The render thread adds frames, and the thread of the recording device takes them. Frames without
/// room are lost.
package final class FarEnd: @unchecked Sendable {
  // Sendable: the ring is thread-safe, and each thread has its own memory.

  private static let seconds = 0.5
  private static let stagingFrames = 1_024

  /// The rate of the frames, in hertz.
  package let sampleRate: Double
  private let ring: PlaneRing
  private let mixed = Planes(channelCount: 1, capacity: stagingFrames)
  private let taken = Planes(channelCount: 1, capacity: stagingFrames)

  /// Makes a far end for frames of a rate in hertz.
  package init(sampleRate: Double) {
    self.sampleRate = sampleRate
    ring = PlaneRing(
      channelCount: 1, capacity: max(Self.stagingFrames, Int(sampleRate * Self.seconds)))
  }

  // MARK: The render thread

  /// Adds the average of the channels of interleaved frames.
  package func add(_ samples: Span<Float>, channelCount: Int) {
    let level = 1 / Float(channelCount)
    let count = samples.count / channelCount
    var done = 0
    while done < count {
      let length = min(count - done, Self.stagingFrames)
      var frame = 0
      while frame < length {
        var sum: Float = 0
        var channel = 0
        while channel < channelCount {
          sum += samples[(done + frame) * channelCount + channel]
          channel += 1
        }
        mixed[0, frame] = sum * level
        frame += 1
      }
      _ = ring.write(mixed, at: 0, count: length)
      done += length
    }
  }

  // MARK: The thread of the recording device

  /// Gives all frames to a processor.
  func give(to processor: VoiceProcessor) {
    var left = ring.unreadFrames
    while left > 0 {
      let count = ring.take(taken, at: 0, count: min(left, Self.stagingFrames))
      guard count > 0 else { return }
      taken.withSamples(0, 0, count) { processor.addFarEnd($0.span) }
      left -= count
    }
  }

  /// Drops all frames.
  func drop() { ring.skip(ring.unreadFrames) }
}
