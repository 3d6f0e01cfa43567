internal import Synchronization

/// The frames that a node has rendered, for other threads.
package final class NodeProgress: Sendable {
  private let first = Atomic<Int>(-1)
  private let next = Atomic<Int>(0)
  private let warped = Atomic<Bool>(false)
  private let ahead = Atomic<Int>(0)

  init() {}

  /// The first frame of the last slice; `nil` before the first slice.
  package var lastFrame: Int? {
    let frame = first.load(ordering: .acquiring)
    return frame < 0 ? nil : frame
  }

  /// The frame that is heard with the first frame of the graph's last slice; `nil` before that.
  ///
  /// A node after this one may need frames before they are heard.
  package var lastHeardFrame: Int? { lastFrame.map { $0 - ahead.load(ordering: .relaxed) } }

  /// The frame after the last slice.
  package var nextFrame: Int { next.load(ordering: .acquiring) }

  /// Whether the frames have another time than the graph.
  package var isWarped: Bool { warped.load(ordering: .relaxed) }

  /// Notes a slice.
  ///
  /// For the render thread.
  func note(_ slice: GraphSlice, isWarped: Bool, aheadFrames: Int) {
    ahead.store(aheadFrames, ordering: .relaxed)
    warped.store(isWarped, ordering: .relaxed)
    first.store(slice.frame, ordering: .releasing)
    next.store(slice.frame + slice.count, ordering: .releasing)
  }
}
