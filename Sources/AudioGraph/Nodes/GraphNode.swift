internal import Synchronization

/// A node of a graph: a processor with any number of input buses.
package final class GraphNode: Sendable, Hashable {
  private struct Made {
    var format: GraphFormat
    var mostFrames: Int
    var processor: any GraphProcessor
  }

  /// Whether each input may have its own channels, which the processor mixes.
  package let mixesInputs: Bool
  /// The limits of a node whose input has a time of its own.
  package let warp: WarpLimits?
  private let make: @Sendable (GraphFormat, _ mostFrames: Int) -> any GraphProcessor
  private let made = Mutex<Made?>(nil)
  /// The frames that the node has rendered.
  package let progress = NodeProgress()

  /// Makes a node with one processor for all formats.
  package init(_ processor: any GraphProcessor, mixesInputs: Bool = false) {
    self.mixesInputs = mixesInputs
    warp = nil
    make = { _, _ in processor }
  }

  /// Makes a node whose processor has memory for one format.
  package init(making make: @escaping @Sendable (GraphFormat) -> any GraphProcessor) {
    mixesInputs = false
    warp = nil
    self.make = { format, _ in make(format) }
  }

  /// Makes a node whose input has a time of its own.
  package init(
    warping warp: WarpLimits, making make: @escaping @Sendable (GraphFormat, Int) -> any TimeWarp
  ) {
    mixesInputs = false
    self.warp = warp
    self.make = make
  }

  /// The processor for a format and slices, which lives as long as it fits.
  func processor(for format: GraphFormat, mostFrames: Int) -> any GraphProcessor {
    made.withLock { made in
      if let made, made.format == format, made.mostFrames >= mostFrames || warp == nil {
        return made.processor
      }
      let processor = make(format, mostFrames)
      made = Made(format: format, mostFrames: mostFrames, processor: processor)
      return processor
    }
  }

  package static func == (one: GraphNode, other: GraphNode) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
