internal import Synchronization

/// A node of a graph: a processor with any number of input buses.
package final class GraphNode: Sendable, Hashable {
  package let processor: any GraphProcessor
  /// Whether each input may have its own channels, which the processor mixes.
  package let mixesInputs: Bool

  package init(_ processor: any GraphProcessor, mixesInputs: Bool = false) {
    self.processor = processor
    self.mixesInputs = mixesInputs
  }

  package static func == (one: GraphNode, other: GraphNode) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
