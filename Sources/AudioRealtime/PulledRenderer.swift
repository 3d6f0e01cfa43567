internal import Synchronization

/// The entry of a device that pulls its frames from one source.
///
/// The source cannot go back. A limit paces a device that takes frames as fast as they come.
@safe
package final class PulledRenderer: RenderEntry, @unchecked Sendable {
  // Sendable: everything is constant or atomic.

  private let source: any PulledFrames
  private let channels: Int
  private let waits: Bool
  private let limit = Atomic<Int>(Int.max)
  private let rendered = Atomic<Int>(0)

  /// Makes the entry for a source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - waits: Whether the device runs out of frames when the source has none ready.
  package init(_ source: any PulledFrames, waits: Bool = false) {
    (self.source, self.waits) = (source, waits)
    channels = source.pulledChannelCount
    super.init(sampleRate: source.pulledRate)
  }

  package override var channelCount: Int { channels }

  /// Frames that the device has pulled.
  package var renderedFrames: Int { rendered.load(ordering: .acquiring) }

  /// Sets the frame at which the device runs out of frames.
  ///
  /// Call `feed` of the device afterwards.
  package func setLimit(_ frame: Int) { limit.store(frame, ordering: .releasing) }

  override func render(into target: UnsafeMutablePointer<Float>, count: Int) -> Int {
    let done = rendered.load(ordering: .relaxed)
    let ready = waits ? source.readyFrames : count
    let count = min(count, ready, limit.load(ordering: .acquiring) - done)
    guard count > 0 else { return 0 }
    // Safe: the caller has room for at least `count` frames.
    unsafe source.render(into: target, count: count)
    rendered.store(done + count, ordering: .releasing)
    return count
  }
}
