/// The compiled form of a graph: steps in their order, with the memory of their frames.
///
/// A plan never changes. The state is in the nodes, so that a new plan continues their sound.
package final class GraphPlan: Sendable {
  let steps: [GraphStep]
  /// The frames of the result.
  let result: Planes
  package let format: GraphFormat
  /// The most frames of a slice.
  package let mostFrames: Int
  /// The number of blocks of memory, which steps share.
  package let blockCount: Int

  init(steps: [GraphStep], result: Planes, layout: GraphLayout, blockCount: Int) {
    self.steps = steps
    self.result = result
    self.blockCount = blockCount
    format = layout.format
    mostFrames = layout.mostFrames
  }

  /// Renders a slice of at most ``mostFrames``.
  func render(_ slice: GraphSlice) {
    var index = 0
    while index < steps.count {
      steps[index].render(slice)
      index += 1
    }
  }
}
