internal import AudioGraph
public import AudioToolbox
public import Foundation

/// A closure that renders the frames of a source node.
///
/// - Parameters:
///   - isSilence: Set it if all frames are silence.
///   - timestamp: The time of the first frame.
///   - frameCount: The number of frames.
///   - outputData: Receives the frames.
public typealias AVAudioSourceNodeRenderBlock = (
  _ isSilence: UnsafeMutablePointer<ObjCBool>, _ timestamp: UnsafePointer<AudioTimeStamp>,
  _ frameCount: AVAudioFrameCount, _ outputData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus

/// A node whose frames a client's closure renders.
///
/// The closure runs on the render thread, so it should not allocate memory, lock, or wait. Frames
/// that it does not write are silence.
// Unchecked, like its superclass.
open class AVAudioSourceNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
  private let format: AVAudioFormat?

  /// Makes a node that renders Float32 in separate channels, in the format of its connection.
  public init(renderBlock block: sending @escaping AVAudioSourceNodeRenderBlock) {
    format = nil
    unsafe super.init(GraphNode(ClientSource(block, nil)))
  }

  /// Makes a node whose closure renders linear PCM in its own format.
  ///
  /// - Parameters:
  ///   - format: The format of the closure's frames. The connection may have another format.
  ///   - block: Renders the frames.
  public init(
    format: AVAudioFormat, renderBlock block: sending @escaping AVAudioSourceNodeRenderBlock
  ) {
    precondition(
      format.commonFormat != .otherFormat,
      "the format of an AVAudioSourceNode cannot have the common format .otherFormat")
    self.format = format
    unsafe super.init(GraphNode(ClientSource(block, format)))
  }

  /// The format in which the closure renders, if it has its own.
  var renderFormat: AVAudioFormat? { format }

  override var ownOutputFormat: AVAudioFormat? { format }
}
