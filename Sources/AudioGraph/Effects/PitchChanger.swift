internal import AudioProcessing

/// A node that changes the rate and the pitch of its input.
///
/// Each output frame has its exact place in the input. The node takes some input frames ahead, so
/// it has no delay. If its input must run on the time of its output, the rate stays 1. The output
/// is then delayed by these frames.
package final class PitchChanger: TimeWarp, @unchecked Sendable {
  // Sendable: only the render thread uses the state.

  private let settings: TimeSettings
  private let format: GraphFormat
  private var stretch: PitchedStretch
  private var input = GraphSlice(frame: 0, count: 0)
  /// The input frame and the output frame that continue the last slice.
  private var nextFrames = (input: 0, output: -1)
  package private(set) var aheadFrames = 0
  private var isFree = true
  private var seenResets = 0
  private var seenOverlap: Float = 0

  /// Makes a node.
  ///
  /// - Parameters:
  ///   - settings: Its settings.
  ///   - format: The format of its input and output.
  ///   - mostFrames: The maximum number of output frames of a slice.
  package init(_ settings: TimeSettings, _ format: GraphFormat, mostFrames: Int) {
    self.settings = settings
    self.format = format
    stretch = PitchedStretch(
      sampleRate: format.sampleRate, channelCount: format.channelCount, mostFrames: mostFrames)
  }

  /// The maximum number of frames of the input.
  package static let limits = WarpLimits(rate: Int(PitchedStretch.rates.upperBound)) {
    PitchedStretch.mostInputFrames(for: 0, sampleRate: $0.sampleRate)
  }

  /// A node with these settings.
  package static func node(_ settings: TimeSettings) -> GraphNode {
    GraphNode(warping: limits) { PitchChanger(settings, $0, mostFrames: $1) }
  }

  package func inputSlice(for slice: GraphSlice, isFree: Bool) -> GraphSlice {
    stretch.set(
      rate: isFree ? settings.currentRate : 1, cents: settings.currentCents,
      overlap: settings.overlap)
    restartIfNeeded(at: slice.frame, isFree)
    nextFrames.output = slice.frame + slice.count
    input = slice
    aheadFrames = isFree ? nextFrames.input - stretch.nextFrame : 0
    guard isFree else { return slice }
    let end = slice.count > 0 ? stretch.neededEnd(slice.count) : nextFrames.input
    input.frame = nextFrames.input
    input.count = max(0, end - nextFrames.input)
    nextFrames.input += input.count
    return input
  }

  /// States the delay of an input that has the time of the output.
  func noteDelay() { settings.noteDelay(stretch.reach) }

  /// Begins again after a jump, a reset, or a change of the delay.
  private func restartIfNeeded(at frame: Int, _ isFree: Bool) {
    let resets = settings.resetCount
    let overlap = isFree ? 0 : settings.overlap
    guard
      frame != nextFrames.output || resets != seenResets || isFree != self.isFree
        || overlap != seenOverlap
    else { return }
    stretch.restart(at: isFree ? frame : frame - stretch.reach)
    settings.noteDelay(isFree ? 0 : stretch.reach)
    nextFrames.input = frame
    (seenResets, self.isFree, seenOverlap) = (resets, isFree, overlap)
  }

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    guard !inputs.isEmpty else {
      nextFrames.output = -1
      return outputs[0].clear(count: slice.count)
    }
    var channel = 0
    while channel < format.channelCount {
      inputs[0].planes.withSamples(channel, 0, input.count) { samples in
        stretch.write(channel, at: input.frame, samples.span)
      }
      channel += 1
    }
    stretch.prepare(slice.count)
    channel = 0
    while channel < format.channelCount {
      outputs[0].withSamples(channel, 0, slice.count) { stretch.render(channel, into: &$0) }
      channel += 1
    }
    stretch.advance(slice.count)
  }
}
