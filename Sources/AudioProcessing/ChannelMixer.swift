/// Makes each channel out a sum of channels in, each at its own level.
package struct ChannelMixer: Equatable, Sendable {
  /// A level for each channel out in each channel in: first those of the first channel in.
  package let levels: [Float]
  package let inputCount: Int
  package let outputCount: Int

  /// Makes a mixer.
  ///
  /// - Returns: `nil` where there is not a level for each pair of channels.
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
