/// The rate of a node, and the channels of its buses.
package struct GraphShape: Equatable, Sendable {
  package var sampleRate: Double
  /// The channels of the connected inputs, by bus.
  package var inputs: [Int: Int]
  /// The channels of the outputs, at least one.
  package var outputs: [Int]

  package init(sampleRate: Double, inputs: [Int: Int], outputs: [Int]) {
    (self.sampleRate, self.inputs, self.outputs) = (sampleRate, inputs, outputs)
  }

  /// Makes a shape without inputs.
  init(_ format: GraphFormat) {
    self.init(sampleRate: format.sampleRate, inputs: [:], outputs: [format.channelCount])
  }

  /// The format of output 0.
  package var format: GraphFormat {
    GraphFormat(sampleRate: sampleRate, channelCount: outputs.first ?? 1)
  }

  /// The number of inputs up to the last connected one.
  package var inputCount: Int { (inputs.keys.max() ?? -1) + 1 }
}
