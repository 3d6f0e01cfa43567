import AudioToolbox
import ToolSupport

/// A sequential source of frames.
protocol FrameReading: AnyObject {
  /// Reads frames; fewer than requested only at the end.
  func read(
    _ count: UInt32, _ client: AudioStreamBasicDescription, into block: inout SourceBlocks.Block
  ) throws(ToolFailure)
}

extension SourceFrames: FrameReading {}
