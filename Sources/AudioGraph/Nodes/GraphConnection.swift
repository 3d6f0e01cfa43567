internal import Synchronization

/// A connection from an output bus to an input bus.
package final class GraphConnection: Sendable {
  package let source: GraphNode
  package let sourceBus: Int
  package let target: GraphNode
  package let targetBus: Int
  /// The levels of the connection, if its target is a mixer.
  package let mixing: MixInput?
  /// The converter of the rate, which lives as long as its formats stay the same.
  private let converter = Mutex<RateConverter?>(nil)

  package init(
    from source: GraphNode, _ sourceBus: Int, to target: GraphNode, _ targetBus: Int,
    mixing: MixInput? = nil
  ) {
    self.source = source
    self.sourceBus = sourceBus
    self.target = target
    self.targetBus = targetBus
    self.mixing = mixing
  }

  func rateConverter(
    from input: GraphFormat, to sampleRate: Double, mostFrames: Int
  ) -> RateConverter {
    converter.withLock { converter in
      if let converter, converter.fits(input, sampleRate, mostFrames) { return converter }
      let made = RateConverter(from: input, to: sampleRate, mostFrames: mostFrames)
      converter = made
      return made
    }
  }
}
