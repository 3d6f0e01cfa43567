internal import Synchronization

/// A mixer: the sum of its inputs, with a volume.
package final class Mixer: GraphMixer {
  private let gain = GainRamp()
  private let meters: MixerMeters?
  private let rate = Atomic<UInt64>(44_100.0.bitPattern)

  /// Makes a mixer.
  ///
  /// - Parameter meters: The meters of its inputs by their buses, and of its output.
  package init(meters: MixerMeters? = nil) {
    self.meters = meters
  }

  /// The rate of the frames that the meters measure, in hertz.
  package var sampleRate: Double {
    get { Double(bitPattern: rate.load(ordering: .relaxed)) }
    set { rate.store(newValue.bitPattern, ordering: .relaxed) }
  }

  /// The factor of the sum.
  package var volume: Float {
    get { gain.value }
    set { gain.value = newValue }
  }

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    let output = outputs[0]
    output.mix(inputs, count: slice.count)
    meters?.measure(slice, inputs, output, sampleRate: sampleRate)
    finish(output, count: slice.count)
  }

  /// The meters need all inputs at once.
  var addsInputsEarly: Bool { meters == nil }

  func finish(_ output: Planes, count: Int) { gain.apply(to: output, count: count) }
}
