/// The volumes of a matrix mixer, which any thread changes.
///
/// All volumes are 0 at first. A volume counts only while it is on.
package final class MatrixSettings: Sendable {
  /// A volume.
  package enum Place: Equatable, Sendable {
    /// The volume of a channel of the inputs, counted over all inputs.
    case input(Int)
    /// The volume of a channel of the outputs, counted over all outputs.
    case output(Int)
    /// The volume from an input channel to an output channel.
    case crosspoint(input: Int, output: Int)
    /// The volume of the mixer.
    case global
  }

  /// The maximum number of channels of all inputs together, and of all outputs together.
  package static let mostChannels = 64

  /// Each input channel has a row with its crosspoints and its own volume.
  ///
  /// The last row has the volumes of the outputs and of the mixer.
  private let volumes = SettingValues(
    Array(repeating: 0, count: (mostChannels + 1) * (mostChannels + 1)))

  package init() {}

  package subscript(place: Place) -> Float {
    get { volumes[Self.index(place)] }
    set { volumes[Self.index(place)] = newValue.isFinite ? newValue : 0 }
  }

  private static func index(_ place: Place) -> Int {
    let (row, column) =
      switch place {
      case .input(let channel): (channel, mostChannels)
      case .output(let channel): (mostChannels, channel)
      case .crosspoint(let input, let output): (input, output)
      case .global: (mostChannels, mostChannels)
      }
    precondition((0...mostChannels).contains(row) && (0...mostChannels).contains(column))
    return row * (mostChannels + 1) + column
  }

  // MARK: The render thread

  var changeCount: Int { volumes.changeCount }

  /// The level between two channels.
  func level(_ input: Int, _ output: Int) -> Float {
    self[.input(input)] * self[.crosspoint(input: input, output: output)]
      * (self[.output(output)] * self[.global])
  }
}

/// A mixer with a level for each pair of an input channel and an output channel.
///
/// A change of a volume becomes a ramp of 256 frames.
package final class MatrixMixer: GraphProcessor, @unchecked Sendable {
  // Sendable: only the render thread uses the state.

  private let settings: MatrixSettings
  /// The meters of all input and output channels; outputs are measured after their volumes.
  private let meters: MixerMeters
  private let sampleRate: Double
  /// The first channel of each input and output, followed by the total number of channels.
  private let inputStarts: [Int]
  private let outputStarts: [Int]
  /// The levels from each input to each output.
  private let levels: [[RampedLevels]]
  private var seenChanges = -1

  /// Makes a mixer for the numbers of channels of its inputs and outputs.
  package init(
    _ settings: MatrixSettings, _ meters: MixerMeters, inputs: [Int], outputs: [Int],
    sampleRate: Double
  ) {
    (self.settings, self.meters, self.sampleRate) = (settings, meters, sampleRate)
    inputStarts = inputs.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
    outputStarts = outputs.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
    levels = inputs.map { input in outputs.map { RampedLevels(from: input, to: $0) } }
    precondition(inputStarts.last ?? 0 <= MatrixSettings.mostChannels)
    precondition(outputStarts.last ?? 0 <= MatrixSettings.mostChannels)
  }

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    takeSettings()
    var output = 0
    while output < outputs.count {
      outputs[output].clear(count: slice.count)
      var index = 0
      while index < inputs.count {
        levels[inputs[index].bus][output].mix(
          inputs[index].planes, into: outputs[output], count: slice.count)
        index += 1
      }
      measure(outputs[output], meters.outputs, outputStarts[output], slice)
      output += 1
    }
    var index = 0
    while index < inputs.count {
      measure(inputs[index].planes, meters.inputs, inputStarts[inputs[index].bus], slice)
      index += 1
    }
    forEach { levels, _, _ in levels.advance(slice.count) }
  }

  private func measure(_ planes: Planes, _ meters: [LevelMeter], _ first: Int, _ slice: GraphSlice)
  {
    var channel = 0
    while channel < planes.channelCount, first + channel < meters.count {
      meters[first + channel].measure(
        planes, channel..<channel + 1, count: slice.count, sampleRate: sampleRate)
      channel += 1
    }
  }

  private func takeSettings() {
    let changes = settings.changeCount
    guard changes != seenChanges else { return }
    seenChanges = changes
    forEach { levels, input, output in
      levels.begin { settings.level(input + $0, output + $1) }
    }
  }

  /// Calls `body` with the levels of each input and output, and their first channels.
  private func forEach(_ body: (RampedLevels, _ input: Int, _ output: Int) -> Void) {
    var input = 0
    while input < levels.count {
      var output = 0
      while output < levels[input].count {
        body(levels[input][output], inputStarts[input], outputStarts[output])
        output += 1
      }
      input += 1
    }
  }
}
