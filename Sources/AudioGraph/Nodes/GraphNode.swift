internal import Synchronization

/// A node of a graph: a processor with any number of input buses.
package final class GraphNode: Sendable, Hashable {
  private struct Made {
    var shape: GraphShape
    var mostFrames: Int
    var processor: any GraphProcessor
  }

  /// Whether each input may have its own channels, which the processor mixes.
  package let mixesInputs: Bool
  /// The mixer of all formats, if the node has one.
  let mixer: (any GraphMixer)?
  /// The limits of a node whose input runs on its own time.
  package let warp: WarpLimits?
  /// Whether the processor has memory for a number of frames.
  private let hasFrames: Bool
  /// Whether the processor depends on the channels of each bus.
  private let hasShape: Bool
  private let make: @Sendable (GraphShape, _ mostFrames: Int) -> any GraphProcessor
  private let made = Mutex<Made?>(nil)
  /// The frames that the node has rendered.
  package let progress = NodeProgress()

  /// Makes a node with one processor for all formats.
  package init(_ processor: any GraphProcessor, mixesInputs: Bool = false) {
    self.mixesInputs = mixesInputs
    mixer = mixesInputs ? processor as? any GraphMixer : nil
    (warp, hasFrames, hasShape) = (nil, false, false)
    make = { _, _ in processor }
  }

  /// Makes a node whose processor has memory for one format.
  package init(making make: @escaping @Sendable (GraphFormat) -> any GraphProcessor) {
    (mixesInputs, mixer) = (false, nil)
    (warp, hasFrames, hasShape) = (nil, false, false)
    self.make = { shape, _ in make(shape.format) }
  }

  /// Makes a node whose processor has memory for one format and a number of frames.
  package init(holding make: @escaping @Sendable (GraphFormat, Int) -> any GraphProcessor) {
    (mixesInputs, mixer) = (false, nil)
    (warp, hasFrames, hasShape) = (nil, true, false)
    self.make = { make($0.format, $1) }
  }

  /// Makes a node whose input runs on its own time.
  package init(
    warping warp: WarpLimits, making make: @escaping @Sendable (GraphFormat, Int) -> any TimeWarp
  ) {
    (mixesInputs, mixer) = (false, nil)
    (self.warp, hasFrames, hasShape) = (warp, true, false)
    self.make = { make($0.format, $1) }
  }

  /// Makes a mixer whose processor has memory for a number of frames.
  package init(
    mixing make: @escaping @Sendable (GraphFormat, Int) -> any GraphProcessor
  ) {
    (mixesInputs, mixer) = (true, nil)
    (warp, hasFrames, hasShape) = (nil, true, false)
    self.make = { make($0.format, $1) }
  }

  /// Makes a node whose processor has memory for the channels of each bus and a number of frames.
  ///
  /// Each input may have its own channels.
  package init(
    shaping make: @escaping @Sendable (GraphShape, Int) -> any GraphProcessor
  ) {
    (mixesInputs, mixer) = (true, nil)
    (warp, hasFrames, hasShape) = (nil, true, true)
    self.make = make
  }

  /// The processor for a format and a number of frames; made again only if the last one does not
  /// fit.
  func processor(for format: GraphFormat, mostFrames: Int) -> any GraphProcessor {
    processor(for: GraphShape(format), mostFrames: mostFrames)
  }

  /// The processor for buses and slices, which lives as long as it fits.
  func processor(for shape: GraphShape, mostFrames: Int) -> any GraphProcessor {
    let shape = hasShape ? shape : GraphShape(shape.format)
    return made.withLock { made in
      if let made, made.shape == shape, made.mostFrames >= mostFrames || !hasFrames {
        return made.processor
      }
      let processor = make(shape, mostFrames)
      made = Made(shape: shape, mostFrames: mostFrames, processor: processor)
      return processor
    }
  }

  package static func == (one: GraphNode, other: GraphNode) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
