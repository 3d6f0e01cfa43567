internal import AudioGraph
internal import CoreAudioTypes
internal import Synchronization

/// A unit that converts rates, channels, and sample types.
///
/// For each slice of output frames, the unit pulls the input frames up to the same time. If the
/// rates differ, the filter delays the sound by ``latency``.
final class ConverterUnit: AudioUnitObject, @unchecked Sendable {
  // Unchecked: the number of resets is atomic.

  private let resets = UnitResets()

  override func clearSound() { resets.count.wrappingAdd(1, ordering: .releasing) }

  override func makeRenderer(_ settings: UnitSettings) throws(StatusError) -> any UnitRenderer {
    ConverterRenderer(
      resets, from: UnitFormat.graphFormat(settings.inputs[0].format),
      to: UnitFormat.graphFormat(settings.outputs[0].format), mostFrames: settings.mostFrames)
  }

  override func inputCapacity(_ settings: UnitSettings) -> Int {
    FrameClock(
      settings.inputs[0].format.mSampleRate, graphRate: settings.outputs[0].format.mSampleRate
    ).mostFrames(for: settings.mostFrames)
  }

  override var rendersWithoutInput: Bool { false }
  override var following: UnitFollowing { .never }
  override var latency: Double {
    let (input, output) = settings.withLock { ($0.inputs[0].format, $0.outputs[0].format) }
    guard input.mSampleRate != output.mSampleRate else { return 0 }
    // Clients may ask on the render thread, which must not compute a filter.
    let frames = RateConverter.latencyFrames(from: input.mSampleRate, to: output.mSampleRate)
    return Double(frames) / input.mSampleRate
  }
}

/// The number of resets of a unit.
private final class UnitResets: Sendable {
  let count = Atomic<Int>(0)
}

/// Converts the rate, then the channels.
private final class ConverterRenderer: UnitRenderer, @unchecked Sendable {
  // Unchecked: only the thread that renders uses the memory.

  private let clock: FrameClock
  private let rate: RateConverter?
  private let levels: MixLevels
  /// The frames at the rate of the output.
  private let converted: Planes
  private let resets: UnitResets
  private var seenResets = 0

  init(_ resets: UnitResets, from input: GraphFormat, to output: GraphFormat, mostFrames: Int) {
    self.resets = resets
    clock = FrameClock(input.sampleRate, graphRate: output.sampleRate)
    rate =
      input.sampleRate == output.sampleRate
      ? nil
      : RateConverter(
        from: input, to: output.sampleRate, mostFrames: clock.mostFrames(for: mostFrames))
    levels = MixInput().levels(from: input.channelCount, to: output.channelCount)
    converted = Planes(channelCount: input.channelCount, capacity: mostFrames)
  }

  var rendersParts: Bool { false }

  /// The frames of the input for those of the output.
  private func source(of slice: GraphSlice) -> GraphSlice {
    let first = clock.frame(at: slice.frame)
    return GraphSlice(frame: first, count: clock.frame(at: slice.frame + slice.count) - first)
  }

  func pull(_ slice: GraphSlice, _ call: UnitCall, _ plan: UnitPlan) -> OSStatus {
    let source = source(of: slice)
    return source.count > 0 ? pull(source, call, plan.inputs[0]) : noErr
  }

  func render(_ slice: GraphSlice, _ call: UnitCall, _ plan: UnitPlan) -> OSStatus {
    let input = plan.inputs[0]
    let output = plan.planes[0]
    output.clear(count: slice.count)
    guard let rate else {
      levels.mix(input.buffers.planes, into: output, count: slice.count)
      return noErr
    }
    let resetCount = resets.count.load(ordering: .acquiring)
    if resetCount != seenResets { rate.reset() }
    seenResets = resetCount
    rate.render(input.buffers.planes, source(of: slice), into: converted, slice)
    levels.mix(converted, into: output, count: slice.count)
    return noErr
  }

  private func pull(_ source: GraphSlice, _ call: UnitCall, _ input: UnitInput) -> OSStatus {
    rate == nil ? input.pull(call) : input.pull(source, call)
  }
}

/// Copies an input to several outputs, or puts the channels of inputs side by side.
final class PatchUnit: AudioUnitObject, @unchecked Sendable {
  // Unchecked: it has no state of its own.

  override func makeRenderer(_ settings: UnitSettings) throws(StatusError) -> any UnitRenderer {
    let inputs = settings.inputs.map { UnitFormat.graphFormat($0.format) }
    let outputs = settings.outputs.map { UnitFormat.graphFormat($0.format) }
    let channels = inputs.reduce(0) { $0 + $1.channelCount }
    let isValid = outputs.allSatisfy { output in
      output.channelCount == channels
        && inputs.allSatisfy { $0.sampleRate == output.sampleRate }
    }
    guard isValid else { throw StatusError(kAudioUnitErr_FormatNotSupported) }
    return ProcessorRenderer(PatchProcessor(inputs.map(\.channelCount)))
  }

  override var rendersWithoutInput: Bool { false }
  override var following: UnitFollowing { kind.inputCount == 1 ? .format : .rate }
}

private final class PatchProcessor: GraphProcessor {
  /// The first channel of each input.
  private let starts: [Int]

  init(_ channelCounts: [Int]) {
    var next = 0
    starts = channelCounts.map { count in
      defer { next += count }
      return next
    }
  }

  func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    var output = 0
    while output < outputs.count {
      outputs[output].clear(count: slice.count)
      var index = 0
      while index < inputs.count {
        copy(inputs[index], to: outputs[output], count: slice.count)
        index += 1
      }
      output += 1
    }
  }

  private func copy(_ input: GraphInput, to output: Planes, count: Int) {
    var channel = 0
    while channel < input.planes.channelCount {
      output.copy(
        starts[input.bus] + channel, at: 0, from: input.planes, channel, at: 0, count: count)
      channel += 1
    }
  }
}

/// The converters.
extension UnitKind {
  static let converters: [UnitKind] = [
    UnitKind(kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter, "AUConverter") {
      ConverterUnit(kind: $0, component: $1)
    },
    patch(kAudioUnitSubType_Splitter, "AUSplitter", inputs: 1, outputs: 2),
    patch(kAudioUnitSubType_MultiSplitter, "AUMultiSplitter", inputs: 1, outputs: 2)
      .with { $0.mostOutputs = 64 },
    patch(kAudioUnitSubType_Merger, "AUMerger", inputs: 2, outputs: 1),
  ]

  private static func patch(
    _ subType: UInt32, _ name: String, inputs: Int, outputs: Int
  ) -> UnitKind {
    UnitKind(kAudioUnitType_FormatConverter, subType, name) { PatchUnit(kind: $0, component: $1) }
      .with { ($0.inputCount, $0.outputCount) = (inputs, outputs) }
  }
}
