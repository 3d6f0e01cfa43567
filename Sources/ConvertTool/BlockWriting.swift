import AudioToolbox
import ToolSupport

/// Writes blocks of frames to a file, measures them, and reports the progress.
final class BlockWriting {
  let target: TargetFrames
  /// The format of the blocks.
  let client: AudioStreamBasicDescription
  let meter: SourceMeter?
  /// The number of frames to write, if it is known.
  private let frames: Double
  private let goesOn: (Double) -> Bool
  private var done = 0.0

  /// Prepares to write.
  ///
  /// - Parameters:
  ///   - target: The file.
  ///   - client: The format of the blocks.
  ///   - frames: The number of frames, or 0 if it is unknown.
  ///   - meter: Measures all frames.
  ///   - goesOn: Called with the completed part, from 0 to 1; returns whether to continue.
  init(
    _ target: TargetFrames, _ client: AudioStreamBasicDescription, frames: Double,
    meter: SourceMeter?, _ goesOn: @escaping (Double) -> Bool
  ) {
    self.target = target
    self.client = client
    self.frames = frames
    self.meter = meter
    self.goesOn = goesOn
  }

  /// Writes a block.
  ///
  /// - Returns: Whether to continue.
  func write(_ block: inout SourceBlocks.Block) throws(ToolFailure) -> Bool {
    try meter?.add(block)
    try target.write(block.frameCount, client, from: &block.bytes)
    return count(block.frameCount)
  }

  /// Writes all blocks.
  ///
  /// - Returns: Whether they are complete.
  func write(_ blocks: SourceBlocks) throws(ToolFailure) -> Bool {
    while true {
      var block = try blocks.next()
      guard block.frameCount > 0 else { return true }
      guard try write(&block) else { return false }
      blocks.recycle(block)
    }
  }

  /// Writes all blocks, encoded by several processors.
  ///
  /// - Returns: Whether they are complete.
  func write(_ blocks: SourceBlocks, _ encoders: [BlockEncoder]) throws(ToolFailure) -> Bool {
    let meter = meter
    let packets = EncodedBlocks(blocks, encoders) { (block) throws(ToolFailure) in
      try meter?.add(block)
    }
    defer { packets.stop() }
    while true {
      let block = try packets.next()
      guard block.frameCount > 0 else { return true }
      try target.writePackets(of: block)
      packets.recycle(block)
      guard count(block.frameCount) else { return false }
    }
  }

  private func count(_ frameCount: UInt32) -> Bool {
    done += Double(frameCount)
    return goesOn(frames > 0 ? done / frames : 0)
  }
}
