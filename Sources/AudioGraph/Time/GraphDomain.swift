/// Nodes of a plan that share one time: those of the result, or those before a ``TimeWarp``.
final class GraphDomain: @unchecked Sendable {
  // Sendable: only the render thread uses the slice.

  /// The rate of the frames that count the time, in hertz.
  let sampleRate: Double
  /// The maximum number of frames of a slice.
  let mostFrames: Int
  private let warp: Warp?
  /// The frames that are rendered.
  var slice = GraphSlice(frame: 0, count: 0)
  /// The frames from the frame that is heard with the result's first frame, to the slice's first
  /// one.
  private(set) var aheadFrames = 0

  private struct Warp {
    var processor: any TimeWarp
    var parent: GraphDomain
    var clock: FrameClock
    var isFree: Bool
  }

  /// Makes the time of a result.
  init(sampleRate: Double, mostFrames: Int) {
    (self.sampleRate, self.mostFrames) = (sampleRate, mostFrames)
    warp = nil
  }

  /// Makes the time of the input of a node; `nil` if the input runs on the time of the node.
  init?(of node: GraphNode, _ format: GraphFormat, in parent: GraphDomain, isFree: Bool) {
    let clock = FrameClock(format.sampleRate, graphRate: parent.sampleRate)
    let most = clock.mostFrames(for: parent.mostFrames)
    let processor = node.processor(for: format, mostFrames: most)
    guard let limits = node.warp, let processor = processor as? any TimeWarp else { return nil }
    sampleRate = format.sampleRate
    mostFrames = isFree ? limits.rate * most + limits.aheadFrames(format) : most
    warp = Warp(processor: processor, parent: parent, clock: clock, isFree: isFree)
  }

  /// Whether the time differs from that of the result.
  var isWarped: Bool {
    guard let warp else { return false }
    return warp.isFree || warp.parent.isWarped
  }

  /// Takes the frames of the next slice from the output of the processor.
  func update() {
    guard let warp else { return }
    slice = warp.processor.inputSlice(
      for: warp.parent.slice.at(warp.clock), isFree: warp.isFree)
    aheadFrames = warp.processor.aheadFrames + warp.clock.frame(at: warp.parent.aheadFrames)
  }
}
