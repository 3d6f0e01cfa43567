import AudioToolbox
import ToolSupport

/// The frames of one or several files in order, with another level and with fades.
final class EditedFrames: FrameReading {
  /// The number of frames, as far as the files state it.
  let frameCount: Int64
  private let sources: [SourceFrames]
  private let edit: SoundEdit
  private let client: AudioStreamBasicDescription
  private let fadeIn: Float
  private let fadeOut: Float
  private var index = 0
  private var position: Int64 = 0
  private var part: SourceBlocks.Block

  /// Prepares to read.
  ///
  /// - Parameters:
  ///   - sources: The files, each at its first frame, in the format of the client.
  ///   - edit: The changes of the level; the frames are floats if it changes samples.
  ///   - client: The format of the frames.
  init(_ sources: [SourceFrames], _ edit: SoundEdit, _ client: AudioStreamBasicDescription) {
    self.sources = sources
    self.edit = edit
    self.client = client
    fadeIn = Float(edit.fadeIn * client.mSampleRate)
    fadeOut = Float(edit.fadeOut * client.mSampleRate)
    frameCount = sources.reduce(0) { $0 + $1.frameCount(atRate: client.mSampleRate) }
    part = SourceBlocks.Block(client)
  }

  /// Returns to the first frame of all files, with another level.
  ///
  /// - Parameter gain: The change of the level, in decibels.
  /// - Returns: The frames, to read instead of these.
  /// - Throws: ``ToolFailure`` if a file cannot be read again.
  func restarted(gain: Double) throws(ToolFailure) -> EditedFrames {
    for source in sources { try source.seek(to: 0) }
    var edit = edit
    edit.gain = gain
    return EditedFrames(sources, edit, client)
  }

  func read(
    _ count: UInt32, _ client: AudioStreamBasicDescription, into block: inout SourceBlocks.Block
  ) throws(ToolFailure) {
    block.frameCount = 0
    while block.frameCount < count, index < sources.count {
      let wanted = count - block.frameCount
      try sources[index].read(wanted, client, into: &part)
      let start = Int(block.frameCount * client.mBytesPerFrame)
      let size = Int(part.frameCount * client.mBytesPerFrame)
      block.bytes.replaceSubrange(start..<start + size, with: part.bytes[..<size])
      block.frameCount += part.frameCount
      if part.frameCount < wanted { index += 1 }
    }
    if edit.changesSamples { change(&block, Int(client.mChannelsPerFrame)) }
    position += Int64(block.frameCount)
  }

  /// Applies the level and the fades.
  private func change(_ block: inout SourceBlocks.Block, _ channelCount: Int) {
    let frames = Int(block.frameCount)
    block.bytes.withUnsafeMutableBytes { bytes in
      let samples = bytes.assumingMemoryBound(to: Float.self)
      for frame in 0..<frames {
        let level = level(at: position + Int64(frame))
        for channel in frame * channelCount..<(frame + 1) * channelCount {
          samples[channel] *= level
        }
      }
    }
  }

  /// The factor of a frame: fades are straight lines from and to silence.
  private func level(at frame: Int64) -> Float {
    let rest = Float(max(frameCount - frame, 0))
    let start = fadeIn > 0 ? min(Float(frame) / fadeIn, 1) : 1
    let end = fadeOut > 0 ? min(rest / fadeOut, 1) : 1
    return edit.factor * start * end
  }
}
