internal import AudioProcessing
internal import Synchronization

/// The settings of the reverb of a spatial mixer, which any thread changes.
package final class SpatialReverb: Sendable {
  /// The room.
  package let reverb = ReverbSettings(.none, wet: 1)
  /// A filter of one band after the reverb.
  package let filter = EqualizerSettings(bandCount: 1)
  /// The level of the reverb.
  package let level = GainRamp()
  private let isOn = Atomic<Bool>(false)

  package init() {}

  /// Whether inputs have reverb.
  package var isEnabled: Bool {
    get { isOn.load(ordering: .relaxed) }
    set { isOn.store(newValue, ordering: .relaxed) }
  }
}

/// A mixer whose inputs have a place in space, and a common reverb.
///
/// The ``MixInput`` of each input has its levels, and separate levels for the reverb.
package final class SpatialMixer: GraphProcessor, @unchecked Sendable {
  // Sendable: only the render thread uses the memory.

  private let settings: SpatialReverb
  private let gain: GainRamp
  private let meters: MixerMeters?
  private let sampleRate: Double
  private let network: Reverb
  private let filter: Equalizer
  /// The input of the reverb, the output of the reverb, and the output of the filter.
  private let sent: Planes
  private let wet: Planes
  private let filtered: Planes
  private let networkInput: [GraphInput]
  private let networkOutput: [Planes]
  private let filterInput: [GraphInput]
  private let filterOutput: [Planes]

  /// Makes a mixer.
  ///
  /// - Parameters:
  ///   - settings: The settings of the reverb.
  ///   - gain: The volume of the output.
  ///   - format: The format of the output.
  ///   - mostFrames: The maximum number of frames of a slice.
  ///   - meters: The meters of its inputs by their buses, and of its output.
  package init(
    _ settings: SpatialReverb, gain: GainRamp, _ format: GraphFormat, mostFrames: Int,
    meters: MixerMeters? = nil
  ) {
    (self.settings, self.gain, self.meters) = (settings, gain, meters)
    sampleRate = format.sampleRate
    let stereo = GraphFormat(
      sampleRate: format.sampleRate, channelCount: min(2, format.channelCount))
    network = Reverb(settings.reverb, stereo)
    filter = Equalizer(settings.filter, stereo)
    sent = Planes(channelCount: stereo.channelCount, capacity: mostFrames)
    wet = Planes(channelCount: stereo.channelCount, capacity: mostFrames)
    filtered = Planes(channelCount: stereo.channelCount, capacity: mostFrames)
    networkInput = [GraphInput(bus: 0, planes: sent)]
    networkOutput = [wet]
    filterInput = [GraphInput(bus: 0, planes: wet)]
    filterOutput = [filtered]
  }

  /// A node with these settings.
  package static func node(_ settings: SpatialReverb, gain: GainRamp) -> GraphNode {
    GraphNode(mixing: { SpatialMixer(settings, gain: gain, $0, mostFrames: $1) })
  }

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    let output = outputs[0]
    output.mix(inputs, count: slice.count)
    if settings.isEnabled { addReverb(slice, inputs, to: output) }
    meters?.measure(slice, inputs, output, sampleRate: sampleRate)
    gain.apply(to: output, count: slice.count)
  }

  private func addReverb(_ slice: GraphSlice, _ inputs: [GraphInput], to output: Planes) {
    sent.clear(count: slice.count)
    var index = 0
    while index < inputs.count {
      inputs[index].send?.mix(inputs[index].planes, into: sent, count: slice.count)
      index += 1
    }
    network.render(slice, from: networkInput, to: networkOutput)
    filter.render(slice, from: filterInput, to: filterOutput)
    settings.level.apply(to: filtered, count: slice.count)
    var channel = 0
    while channel < filtered.channelCount {
      output.add(
        channel, from: filtered, channel, level: 1, start: 0, count: slice.count)
      channel += 1
    }
  }
}
