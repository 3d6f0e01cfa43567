internal import AudioGraph
internal import AudioRealtime
public import AudioToolbox
internal import Foundation

/// A closure that receives the frames of a sink node.
///
/// - Parameters:
///   - timestamp: The time of the first frame.
///   - frameCount: The number of frames.
///   - inputData: The frames, valid until the closure returns.
public typealias AVAudioSinkNodeReceiverBlock = (
  _ timestamp: UnsafePointer<AudioTimeStamp>, _ frameCount: AVAudioFrameCount,
  _ inputData: UnsafePointer<AudioBufferList>
) -> OSStatus

/// A node that gives its input to a client's closure.
///
/// The closure runs on the render thread, so it should not allocate memory, lock, or wait. It gets
/// Float32 in separate channels, in the format of the connection. Any node can be connected to a
/// sink, while Apple's sink accepts only nodes after the input node.
// Unchecked, like its superclass.
open class AVAudioSinkNode: AVAudioNode, @unchecked Sendable {
  /// Makes a node.
  public init(receiverBlock block: sending @escaping AVAudioSinkNodeReceiverBlock) {
    unsafe super.init(GraphNode(ClientSink(block)))
  }

  /// The number of input buses.
  open override var numberOfInputs: Int { 1 }
  /// The number of output buses.
  open override var numberOfOutputs: Int { 0 }
}

/// The processor of a sink node: calls the client's closure.
@safe final class ClientSink: GraphProcessor, @unchecked Sendable {
  // Unchecked: only the render thread uses the memory and the closure.

  private let block: AVAudioSinkNodeReceiverBlock
  private let list = PlaneList()

  init(_ block: @escaping AVAudioSinkNodeReceiverBlock) {
    unsafe self.block = unsafe block
  }

  func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    outputs[0].clear(count: slice.count)
    guard slice.count > 0, !inputs.isEmpty else { return }
    // The planes are read by other nodes, too, which must not see the client's changes.
    outputs[0].fill(at: 0, from: inputs[0].planes, at: 0, count: slice.count)
    let list = unsafe list.refer(to: outputs[0], count: slice.count)
    var stamp = slice.timeStamp
    _ = ClientCode.call {
      unsafe block(&stamp, AVAudioFrameCount(slice.count), list.unsafePointer)
    }
  }
}
