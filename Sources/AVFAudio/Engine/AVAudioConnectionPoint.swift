public import Foundation

/// A bus of a node.
open class AVAudioConnectionPoint: NSObject, @unchecked Sendable {
  // Unchecked: the reference to the node is atomic, and the bus is constant.

  /// The node, or `nil` after its deallocation.
  public private(set) weak var node: AVAudioNode?
  /// The bus, counted from 0.
  public let bus: AVAudioNodeBus

  /// Makes a connection point.
  public init(node: AVAudioNode, bus: AVAudioNodeBus) {
    self.node = node
    self.bus = bus
    super.init()
  }
}
