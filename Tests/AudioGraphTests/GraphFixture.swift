import AudioGraph
import AudioRealtime
import Synchronization

/// A node whose sample at a frame is a function of the frame.
final class Ramp: GraphProcessor {
  let rendered = Atomic<Int>(0)

  static func value(_ frame: Int, _ channel: Int) -> Float {
    Float((frame * 7919 + channel * 104_729) % 2_003) / 2_003 - 0.5
  }

  func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    rendered.wrappingAdd(slice.count, ordering: .relaxed)
    for channel in 0..<outputs[0].channelCount {
      for index in 0..<slice.count {
        outputs[0][channel, index] = Self.value(slice.frame + index, channel)
      }
    }
  }
}

/// A block of the same value in each frame, or of one impulse.
func block(channelCount: Int = 1, _ values: [Float]) -> Planes {
  let planes = Planes(channelCount: channelCount, capacity: values.count)
  for channel in 0..<channelCount {
    for (index, value) in values.enumerated() { planes[channel, index] = value }
  }
  return planes
}

/// A layout in which one node feeds a mixer, which is the result.
struct MixedLayout {
  var layout: GraphLayout
  let mixer = Mixer()
  let target: GraphNode

  init(sampleRate: Double = 48_000, channelCount: Int = 2, mostFrames: Int = 512) {
    target = GraphNode(mixer, mixesInputs: true)
    layout = GraphLayout(
      format: GraphFormat(sampleRate: sampleRate, channelCount: channelCount),
      mostFrames: mostFrames, output: target)
  }

  /// Connects a node to the next input, and returns its levels.
  @discardableResult
  mutating func add(
    _ processor: any GraphProcessor, sampleRate: Double = 48_000, channelCount: Int = 1
  ) -> MixInput {
    let node = GraphNode(processor)
    let levels = MixInput()
    layout.connections.append(
      GraphConnection(from: node, 0, to: target, layout.connections.count, mixing: levels))
    layout.outputFormats[GraphBus(node)] = GraphFormat(
      sampleRate: sampleRate, channelCount: channelCount)
    return levels
  }

  func makeGraph() throws -> RenderGraph {
    let graph = RenderGraph(layout.format, news: GraphNews(Signal()))
    graph.publish(try GraphCompiler.compile(layout))
    return graph
  }
}

extension RenderGraph {
  /// Renders frames in blocks, and returns the samples of each channel.
  func render(blocks: [Int]) -> [[Float]] {
    var samples: [[Float]] = []
    for count in blocks {
      render(count, nanoseconds: nil) { planes, _, length in
        guard let planes else { return }
        if samples.isEmpty { samples = Array(repeating: [], count: planes.channelCount) }
        for channel in 0..<planes.channelCount {
          samples[channel] += (0..<length).map { planes[channel, $0] }
        }
      }
    }
    return samples
  }
}

/// Divisions of 10,000 frames into blocks.
let divisions: [[Int]] = [
  Array(repeating: 1_000, count: 10),
  Array(repeating: 128, count: 78) + [16],
  [1, 2, 3, 5, 7, 982] + Array(repeating: 511, count: 17) + [313],
  [9_999, 1],
]
