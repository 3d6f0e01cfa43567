/// A step of a plan.
class GraphStep: @unchecked Sendable {
  // Sendable: all fields are constant, and the render thread alone renders.

  private let domain: GraphDomain
  /// The frames of the step in the time of its domain.
  private let clock: FrameClock

  init(_ domain: GraphDomain, _ clock: FrameClock) {
    (self.domain, self.clock) = (domain, clock)
  }

  /// Renders the frames of the current slice.
  final func run() {
    let slice = domain.slice
    render(slice.at(clock), of: slice)
  }

  /// Renders frames.
  ///
  /// - Parameters:
  ///   - own: The frames of the step.
  ///   - slice: The frames of its domain.
  func render(_ own: GraphSlice, of slice: GraphSlice) {}

  /// Notes the time of a node.
  final func note(_ own: GraphSlice, _ progress: NodeProgress) {
    progress.note(
      own, isWarped: domain.isWarped, aheadFrames: clock.frame(at: domain.aheadFrames))
  }
}

/// A step that renders a node, and notes its time.
final class NodeStep: GraphStep, @unchecked Sendable {
  private let processor: any GraphProcessor
  private let progress: NodeProgress
  private let inputs: [GraphInput]
  private let outputs: [Planes]
  private let taps: [StepTap]

  init(
    _ node: NodeProcessing, inputs: [GraphInput], outputs: [Planes], _ domain: GraphDomain,
    _ clock: FrameClock
  ) {
    (processor, progress, taps) = (node.processor, node.progress, node.taps)
    (self.inputs, self.outputs) = (inputs, outputs)
    super.init(domain, clock)
  }

  override func render(_ own: GraphSlice, of slice: GraphSlice) {
    processor.render(own, from: inputs, to: outputs)
    note(own, progress)
    taps.write(outputs, own)
  }
}

/// The last step of a mixer whose inputs were added by ``InputStep``.
final class MixerStep: GraphStep, @unchecked Sendable {
  private let mixer: any GraphMixer
  private let progress: NodeProgress
  private let outputs: [Planes]
  private let taps: [StepTap]

  init(
    _ mixer: any GraphMixer, _ node: NodeProcessing, output: Planes, _ domain: GraphDomain,
    _ clock: FrameClock
  ) {
    (self.mixer, progress, taps) = (mixer, node.progress, node.taps)
    outputs = [output]
    super.init(domain, clock)
  }

  override func render(_ own: GraphSlice, of slice: GraphSlice) {
    mixer.finish(outputs[0], count: own.count)
    note(own, progress)
    taps.write(outputs, own)
  }
}

/// A step that adds an input of a mixer to its output, right after the input was rendered.
final class InputStep: GraphStep, @unchecked Sendable {
  private let input: GraphInput
  private let output: Planes
  /// Whether the input is the first one.
  private let replaces: Bool

  init(
    _ input: GraphInput, to output: Planes, replacing replaces: Bool, _ domain: GraphDomain,
    _ clock: FrameClock
  ) {
    (self.input, self.output, self.replaces) = (input, output, replaces)
    super.init(domain, clock)
  }

  override func render(_ own: GraphSlice, of slice: GraphSlice) {
    output.mix(input, count: own.count, replacing: replaces)
  }
}

/// A step that converts the rate of an output.
final class RateStep: GraphStep, @unchecked Sendable {
  private let converter: RateConverter
  private let inputClock: FrameClock
  private let input: Planes
  private let output: Planes

  init(
    _ converter: RateConverter, from input: (planes: Planes, clock: FrameClock), to output: Planes,
    _ domain: GraphDomain, _ clock: FrameClock
  ) {
    self.converter = converter
    inputClock = input.clock
    (self.input, self.output) = (input.planes, output)
    super.init(domain, clock)
  }

  override func render(_ own: GraphSlice, of slice: GraphSlice) {
    converter.render(input, slice.at(inputClock), into: output, own)
  }
}

/// A step that copies an output to one with other channels.
final class ChannelsStep: GraphStep, @unchecked Sendable {
  private let levels: MixLevels
  private let input: Planes
  private let output: Planes

  init(
    _ levels: MixLevels, from input: Planes, to output: Planes, _ domain: GraphDomain,
    _ clock: FrameClock
  ) {
    (self.levels, self.input, self.output) = (levels, input, output)
    super.init(domain, clock)
  }

  override func render(_ own: GraphSlice, of slice: GraphSlice) {
    levels.mix(input, into: output, count: own.count, replacing: true)
  }
}

/// What a step needs of a node.
struct NodeProcessing {
  var processor: any GraphProcessor
  var progress: NodeProgress
  var taps: [StepTap]
}

/// A ring that receives an output of a step.
struct StepTap: Sendable {
  let ring: TapRing
  let bus: Int
}

extension [StepTap] {
  /// Writes the frames of the outputs.
  fileprivate func write(_ outputs: [Planes], _ slice: GraphSlice) {
    var index = 0
    while index < count {
      self[index].ring.write(outputs[self[index].bus], slice)
      index += 1
    }
  }
}

extension GraphSlice {
  /// The same time at another rate.
  func at(_ clock: FrameClock) -> GraphSlice {
    let first = clock.frame(at: frame)
    return GraphSlice(
      frame: first, count: clock.frame(at: frame + count) - first, nanoseconds: nanoseconds)
  }
}
