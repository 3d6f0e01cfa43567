import AudioToolbox
import ToolSupport

/// The next frames of a source, up to a number.
final class PartFrames: FrameReading {
  /// The number of frames read so far.
  private(set) var frameCount: Int64 = 0
  private let source: any FrameReading
  private let limit: Int64

  /// Prepares to read.
  ///
  /// - Parameters:
  ///   - source: The source, at the first frame of the part.
  ///   - limit: The number of frames in the part.
  init(_ source: any FrameReading, limit: Int64) {
    self.source = source
    self.limit = limit
  }

  func read(
    _ count: UInt32, _ client: AudioStreamBasicDescription, into block: inout SourceBlocks.Block
  ) throws(ToolFailure) {
    block.frameCount = 0
    let wanted = UInt32(clamping: min(Int64(count), limit - frameCount))
    guard wanted > 0 else { return }
    try source.read(wanted, client, into: &block)
    frameCount += Int64(block.frameCount)
  }

  /// Reads all frames without using them.
  ///
  /// - Parameters:
  ///   - client: The format of the frames.
  ///   - goesOn: Called with the number of frames read so far; returns whether to continue.
  /// - Returns: Whether the frames are complete.
  /// - Throws: ``ToolFailure``.
  func skip(
    _ client: AudioStreamBasicDescription, _ goesOn: (Int64) -> Bool
  ) throws(ToolFailure) -> Bool {
    var block = SourceBlocks.Block(client)
    repeat {
      try read(SourceBlocks.length, client, into: &block)
      guard goesOn(frameCount) else { return false }
    } while block.frameCount > 0
    return true
  }
}
