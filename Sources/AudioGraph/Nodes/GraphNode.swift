internal import Synchronization

/// A node of a graph: a processor with any number of input buses.
package final class GraphNode: Sendable, Hashable {
  private struct Made {
    var format: GraphFormat
    var processor: any GraphProcessor
  }

  /// Whether each input may have its own channels, which the processor mixes.
  package let mixesInputs: Bool
  private let make: @Sendable (GraphFormat) -> any GraphProcessor
  private let made = Mutex<Made?>(nil)

  /// Makes a node with one processor for all formats.
  package init(_ processor: any GraphProcessor, mixesInputs: Bool = false) {
    self.mixesInputs = mixesInputs
    make = { _ in processor }
  }

  /// Makes a node whose processor has memory for one format.
  package init(making make: @escaping @Sendable (GraphFormat) -> any GraphProcessor) {
    mixesInputs = false
    self.make = make
  }

  /// The processor for a format, which lives as long as the format stays the same.
  func processor(for format: GraphFormat) -> any GraphProcessor {
    made.withLock { made in
      if let made, made.format == format { return made.processor }
      let processor = make(format)
      made = Made(format: format, processor: processor)
      return processor
    }
  }

  package static func == (one: GraphNode, other: GraphNode) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
