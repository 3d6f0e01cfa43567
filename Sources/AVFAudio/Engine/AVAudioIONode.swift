internal import AudioGraph
public import Foundation

/// A node at an end of the graph.
// Unchecked, like its superclass.
open class AVAudioIONode: AVAudioNode, @unchecked Sendable {
  /// The time between the node and the loudspeaker, in seconds.
  open var presentationLatency: TimeInterval { engine?.presentationLatency ?? 0 }
}

/// The node that plays frames on the device, or gives them to a client that renders by hand.
// Unchecked, like its superclass.
open class AVAudioOutputNode: AVAudioIONode, @unchecked Sendable {
  init() {
    super.init(GraphNode(PassThrough()))
  }

  /// The number of input buses.
  open override var numberOfInputs: Int { 1 }
}
