/// The compiled form of a graph: steps in their order, with the memory of their frames.
///
/// A plan never changes. The state is in the nodes, so a new plan continues their sound.
package final class GraphPlan: Sendable {
  let steps: [GraphStep]
  /// The time of the result, and all other times, each after the one on which it depends.
  private let root: GraphDomain
  private let domains: [GraphDomain]
  /// The frames of the result.
  let result: Planes
  package let format: GraphFormat
  /// The maximum number of frames of a slice.
  package let mostFrames: Int
  /// The number of blocks of memory, which steps share.
  package let blockCount: Int

  init(
    steps: [GraphStep], domains: GraphDomains, result: Planes, format: GraphFormat,
    blockCount: Int
  ) {
    self.steps = steps
    self.result = result
    self.blockCount = blockCount
    self.format = format
    (root, self.domains) = (domains.root, domains.all)
    mostFrames = domains.root.mostFrames
  }

  /// Renders a slice of at most ``mostFrames``.
  func render(_ slice: GraphSlice) {
    root.slice = slice
    var index = 0
    while index < domains.count {
      domains[index].update()
      index += 1
    }
    index = 0
    while index < steps.count {
      steps[index].run()
      index += 1
    }
  }
}
