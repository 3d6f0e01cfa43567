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
  /// The limits of a node whose input runs on its own time.
  package let warp: WarpLimits?
  /// Whether the processor has memory for a number of frames.
  private let hasFrames: Bool
  private let make: @Sendable (GraphFormat, _ mostFrames: Int) -> any GraphProcessor
  private let made = Mutex<Made?>(nil)
  /// The frames that the node has rendered.
  package let progress = NodeProgress()

  /// Makes a node with one processor for all formats.
  package init(_ processor: any GraphProcessor, mixesInputs: Bool = false) {
    self.mixesInputs = mixesInputs
    (warp, hasFrames) = (nil, false)
    make = { _, _ in processor }
  }

  /// Makes a node whose processor has memory for one format.
  package init(making make: @escaping @Sendable (GraphFormat) -> any GraphProcessor) {
    mixesInputs = false
    (warp, hasFrames) = (nil, false)
    self.make = { format, _ in make(format) }
  }

  /// Makes a node whose processor has memory for one format and a number of frames.
  package init(holding make: @escaping @Sendable (GraphFormat, Int) -> any GraphProcessor) {
    mixesInputs = false
    (warp, hasFrames) = (nil, true)
    self.make = make
  }

  /// Makes a node whose input runs on its own time.
  package init(
    warping warp: WarpLimits, making make: @escaping @Sendable (GraphFormat, Int) -> any TimeWarp
  ) {
    mixesInputs = false
    (self.warp, hasFrames) = (warp, true)
    self.make = make
  }

  /// Makes a mixer whose processor has memory for a number of frames.
  package init(
    mixing make: @escaping @Sendable (GraphFormat, Int) -> any GraphProcessor
  ) {
    mixesInputs = true
    (warp, hasFrames) = (nil, true)
    self.make = make
  }

  /// The processor for a format and a number of frames; made again only if the last one does not
  /// fit.
  func processor(for format: GraphFormat, mostFrames: Int) -> any GraphProcessor {
    made.withLock { made in
      if let made, made.format == format, made.mostFrames >= mostFrames || !hasFrames {
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
