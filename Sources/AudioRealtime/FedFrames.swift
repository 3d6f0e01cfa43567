internal import Synchronization

/// Frames that a feeder thread makes ahead of the device that pulls them.
///
/// The device's thread only copies frames from a ring. So the code that makes the frames may lock.
@safe
package final class FedFrames: PulledFrames, @unchecked Sendable {
  // Sendable: everything is constant or atomic, and the ring has one writer and one reader.

  package let pulledRate: Double
  private let ring: FrameRing
  private let feeder: Signal
  private let missing = Atomic<Int>(0)

  /// Makes an empty ring.
  ///
  /// - Parameters:
  ///   - sampleRate: Frames per second, in hertz.
  ///   - channelCount: Samples in each frame.
  ///   - aheadFrames: The frames that may wait for the device.
  ///   - feeder: The signal that is posted when there is room for frames.
  package init(sampleRate: Double, channelCount: Int, aheadFrames: Int, feeder: Signal) {
    pulledRate = sampleRate
    ring = FrameRing(channelCount: channelCount, unreadFrames: aheadFrames, historyFrames: 0)
    self.feeder = feeder
  }

  package var pulledChannelCount: Int { ring.channelCount }

  /// Frames for which silence was given, because the feeder was late.
  package var missingFrames: Int { missing.load(ordering: .relaxed) }

  // MARK: The feeder

  /// The frames that can be added.
  package var writableFrames: Int { ring.writableFrames }

  /// Adds interleaved frames, as many as fit; returns their number.
  @discardableResult
  package func write(_ frames: Span<Float>) -> Int { ring.write(frames) }

  // MARK: The device's thread

  package var readyFrames: Int { ring.unreadFrames }

  package func render(into samples: UnsafeMutablePointer<Float>, count: Int) {
    // Safe: the caller has room for `count` frames.
    let got = unsafe ring.read(into: samples, count: count)
    if got < count {
      missing.wrappingAdd(count - got, ordering: .relaxed)
      let channels = ring.channelCount
      unsafe (samples + got * channels).update(repeating: 0, count: (count - got) * channels)
    }
    feeder.post()
  }
}
