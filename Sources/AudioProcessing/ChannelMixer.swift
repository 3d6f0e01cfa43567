/// Computes each output channel as a weighted sum of input channels.
package struct ChannelMixer: Equatable, Sendable {
  /// A level for each pair of channels.
  ///
  /// All levels of the first input channel come first.
  package let levels: [Float]
  package let inputCount: Int
  package let outputCount: Int

  /// Creates a mixer.
  ///
  /// - Returns: `nil` if the levels do not match the pairs of channels.
  package init?(levels: [Float], from inputCount: Int, to outputCount: Int) {
    guard levels.count == inputCount * outputCount else { return nil }
    self.levels = levels
    self.inputCount = inputCount
    self.outputCount = outputCount
  }

  /// Mixes interleaved frames.
  package func mix(_ samples: [Float]) -> [Float] {
    let frameCount = samples.count / inputCount
    var mixed = [Float](repeating: 0, count: frameCount * outputCount)
    for source in 0..<inputCount {
      for target in 0..<outputCount {
        let level = levels[source * outputCount + target]
        guard level != 0 else { continue }
        for frame in 0..<frameCount {
          mixed[frame * outputCount + target] += level * samples[frame * inputCount + source]
        }
      }
    }
    return mixed
  }
}
