internal import Synchronization

/// A mixer: the sum of its inputs, with a volume.
package final class Mixer: GraphProcessor {
  private let gain = GainRamp()

  package init() {}

  /// The factor of the sum.
  package var volume: Float {
    get { gain.value }
    set { gain.value = newValue }
  }

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    let output = outputs[0]
    output.mix(inputs, count: slice.count)
    gain.apply(to: output, count: slice.count)
  }
}
