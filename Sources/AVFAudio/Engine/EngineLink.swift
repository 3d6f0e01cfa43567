internal import AudioGraph

/// A connection of an engine.
struct EngineLink {
  let core: GraphConnection
  let source: AVAudioNode
  let sourceBus: AVAudioNodeBus
  let target: AVAudioNode
  let targetBus: AVAudioNodeBus
  /// The settings of a connection to an environment node.
  let spatial: SpatialLink?
  /// The format that the client gave; without one, the connection follows its source.
  let format: AVAudioFormat?

  init(
    _ source: AVAudioNode, _ sourceBus: AVAudioNodeBus, to target: AVAudioNode,
    _ targetBus: AVAudioNodeBus, format: AVAudioFormat?
  ) {
    (self.source, self.sourceBus) = (source, sourceBus)
    (self.target, self.targetBus) = (target, targetBus)
    self.format = format
    let environment = (target as? AVAudioEnvironmentNode)?.settings
    let mixing =
      target.appliesMixing ? source.mixing.makeInput(isPlaced: environment != nil) : nil
    spatial = mixing.flatMap { input in
      environment.map { source.mixing.makeLink(input, to: $0) }
    }
    if target.passesMixing { source.mixing.add(target.mixing) }
    core = GraphConnection(
      from: source.core, sourceBus, to: target.core, targetBus, mixing: mixing)
  }

  /// Undoes the effects of the connection on its nodes.
  func end() {
    if let spatial { source.mixing.remove(spatial) }
    if let mixing = core.mixing { source.mixing.remove(mixing) }
    if target.passesMixing { source.mixing.remove(target.mixing) }
  }

  func feeds(_ node: AVAudioNode, _ bus: AVAudioNodeBus?) -> Bool {
    target === node && (bus == nil || bus == targetBus)
  }

  func comes(from node: AVAudioNode, _ bus: AVAudioNodeBus?) -> Bool {
    source === node && (bus == nil || bus == sourceBus)
  }
}
