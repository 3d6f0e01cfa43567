import AudioToolbox
import ToolSupport

/// Frames that are read one after another.
protocol FrameReading: AnyObject {
  /// Reads frames, fewer only at the end.
  func read(
    _ count: UInt32, _ client: AudioStreamBasicDescription, into block: inout SourceBlocks.Block
  ) throws(ToolFailure)
}

extension SourceFrames: FrameReading {}
