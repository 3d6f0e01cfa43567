internal import AudioGraph

/// A volume.
final class GainProcessor: GraphProcessor {
  private let gain: GainRamp

  init(_ gain: GainRamp) {
    self.gain = gain
  }

  func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    let output = outputs[0]
    if inputs.isEmpty {
      output.clear(count: slice.count)
    } else {
      output.fill(at: 0, from: inputs[0].planes, at: 0, count: slice.count)
    }
    gain.apply(to: output, count: slice.count)
  }
}
