package import AudioRealtime
internal import Synchronization

/// The frames of an output on their way to a client.
///
/// The render thread writes whole slices. If the client is too slow, frames are lost, and the time
/// of the next frames shows the loss.
package final class TapRing: Sendable {
  package let format: GraphFormat
  private let ring: PlaneRing
  private let signal: Signal
  /// The frame of the output minus that of the ring.
  private let origin = Atomic<Int>(Int.min)
  private let nanoseconds = Atomic<Int>(0)
  private let nanosecondFrame = Atomic<Int>(0)
  private let lost = Atomic<Int>(0)

  /// Makes a ring.
  ///
  /// - Parameters:
  ///   - format: The format of the output.
  ///   - capacity: The frames that can wait.
  ///   - signal: The signal to post for each slice.
  package init(_ format: GraphFormat, capacity: Int, signal: Signal) {
    self.format = format
    self.signal = signal
    ring = PlaneRing(channelCount: format.channelCount, capacity: capacity)
  }

  package var unreadFrames: Int { ring.unreadFrames }
  /// Frames that were lost because the client was too slow.
  package var lostFrames: Int { lost.load(ordering: .relaxed) }
  /// The frame of the output that is taken next; `nil` before the first slice.
  package var nextFrame: Int? {
    let origin = origin.load(ordering: .acquiring)
    return origin == .min ? nil : ring.readFrames + origin
  }

  /// The time of a frame of the output on the monotonic clock; `nil` without a clock.
  package func nanoseconds(at frame: Int) -> Int? {
    let known = nanoseconds.load(ordering: .relaxed)
    guard known != 0 else { return nil }
    let ahead = frame - nanosecondFrame.load(ordering: .relaxed)
    return known + MonotonicClock.duration(ofFrames: ahead, sampleRate: format.sampleRate)
  }

  /// Takes up to `count` frames, and returns their number.
  ///
  /// For the client's thread.
  package func take(_ target: Planes, count: Int) -> Int {
    ring.take(target, at: 0, count: count)
  }

  /// Adds a slice.
  ///
  /// For the render thread.
  func write(_ planes: Planes, _ slice: GraphSlice) {
    guard ring.writableFrames >= slice.count else {
      lost.wrappingAdd(slice.count, ordering: .relaxed)
      return
    }
    nanosecondFrame.store(slice.frame, ordering: .relaxed)
    nanoseconds.store(slice.nanoseconds ?? 0, ordering: .relaxed)
    origin.store(slice.frame - ring.writtenFrames, ordering: .releasing)
    _ = ring.write(planes, at: 0, count: slice.count)
    signal.post()
  }
}
