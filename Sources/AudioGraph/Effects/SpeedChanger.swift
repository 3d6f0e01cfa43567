internal import AudioProcessing

/// A node that plays its input faster or slower; the pitch changes with the speed.
///
/// Each output frame has its exact place in the input. The node takes some input frames ahead, so
/// it has no delay. If its input must run on the time of its output, frames pass unchanged.
package final class SpeedChanger: TimeWarp, @unchecked Sendable {
  // Sendable: only the render thread uses the state.

  private let settings: TimeSettings
  private let format: GraphFormat
  private var speed: Varispeed
  private var input = GraphSlice(frame: 0, count: 0)
  /// The input frame and the output frame that continue the last slice.
  private var nextFrames = (input: 0, output: -1)
  package private(set) var aheadFrames = 0
  private var isFree = true
  private var seenResets = 0

  /// Makes a node.
  ///
  /// - Parameters:
  ///   - settings: Its settings.
  ///   - format: The format of its input and output.
  ///   - mostFrames: The maximum number of output frames of a slice.
  package init(_ settings: TimeSettings, _ format: GraphFormat, mostFrames: Int) {
    self.settings = settings
    self.format = format
    speed = Varispeed(
      channelCount: format.channelCount,
      mostInputFrames: Int(Varispeed.rates.upperBound) * mostFrames + 2 * Varispeed.mostReach)
  }

  /// The maximum number of frames of the input.
  package static let limits = WarpLimits(rate: Int(Varispeed.rates.upperBound)) { _ in
    2 * Varispeed.mostReach
  }

  /// A node with these settings.
  package static func node(_ settings: TimeSettings) -> GraphNode {
    GraphNode(warping: limits) { SpeedChanger(settings, $0, mostFrames: $1) }
  }

  package func inputSlice(for slice: GraphSlice, isFree: Bool) -> GraphSlice {
    let resets = settings.resetCount
    if slice.frame != nextFrames.output || resets != seenResets || isFree != self.isFree {
      speed.restart(at: slice.frame)
      nextFrames.input = slice.frame
      (seenResets, self.isFree) = (resets, isFree)
    }
    nextFrames.output = slice.frame + slice.count
    aheadFrames = isFree ? nextFrames.input - speed.nextFrame : 0
    guard isFree else {
      input = slice
      return slice
    }
    speed.setRate(Double(settings.currentRate))
    let end = slice.count > 0 ? speed.neededEnd(slice.count) : nextFrames.input
    input = slice
    input.frame = nextFrames.input
    input.count = max(0, end - nextFrames.input)
    nextFrames.input += input.count
    return input
  }

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    let output = outputs[0]
    guard isFree else {
      return output.take(inputs, count: slice.count)
    }
    guard !inputs.isEmpty else {
      nextFrames.output = -1
      return output.clear(count: slice.count)
    }
    var channel = 0
    while channel < format.channelCount {
      inputs[0].planes.withSamples(channel, 0, input.count) { samples in
        speed.write(channel, at: input.frame, samples.span)
      }
      output.withSamples(channel, 0, slice.count) { speed.render(channel, into: &$0) }
      channel += 1
    }
    speed.advance(slice.count)
  }
}
