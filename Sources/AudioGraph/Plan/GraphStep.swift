/// A step of a plan.
struct GraphStep: Sendable {
  enum Work: Sendable {
    /// Renders a node, and notes its time.
    case node(any GraphProcessor, NodeProgress)
    /// Converts the first input, whose frames follow `input`, to the rate of this step.
    case rate(RateConverter, input: FrameClock)
    /// Copies the first input to an output with other channels.
    case channels(MixLevels)
  }

  var work: Work
  var domain: GraphDomain
  /// The frames of the step in the time of its domain.
  var clock: FrameClock
  var inputs: [GraphInput]
  var outputs: [Planes]
  var taps: [StepTap] = []

  /// Renders the frames of the current slice.
  func render() {
    let slice = domain.slice
    let own = slice.at(clock)
    switch work {
    case .node(let processor, let progress):
      processor.render(own, from: inputs, to: outputs)
      progress.note(
        own, isWarped: domain.isWarped, aheadFrames: clock.frame(at: domain.aheadFrames))
    case .rate(let converter, let input):
      converter.render(inputs[0].planes, slice.at(input), into: outputs[0], own)
    case .channels(let levels):
      outputs[0].clear(count: own.count)
      levels.mix(inputs[0].planes, into: outputs[0], count: own.count)
    }
    var index = 0
    while index < taps.count {
      taps[index].ring.write(outputs[taps[index].bus], own)
      index += 1
    }
  }
}

/// A ring that receives an output of a step.
struct StepTap: Sendable {
  let ring: TapRing
  let bus: Int
}

extension GraphSlice {
  /// The same time at another rate.
  func at(_ clock: FrameClock) -> GraphSlice {
    let first = clock.frame(at: frame)
    return GraphSlice(
      frame: first, count: clock.frame(at: frame + count) - first, nanoseconds: nanoseconds)
  }
}
